"""What the eye finds in one picture, before anything is settled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

import numpy as np
import numpy.typing as npt

from engine.cards import Card

Point = tuple[float, float]
"""A point of the camera picture in pixels."""

Quad = tuple[Point, Point, Point, Point]
"""Four corners in camera pixels, clockwise; the first edge is a short edge of the card."""


def as_quad(corners: npt.NDArray[np.float64]) -> Quad:
    """Turn four corners, one a row, into plain points."""
    one, two, three, four = ((float(x), float(y)) for x, y in corners)
    return (one, two, three, four)


@unique
class Kind(StrEnum):
    """What was found; the value stands in files."""

    FACE = "face"
    BACK = "back"
    UNREADABLE = "unreadable"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One thing found in a picture: a face, a back, a face that cannot be read, or a hand.

    `probability` is the reader's for a face and the finder's for the rest; `candidates` lists the
    faces that the reader thinks possible, best first, with their probabilities.
    """

    quad: Quad
    kind: Kind
    card: Card | None
    probability: float
    candidates: tuple[tuple[Card, float], ...] = ()
