"""Quantise the networks to 8-bit integers, and say what that costs and what it brings.

``python -m models.train.quantise --into DIR`` writes a candidate with those networks whose loss on
the drawn validation set is small enough; `kozyr models promote DIR` then measures it on real
pictures. NNCF needs no training: a few hundred crops show it the range of every layer.
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import nncf
import numpy as np
import onnx
import tomlkit

from models.draw.write import SET
from models.train.export import MODELS, enter
from models.train.patches import Patches
from vision.detector import letterboxed
from vision.network import Network, open_network

MOST_LOSS = 0.002
"""A network that loses more of its validation accuracy stays as it is."""

SHOWN, TESTED = 300, 1200
LONG_SIDE = 768
Batch = dict[str, np.ndarray]


def crops(split: str, count: int) -> dict[str, list[tuple[np.ndarray, np.ndarray]]]:
    """Cut crops with their truth for the three small networks."""
    patches = Patches(split, 1)
    chosen = np.random.default_rng(3).permutation(len(patches))[:count]
    found: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {
        "aligner": [],
        "whole": [],
        "index": [],
    }
    for n in chosen:
        loose, corners, there, whole, label, indices, marks = patches[int(n)]
        if there > 0:
            found["aligner"].append((loose[None], corners))
        if 0 <= label < 52:
            found["whole"].append((whole[None], np.array(label)))
        found["index"] += [
            (indices[k][None], np.array(marks[k])) for k in (0, 1) if 0 <= marks[k] < 52
        ]
    return found


def pictures(split: str, count: int) -> Iterator[np.ndarray]:
    """Yield drawn tables as the finder sees them."""
    paths = sorted((SET / "finder" / "images" / split).glob("*.jpg"))
    for path in paths[:: max(1, len(paths) // count)][:count]:
        picture = cv2.imread(str(path))
        yield letterboxed(picture, LONG_SIDE / max(picture.shape[:2]))


def quantised(source: Path, target: Path, shown: list[np.ndarray], name: str) -> None:
    """Write a network in 8-bit integers; the last layers, which tell places, stay as they are."""
    network = onnx.load(str(source))
    key = network.graph.input[0].name
    data = nncf.Dataset(shown, lambda batch: {key: batch})
    ignored = (
        nncf.IgnoredScope(patterns=[".*model.23.*"], validate=False) if name == "finder" else None
    )
    made = nncf.quantize(
        network,
        data,
        subset_size=len(shown),
        preset=nncf.QuantizationPreset.MIXED,
        ignored_scope=ignored,
    )
    onnx.save(made, str(target))


def accuracy(network: Network, tests: list[tuple[np.ndarray, np.ndarray]]) -> float:
    """Return which part of the faces a reader reads right."""
    said = [int(network.run(batch)[0].argmax()) for batch, _ in tests]
    return float(np.mean([s == int(true) for s, (_, true) in zip(said, tests, strict=True)]))


def tightness(network: Network, tests: list[tuple[np.ndarray, np.ndarray]]) -> float:
    """Return one minus the median corner error, in parts of the crop."""
    errors = []
    for batch, true in tests:
        said, wanted = network.run(batch)[0][:8].reshape(4, 2), true.reshape(4, 2)
        turned = np.roll(wanted, 2, axis=0)
        errors.append(min(np.linalg.norm(said - w, axis=1).mean() for w in (wanted, turned)))
    return 1 - float(np.median(errors))


def agreement(network: Network, other: Network, tests: list[np.ndarray]) -> float:
    """Return which part of the boxes that the other finds are found too."""
    found = total = 0
    for batch in tests:
        mine, theirs = (_boxes(n.run(batch)[0]) for n in (network, other))
        total += len(theirs)
        found += sum(len(mine) > 0 and np.hypot(*(mine - t).T).min() < 6 for t in theirs)
    return found / max(1, total)


def _boxes(columns: np.ndarray) -> np.ndarray:
    return columns[:2, columns[4:-1].max(axis=0) > 0.4].T


def milliseconds(network: Network, batch: np.ndarray) -> float:
    """Return the median time of one call."""
    times = []
    for _ in range(25):
        before = time.perf_counter()
        network.run(batch)
        times.append(time.perf_counter() - before)
    return 1000 * float(np.median(times[5:]))


def main() -> None:
    """Quantise what is asked for, and print a line for each network."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--into", type=Path, required=True)
    words.add_argument("--only", nargs="+", default=["finder", "aligner", "whole", "index"])
    asked = words.parse_args()
    (asked.into / "weights").mkdir(parents=True, exist_ok=True)
    registry = tomlkit.parse((MODELS / "registry.toml").read_text())
    shown, tests = crops("train", SHOWN), crops("val", TESTED)
    print(f"{'network':<8} {'before':>8} {'after':>8} {'ms':>7} {'ms int8':>8}")
    for name in asked.only:
        fields = dict(registry[name].unwrap())
        source, target = MODELS / fields["file"], asked.into / "weights" / f"{name}.onnx"
        if name == "finder":
            seen, checks = list(pictures("train", SHOWN // 2)), list(pictures("val", 60))
        else:
            seen, checks = [batch for batch, _ in shown[name]], tests[name]
        quantised(source, target, seen, name)
        old, new = open_network(source), open_network(target)
        score = score_of(name, old)
        before, after = score(old, checks), score(new, checks)
        batch = seen[0] if name == "finder" else np.repeat(seen[0], 12 * (1 + (name == "index")), 0)
        times = milliseconds(old, batch), milliseconds(new, batch)
        print(f"{name:<8} {before:>8.4f} {after:>8.4f} {times[0]:>7.2f} {times[1]:>8.2f}")
        if before - after > MOST_LOSS:
            target.unlink()
            continue
        for field in ("file", "sha256"):
            fields.pop(field)
        fields["figures"] |= {"int8_before": round(before, 4), "int8_after": round(after, 4)}
        fields["version"] += "-int8"
        enter(asked.into / "registry.toml", name, target, **fields)
    if not (asked.into / "registry.toml").exists():
        shutil.rmtree(asked.into)
        print(json.dumps({"written": "nothing: every network lost too much"}))


def score_of(name: str, old: Network) -> Callable[..., float]:
    """Return how a network is judged."""
    if name == "finder":
        return lambda network, tests: agreement(network, old, tests)
    return tightness if name == "aligner" else accuracy


if __name__ == "__main__":
    main()
