"""Add photographs whose index corners are labelled to the training set.

``python -m models.draw.photographs FOLDER --only PARTS`` finds cards with the shipped eye, names
each by the labels that lie in its two index corners, and writes patches beside the drawn ones; the
next training run reads both. Only pictures that may be trained on: see `models/sets.toml`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.draw.floor import write
from vision.crops import Corners, Picture, enlarged, index_corners
from vision.eye import Eye, open_eye
from vision.labelled import is_wanted
from vision.photo import load_photo, scales_for
from vision.seen import Kind

REACH = 1.25
"""A label belongs to an index corner that, enlarged so much, holds its middle."""

UNTOLD = 0.55
"""An index corner without a label may be covered or only unlabelled: it teaches nothing."""

WHOLE = 0.8
SHOWN = 1.0

Row = dict[str, Any]


def rows(folder: Path, wanted: str, eye: Eye) -> Iterator[tuple[Picture, Row]]:
    """Yield the cards of labelled photographs that the eye finds and the labels name."""
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if not is_wanted(entry["image"], wanted):
            continue
        picture = load_photo(folder / entry["image"])
        labels = [o for o in entry["objects"] if o["kind"] == "corner" and o.get("suit")]
        for seen in eye.look(picture, scales_for(picture)):
            if seen.kind in {Kind.FACE, Kind.UNREADABLE}:
                yield from named(picture, np.array(seen.quad), labels)


def named(picture: Picture, quad: Corners, labels: list[Row]) -> Iterator[tuple[Picture, Row]]:
    """Yield one card when the labels in its corners agree on its name."""
    inside = [[o for o in labels if holds(corner, o["box"])] for corner in index_corners(quad)]
    names = {_name(o) for corner in inside for o in corner}
    if len(names) == 1:
        corners = [SHOWN if corner else UNTOLD for corner in inside]
        yield picture, {"name": names.pop(), "quad": quad, "corners": corners, "visible": WHOLE}


def _name(label: Row) -> str:
    rank = {"10": "T"}.get(label["rank"], label["rank"])
    return f"{rank}{label['suit'].lower()}"


def holds(corner: Corners, box: list[float]) -> bool:
    """Tell whether the middle of a labelled box lies in an index corner, or close by."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    outline = enlarged(corner, REACH).astype(np.float32)
    return cv2.pointPolygonTest(outline, middle, measureDist=False) >= 0


def main() -> None:
    """Add one folder."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--only", default="", help="parts of paths, with commas between")
    words.add_argument("--times", type=int, default=1, help="how often each card is shown a turn")
    asked = words.parse_args()
    found = rows(asked.folder, asked.only, open_eye())
    count = write(f"photographs-{asked.folder.name}", found, asked.times)
    print(f"{asked.folder}: {count} cards")


if __name__ == "__main__":
    main()
