"""Views of known cards, and the many ways in which each may be seen again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import INDEX_SIZE, WHOLE_SIZE, Corners, Picture, as_batch, index_corners, upright
from vision.deck_head import AS_BEFORE
from vision.network import Floats, Network
from vision.reader import BACK, CLASSES, NONE

Rng = np.random.Generator

VARIATIONS: Final = 60
BATCH: Final = 128
CARD_PX: Final = (45.0, 110.0)
"""Heights in pixels at which cards are seen on tables."""

STRAYS: Final = 15
"""How many boxes beside each card are shown, which have to be read as before."""

COVERED: Final = 0.1
"""How often an index is shown covered, which has to stay unreadable."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One sight of one card: its name, and a picture with the place where it lies."""

    name: str
    picture: Picture
    corners: Corners
    shot: int = 0
    """Which picture or moment it comes from; views of one shot are no proof of each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """Crops of many views as the readers saw them: scores and embeddings, with what is true.

    A card looks the same from both ends, and each end is a sight of its own: `end` says from which
    one a row was seen.
    """

    view: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    labels: npt.NDArray[np.int64]
    scores: Floats
    embedding: Floats

    def of(self, rows: npt.NDArray[np.bool_]) -> Crops:
        """Return some of the rows."""
        parts = (self.view, self.end, self.labels)
        view, end, labels = (part[rows] for part in parts)
        return Crops(view, end, labels, self.scores[rows], self.embedding[rows])


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    crop: Picture
    view: int
    end: int
    label: int


def label_of(name: str) -> int:
    """Return the number of what a view shows."""
    return BACK if name == "back" else CLASSES.index(name)


def whole_crops(
    network: Network, views: Sequence[View], rng: Rng, variations: int = VARIATIONS
) -> Crops:
    """Show every view to the reader of whole cards, varied."""
    return _seen(
        network,
        [
            _whole(view, number, turn % 2, rng)
            for number, view in enumerate(views)
            for turn in range(variations)
        ]
        + [
            _Cut(tinted(_cut(view, box, WHOLE_SIZE, rng), rng), number, 0, AS_BEFORE)
            for number, view in enumerate(views)
            for box in _strays(view, rng)
        ],
    )


def index_crops(
    network: Network, views: Sequence[View], rng: Rng, variations: int = VARIATIONS
) -> Crops:
    """Show both index corners of every view to the reader of indices, varied."""
    return _seen(
        network,
        [
            cut
            for number, view in enumerate(views)
            for _ in range(variations)
            for cut in _indices(view, number, views[int(rng.integers(len(views)))], rng)
        ]
        + [
            _Cut(tinted(_cut(view, part, INDEX_SIZE, rng, share=0.34), rng), number, 0, AS_BEFORE)
            for number, view in enumerate(views)
            for box in _strays(view, rng)
            for part in index_corners(box)
        ],
    )


def _seen(network: Network, cuts: Sequence[_Cut]) -> Crops:
    parts = [
        network.run_all(as_batch([cut.crop for cut in cuts[at : at + BATCH]]))
        for at in range(0, len(cuts), BATCH)
    ]
    view, end, labels = np.array([(cut.view, cut.end, cut.label) for cut in cuts]).T
    scores, embedding = (np.concatenate([p[n] for p in parts]) for n in (0, 1))
    return Crops(view, end, labels, scores, embedding)


def _strays(view: View, rng: Rng) -> Iterator[Corners]:
    """Yield boxes that lie beside, across or askew on a card, as the finder sometimes errs."""
    middle = view.corners.mean(axis=0)
    high = float(np.linalg.norm(view.corners[0] - view.corners[3]))
    for _ in range(STRAYS):
        angle, size = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.6, 1.5))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        way = float(rng.uniform(0, 2 * np.pi))
        aside = np.array((np.cos(way), np.sin(way))) * float(rng.uniform(0.3, 1.6)) * high
        box: Corners = (view.corners - middle) @ turn * size + middle + aside
        yield box


def _whole(view: View, number: int, end: int, rng: Rng) -> _Cut:
    corners = np.roll(jittered(view.corners, rng), 2 * end, axis=0)
    crop = tinted(_cut(view, corners, WHOLE_SIZE, rng), rng)
    return _Cut(crop, number, end, label_of(view.name))


def _indices(view: View, number: int, other: View, rng: Rng) -> Iterator[_Cut]:
    for end, part in enumerate(index_corners(jittered(view.corners, rng))):
        crop, label = _cut(view, part, INDEX_SIZE, rng, share=0.34), label_of(view.name)
        if rng.random() < COVERED:
            crop, label = _covered(crop, other, rng), NONE
        yield _Cut(tinted(crop, rng), number, end, label)


def _covered(crop: Picture, other: View, rng: Rng) -> Picture:
    """Lay the middle of another card over most of an index."""
    height, width = crop.shape[:2]
    middle = upright(other.picture, other.corners, (height * 2, width * 2))
    out = crop.copy()
    left = int(rng.integers(0, width // 4))
    out[:, left:] = middle[height // 2 : height // 2 + height, width // 2 : width // 2 + width][
        :, left:
    ]
    return out


def jittered(corners: Corners, rng: Rng) -> Corners:
    """Move the corners as the aligner errs."""
    height = float(np.linalg.norm(corners[0] - corners[3]))
    spread = float(rng.choice([0.004, 0.012, 0.025], p=[0.35, 0.45, 0.2])) * height
    moved: Corners = corners + rng.normal(0, spread, (4, 2)) + rng.normal(0, spread, 2)
    return moved


def _cut(
    view: View, corners: Corners, size: tuple[int, int], rng: Rng, share: float = 1.0
) -> Picture:
    """Cut a part upright, half the time at the resolution at which tables show cards."""
    height, width = size
    seen_px = float(rng.uniform(*CARD_PX)) * share
    shrink = min(1.0, seen_px / height) if rng.random() < 0.5 else 1.0
    small = (max(8, round(height * shrink)), max(6, round(width * shrink)))
    crop = upright(view.picture, corners, small)
    if shrink == 1.0:
        return crop
    grown = cv2.resize(crop, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(grown, np.uint8)


def tinted(crop: Picture, rng: Rng) -> Picture:
    """Vary light, colour, sharpness and noise of a crop."""
    light = float(rng.uniform(0.55, 1.25)) * (1 + rng.normal(0, 0.05, 3))
    out = np.asarray(crop * light + float(rng.uniform(-14, 14)), np.float32)
    if rng.random() < 0.35:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.4))), np.float32)
    noise = rng.normal(0, float(rng.uniform(0, 6)), out.shape)
    return np.asarray(np.clip(out + noise, 0, 255), np.uint8)
