"""Run an ONNX network: OpenVINO by default, ONNX Runtime as the other backend."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique
from pathlib import Path
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

Shape = tuple[int, int, int, int]
"""Pictures, channels, rows and columns of a batch."""

AT_ONCE: Final = (16, 8, 7, 6, 5, 4, 3, 2, 1)
"""So many pictures OpenVINO is given at once. It prepares itself for every size that it meets, and
keeps that for good (1.7 MB each for our small networks); cards on a table come in ever new numbers.
What is parted so takes no longer than in one go."""


@unique
class Backend(StrEnum):
    """What runs the networks; the value stands in settings."""

    OPENVINO = "openvino"
    ONNXRUNTIME = "onnxruntime"


class Network(Protocol):
    """A trained network with one input; a reader's second output is its embedding."""

    def run(self, batch: Floats) -> Floats:
        """Run a batch of pictures (float32, channels first, 0 to 1); return the first output."""
        ...

    def run_all(self, batch: Floats) -> tuple[Floats, ...]:
        """Run a batch of pictures and return every output."""
        ...


class OpenVinoNetwork:
    """A network run by OpenVINO."""

    def __init__(self, path: Path, shape: Shape | None = None, threads: int = 2) -> None:
        """Compile the network for this processor, for the least delay of one call."""
        import openvino as ov

        core = ov.Core()
        model = core.read_model(path)
        if shape is not None:
            model.reshape(list(shape))
        settings = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_NUM_THREADS": threads}
        if any(step.get_type_name() == "FakeQuantize" for step in model.get_ops()):
            # 8-bit layers beside bfloat16 ones find no code on some processors.
            settings["INFERENCE_PRECISION_HINT"] = "f32"
        self._request = core.compile_model(model, "CPU", settings).create_infer_request()

    def run(self, batch: Floats) -> Floats:
        """Run a batch of pictures and return the first output."""
        return self.run_all(batch)[0]

    def run_all(self, batch: Floats) -> tuple[Floats, ...]:
        """Run a batch of pictures and return every output."""
        told = [self._infer(batch[part]) for part in parted(len(batch))]
        return told[0] if len(told) == 1 else tuple(map(np.concatenate, zip(*told, strict=True)))

    def _infer(self, batch: Floats) -> tuple[Floats, ...]:
        self._request.infer({0: batch}, share_inputs=True)
        return tuple(np.array(t.data, np.float32) for t in self._request.output_tensors)


def parted(count: int) -> Iterator[slice]:
    """Yield the parts in which so many pictures are looked at.

    >>> [part.stop - part.start for part in parted(25)]
    [16, 8, 1]
    """
    begun = 0
    while begun < count:
        size = next(size for size in AT_ONCE if size <= count - begun)
        yield slice(begun, begun + size)
        begun += size


class OnnxRuntimeNetwork:
    """A network run by ONNX Runtime."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        """Open a session on the processor."""
        import onnxruntime as ort

        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        self._session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Floats) -> Floats:
        """Run a batch of pictures and return the first output."""
        return self.run_all(batch)[0]

    def run_all(self, batch: Floats) -> tuple[Floats, ...]:
        """Run a batch of pictures and return every output."""
        return tuple(
            np.asarray(o, np.float32) for o in self._session.run(None, {self._input: batch})
        )


def open_network(
    path: Path,
    backend: Backend = Backend.OPENVINO,
    shape: Shape | None = None,
    threads: int = 2,
) -> Network:
    """Open a network with the backend asked for, for batches of one shape or of any.

    OpenVINO takes a fifth off the time where it knows the shape; ONNX Runtime does not care.
    """
    match backend:
        case Backend.OPENVINO:
            return OpenVinoNetwork(path, shape, threads)
        case Backend.ONNXRUNTIME:
            return OnnxRuntimeNetwork(path, threads)
