"""Learn from the floor: cards that were doubted or corrected, with what a person said they are.

A folder for review: `frames/` holds whole pictures, `crops/CARD/` the cards under the name that a
person gave them, `crops/unanswered/` those that nobody named. Who reviews it moves a crop into
another folder or deletes it; the folder in which a crop lies is its truth.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from engine.cards import Card
from vision.crops import INDEX_SIZE, Corners, Picture, as_batch, index_corners, upright
from vision.eye import Eye
from vision.frames import Frame
from vision.reader import NONE, Reading, softmax
from vision.seen import Kind, SeenCard

UNANSWERED: Final = "unanswered"
ITEMS: Final = "items.jsonl"
CROP_SIZE: Final = (192, 128)
PART: Final = 0.02
"""A box is taken for an answer when the reader gives it at least this chance."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A doubt or a correction: when, what was read, and what a person said."""

    seq: int
    taken_at: float
    read: tuple[Card, ...]
    answer: tuple[Card, ...]
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One card for review: its place in the frame, and how far each index can be read."""

    asked: Asked
    name: str
    corners: Corners
    indices: tuple[float, float]


def frames_at(frames: Iterable[Frame], asked: Sequence[Asked]) -> Iterator[tuple[Asked, Frame]]:
    """Yield each doubt with the first frame at or after its time."""
    waiting = sorted(asked, key=lambda a: a.taken_at)
    for frame in frames:
        while waiting and frame.taken_at >= waiting[0].taken_at - 1e-6:
            yield waiting.pop(0), frame
        if not waiting:
            return


def items_in(eye: Eye, asked: Asked, frame: Frame) -> tuple[Item, ...]:
    """Find the cards that a doubt is about: those named by a person, else all unread ones."""
    looked = [(s, r) for s, r in eye.look_closely(frame.image) if r is not None]
    open_ones = [(s, r) for s, r in looked if s.card is None or s.card in asked.read]
    found: list[Item] = []
    for card in asked.answer:
        best = max(open_ones, key=lambda pair: _chance(pair[1], card), default=None)
        if best is not None and _chance(best[1], card) >= PART:
            found.append(_item(eye, asked, str(card), frame.image, best[0]))
            open_ones.remove(best)
    if found or asked.answer:
        return tuple(found)
    unread = [s for s, _ in open_ones if s.kind is Kind.UNREADABLE]
    return tuple(_item(eye, asked, UNANSWERED, frame.image, seen) for seen in unread)


def _chance(reading: Reading, card: Card) -> float:
    return dict(reading.candidates).get(card, 0.0)


def _item(eye: Eye, asked: Asked, name: str, picture: Picture, seen: SeenCard) -> Item:
    corners = np.array(seen.quad, np.float64)
    crops = [upright(picture, part, INDEX_SIZE) for part in index_corners(corners)]
    said = softmax(eye.reader.index.run(as_batch(crops)))
    return Item(asked, name, corners, (float(1 - said[0][NONE]), float(1 - said[1][NONE])))


def keep_items(folder: Path, frame: Frame, items: Sequence[Item]) -> None:
    """Write the frame once and a crop for each card; raises OSError."""
    for number, item in enumerate(items):
        stem = f"{item.asked.seq:06d}-{number}"
        place = folder / "frames" / f"{item.asked.seq:06d}.png"
        _write(place, frame.image)
        _write(
            folder / "crops" / item.name / f"{stem}.png",
            upright(frame.image, item.corners, CROP_SIZE),
        )
        row = {
            "crop": stem,
            "frame": place.name,
            "quad": item.corners.round(2).tolist(),
            "indices": [round(part, 3) for part in item.indices],
            "read": [str(card) for card in item.asked.read],
            "answer": item.name,
            "why": item.asked.why,
        }
        with (folder / ITEMS).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(row) + "\n")


def _write(path: Path, picture: Picture) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())


def reviewed(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the cards that passed review, each with the name of the folder it lies in now."""
    places = {path.stem: path.parent.name for path in (folder / "crops").glob("*/*.png")}
    for line in (folder / ITEMS).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        name = places.get(row["crop"])
        if name and name != UNANSWERED:
            yield name, row
