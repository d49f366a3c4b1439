"""Add photographs to what the finder trains on: those that label both indices of every card.

``python -m models.draw.photographed_boxes FOLDER --only PARTS``. The middles of a card's two index
corners tell roughly where it lies; the shipped aligner tells where exactly, and the card counts
when both labels then lie in its corners. A photograph is taken only if each of its labels belongs
to such a card, for a card without its box would be taught as no card. Only pictures that may be
trained on: see `models/sets.toml`.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from models.draw.photographs import Row, holds
from models.draw.write import FACE, FINDER_PX, SET, oriented_line
from vision.crops import Corners, Picture, index_corners
from vision.eye import Eye, open_eye
from vision.labelled import is_wanted
from vision.photo import load_photo
from vision.seen import as_quad

INDEX_AT = np.array((0.11, 0.135))
"""Where the middle of an index is, in parts of a card's width and height."""
CARD = np.array((1.0, 88 / 60))
"""Width and height of a card, between poker and bridge size."""
STRETCHES = (1.0, 4 / 3, 3 / 4)
"""Photographs that were made square were wider or higher before."""


def rough_quads(first: np.ndarray, second: np.ndarray) -> Iterator[Corners]:
    """Yield where a card may lie whose indices are at two places, one guess for each stretch."""
    for stretch in STRETCHES:
        scale = np.array((stretch, 1.0))
        one, two = first * scale, second * scale
        diagonal = CARD * (1 - 2 * INDEX_AT)
        across = two - one
        size = np.linalg.norm(across) / np.linalg.norm(diagonal)
        turn = np.arctan2(across[1], across[0]) - np.arctan2(diagonal[1], diagonal[0])
        c, s = np.cos(turn) * size, np.sin(turn) * size
        corners = (np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) - INDEX_AT) * CARD
        yield (corners @ np.array([[c, s], [-s, c]]) + one) / scale


def boxed(eye: Eye, picture: Picture, labels: list[Row]) -> list[Corners] | None:
    """Return the corners of every labelled card, or None where one of them is not certain."""
    cards = defaultdict(list)
    for label in labels:
        cards[label["class"]].append(label)
    found = [_card(eye, picture, both) for both in cards.values()]
    return (
        [quad for quad in found if quad is not None] if all(f is not None for f in found) else None
    )


def _card(eye: Eye, picture: Picture, both: list[Row]) -> Corners | None:
    if len(both) != 2 or any(label["kind"] != "corner" for label in both):
        return None
    one, two = (np.reshape(label["box"], (2, 2)).mean(0) for label in both)
    for rough in rough_quads(one, two):
        for seen in eye.look_at(picture, [as_quad(rough)]):
            quad = np.array(seen.quad)
            upper, lower = index_corners(quad)
            boxes = [label["box"] for label in both]
            if any(holds(upper, a) and holds(lower, b) for a, b in (boxes, boxes[::-1])):
                return quad
    return None


def write_photograph(name: str, picture: Picture, quads: list[Corners], times: int) -> None:
    """Write one photograph and its boxes, so many times a turn."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (FINDER_PX, FINDER_PX), interpolation=cv2.INTER_AREA)
    lines = "\n".join(filter(None, (oriented_line(FACE, q, (height, width)) for q in quads)))
    for n in range(times):
        stem = f"photograph-{name}-{n}"
        cv2.imwrite(str(SET / "finder/images/train" / f"{stem}.jpg"), small)
        (SET / "finder/labels/train" / f"{stem}.txt").write_text(lines)


def main() -> None:
    """Add one folder."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("folder", type=Path)
    words.add_argument("--only", default="", help="parts of paths, with commas between")
    words.add_argument("--times", type=int, default=1, help="how often each is shown a turn")
    asked = words.parse_args()
    eye, taken, looked = open_eye(), 0, 0
    for entry in json.loads((asked.folder / "labels.json").read_text(encoding="utf-8")):
        if not is_wanted(entry["image"], asked.only):
            continue
        looked += 1
        picture = load_photo(asked.folder / entry["image"])
        quads = boxed(eye, picture, entry["objects"])
        if quads:
            taken += 1
            write_photograph(Path(entry["image"]).stem, picture, quads, asked.times)
    print(f"{asked.folder}: {taken} of {looked} photographs")


if __name__ == "__main__":
    main()
