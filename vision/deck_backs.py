"""Card backs: which ones belong to an enrolled deck, and which are foreign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.crops import WHOLE_SIZE, Corners, Picture, upright
from vision.network import Floats

PRINT_SIZE: Final = (24, 16)
"""Height and width in cells at which prints are compared: finer detail is lost on a table."""

SHIFTS: Final = tuple((y, x) for y in (-1, 0, 1) for x in (-1, 0, 1))
CHROMA: Final = 1.5
"""Colour tells prints apart better than lightness, which shade and glare change."""

FOREIGN: Final = 0.17
"""A back that differs from every enrolled one by more than this looks foreign. One look in twenty
errs so; several looks together do not."""


def print_of(picture: Picture, corners: Corners) -> Floats:
    """Describe the print of a back: coarse, and as light as every other.

    Colour is left as it is: a table's camera and lamps see enrolled and foreign backs alike.
    """
    crop = upright(picture, corners, WHOLE_SIZE).astype(np.float32)
    even = np.clip(crop * np.float32(0.5 / max(20.0, float(crop.mean()))), 0, 1.5)
    lab = cv2.cvtColor(even.astype(np.float32), cv2.COLOR_BGR2LAB) / np.float32(100)
    small = cv2.resize(lab, PRINT_SIZE[::-1], interpolation=cv2.INTER_AREA)
    small[..., 1:] *= CHROMA
    return np.asarray(small, np.float32)


def difference(one: Floats, other: Floats) -> float:
    """Return how far two prints differ; a card that is turned by half is the same card."""
    inner = other[1:-1, 1:-1]
    height, width = one.shape[:2]
    best = np.inf
    for turned in (one, one[::-1, ::-1]):
        for y, x in SHIFTS:
            part = turned[1 + y : height - 1 + y, 1 + x : width - 1 + x]
            apart = np.linalg.norm(part - inner, axis=2).mean()
            best = min(best, float(apart))
    return best


def strangeness(prints: Sequence[Floats], seen: Floats) -> float:
    """Return how far a back differs from the enrolled one that is most like it; 0 without any."""
    return min((difference(seen, known) for known in prints), default=0.0)
