"""Give a reader a second output: what its last layer weighs, which enrolment learns from.

``python -m models.train.embedding models`` does it to readers that were exported without one.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import onnx
import tomlkit

OUTPUT = "embedding"


def show_embedding(path: Path) -> None:
    """Show the input of the last layer as an output of the network."""
    network = onnx.load(str(path))
    if OUTPUT in {output.name for output in network.graph.output}:
        return
    last = network.graph.node[-1]
    assert last.op_type == "Gemm", f"{path}: the last layer is {last.op_type}"
    before = last.input[0]
    for node in network.graph.node:
        node.input[:] = [OUTPUT if name == before else name for name in node.input]
        node.output[:] = [OUTPUT if name == before else name for name in node.output]
    wide = next(i.dims[1] for i in network.graph.initializer if i.name == last.input[1])
    network.graph.output.append(
        onnx.helper.make_tensor_value_info(OUTPUT, onnx.TensorProto.FLOAT, ["n", wide])
    )
    onnx.checker.check_model(network)
    onnx.save(network, str(path))


def main() -> None:
    """Do it to the readers of a folder of models, and enter their new checksums."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    folder = words.parse_args().folder
    registry = folder / "registry.toml"
    table = tomlkit.parse(registry.read_text())
    for name in ("whole", "index"):
        path = folder / table[name]["file"]
        show_embedding(path)
        table[name]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    registry.write_text(tomlkit.dumps(table))


if __name__ == "__main__":
    main()
