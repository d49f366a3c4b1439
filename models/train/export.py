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
from models.train.networks import Small, aligner, index_reader, whole_reader
from vision.crops import ALIGNER_SIZE, INDEX_SIZE, WHOLE_SIZE
from vision.reader import CLASSES

MODELS = Path(__file__).parent.parent
WEIGHTS = MODELS / "weights"
REGISTRY = MODELS / "registry.toml"
KINDS = ("face", "back", "hand")


def export_finder(run: str) -> Path:
    """Export the finder: any picture size that is a multiple of 32, end to end."""
    from ultralytics import YOLO

    best = WORK / "runs" / run / "weights" / "best.pt"
    made = YOLO(str(best)).export(format="onnx", dynamic=True, simplify=True, opset=17)
    target = WEIGHTS / "finder.onnx"
    shutil.move(str(made), target)
    return target


def export_small(network: Small, size: tuple[int, int], name: str) -> Path:
    """Export one of the small networks for batches of any length."""
    target = WEIGHTS / f"{name}.onnx"
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
    return target


def enter(name: str, path: Path, **fields: object) -> None:
    """Enter a network in the registry."""
    table = tomlkit.parse(REGISTRY.read_text()) if REGISTRY.exists() else tomlkit.document()
    entry = tomlkit.table()
    entry["file"] = str(path.relative_to(MODELS))
    entry["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    for field, value in fields.items():
        entry[field] = value
    table[name] = entry
    REGISTRY.write_text(tomlkit.dumps(table))


def main() -> None:
    """Export what is asked for."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--finder", help="name of the finder's run")
    words.add_argument("--readers", help="name of the readers' run")
    words.add_argument("--version", default="1")
    asked = words.parse_args()
    WEIGHTS.mkdir(exist_ok=True)
    about = {
        "version": asked.version,
        "training_set": "drawn, see cards/",
        "licence": "AGPL-3.0-or-later",
    }
    if asked.finder:
        figures = _finder_figures(WORK / "runs" / asked.finder / "results.csv")
        enter(
            "finder",
            export_finder(asked.finder),
            classes=list(KINDS),
            input="any multiple of 32",
            card="cards/finder.md",
            figures=figures,
            **about,
        )
    if asked.readers:
        run = WORK / "runs" / asked.readers
        states = torch.load(run / "readers.pt", weights_only=True)
        figures = json.loads((run / "readers.json").read_text())
        made = {
            "aligner": (aligner(), ALIGNER_SIZE),
            "whole": (whole_reader(), WHOLE_SIZE),
            "index": (index_reader(), INDEX_SIZE),
        }
        for name, (network, size) in made.items():
            network.load_state_dict(states[name])
            classes = (
                ["x1", "y1", "x2", "y2", "x3", "y3", "x4", "y4", "card"]
                if name == "aligner"
                else list(CLASSES)
            )
            enter(
                name,
                export_small(network, size, name),
                classes=classes,
                input=f"{size[0]}x{size[1]}",
                card="cards/readers.md",
                figures=figures,
                **about,
            )


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
