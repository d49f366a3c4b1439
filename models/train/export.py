"""Export trained networks to ONNX and enter them in the registry.

``python -m models.train.export --finder RUN --readers RUN``. The registry keeps the checksum, what
the network reads and says, what it was trained on and what it scored on decks held out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
from pathlib import Path

os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false")

import onnx
import tomlkit
import torch

from models.draw.decks import WORK
from models.train.embedding import show_embedding
from models.train.networks import Small, aligner, index_reader, whole_reader
from vision.crops import ALIGNER_SIZE, INDEX_SIZE, WHOLE_SIZE
from vision.reader import CLASSES

MODELS = Path(__file__).parent.parent
KINDS = ("face", "back", "hand")
CORNERS = ("x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4", "card")


def export_finder(run: Path, into: Path) -> Path:
    """Export the finder: any picture size that is a multiple of 32, end to end."""
    from ultralytics import YOLO

    made = YOLO(str(run / "weights" / "last.pt")).export(
        format="onnx", dynamic=True, simplify=True, opset=17
    )
    target = into / "weights" / "finder.onnx"
    shutil.move(str(made), target)
    nameless(target)
    return target


def nameless(path: Path) -> None:
    """Take out what ultralytics writes about the machine: the folder of the training set."""
    model = onnx.load(path)
    kept = [entry for entry in model.metadata_props if entry.key != "description"]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    onnx.save(model, path)


def export_small(network: Small, size: tuple[int, int], target: Path) -> Path:
    """Export one of the small networks for batches of any length."""
    network.eval()
    example = torch.zeros(2, 3, *size)
    torch.onnx.export(
        network,
        (example,),
        str(target),
        input_names=["crops"],
        output_names=["scores"],
        dynamic_axes={"crops": {0: "n"}, "scores": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    onnx.checker.check_model(str(target))
    if target.stem in {"whole", "index"}:
        show_embedding(target)
    return target


def enter(registry: Path, name: str, path: Path, **fields: object) -> None:
    """Enter a network in the registry."""
    table = tomlkit.parse(registry.read_text()) if registry.exists() else tomlkit.document()
    entry = tomlkit.table()
    entry["file"] = str(path.relative_to(registry.parent))
    entry["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    for field, value in fields.items():
        entry[field] = value
    table[name] = entry
    registry.write_text(tomlkit.dumps(table))


def main() -> None:
    """Export what is asked for."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--finder", help="name of the finder's run")
    words.add_argument("--readers", help="name of the readers' run")
    words.add_argument(
        "--parts", nargs="+", default=["aligner", "whole", "index"], help="which of the readers'"
    )
    words.add_argument("--version", default="1")
    words.add_argument("--set", default="drawn, see cards/", help="what it was trained on")
    words.add_argument("--into", type=Path, default=MODELS, help="folder of the registry")
    asked = words.parse_args()
    (asked.into / "weights").mkdir(parents=True, exist_ok=True)
    registry = asked.into / "registry.toml"
    about = {
        "version": asked.version,
        "training_set": asked.set,
        "licence": "AGPL-3.0-or-later",
    }
    if asked.finder:
        enter_finder(registry, asked.finder, about)
    if asked.readers:
        enter_readers(registry, asked.readers, about, asked.parts)


def enter_finder(registry: Path, name: str, about: dict[str, str]) -> None:
    """Export the finder of a run and enter it."""
    run = WORK / "runs" / name
    fields = about | {
        "classes": list(KINDS),
        "input": "any multiple of 32",
        "card": "cards/finder.md",
    }
    path = export_finder(run, registry.parent)
    enter(registry, "finder", path, **fields, figures=_finder_figures(run / "results.csv"))


def enter_readers(registry: Path, name: str, about: dict[str, str], parts: list[str]) -> None:
    """Export parts of a run of aligner and readers, and enter them."""
    run = WORK / "runs" / name
    states = torch.load(run / "readers.pt", weights_only=True)
    figures = json.loads((run / "readers.json").read_text())
    made = {
        "aligner": (aligner(), ALIGNER_SIZE, CORNERS),
        "whole": (whole_reader(), WHOLE_SIZE, CLASSES),
        "index": (index_reader(), INDEX_SIZE, CLASSES),
    }
    for part in parts:
        network, size, classes = made[part]
        network.load_state_dict(states[part])
        path = export_small(network, size, registry.parent / "weights" / f"{part}.onnx")
        fields = about | {
            "classes": list(classes),
            "input": f"{size[0]}x{size[1]}",
            "card": "cards/readers.md",
        }
        enter(registry, part, path, **fields, figures=figures)


def _finder_figures(results: Path) -> dict[str, float]:
    lines = [line.split(",") for line in results.read_text().split()]
    last = dict(zip(lines[0], lines[-1], strict=True))
    return {
        "mAP50": float(last["metrics/mAP50(B)"]),
        "mAP50-95": float(last["metrics/mAP50-95(B)"]),
        "epochs": int(float(last["epoch"])),
    }


if __name__ == "__main__":
    main()
