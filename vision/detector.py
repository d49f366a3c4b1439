"""Find cards and hands in a picture with the trained finder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

import cv2
import numpy as np

from vision.crops import Corners, Picture, clockwise
from vision.network import Floats, Network
from vision.seen import Kind
from vision.window import Window

STRIDE: Final = 32
KINDS: Final = (Kind.FACE, Kind.BACK, Kind.HAND)
GREY: Final = (114, 114, 114)

WINDOWS: Final = (192, 256, 384)
"""Sides in pixels, as the finder sees them, of the parts of a picture that it may be shown alone.
Few sizes, because the finder has to be made ready for each."""

EDGE_PX: Final = 2.0
"""What comes nearer to the edge of a cut may go on beyond it."""

LEAST_SCORE: Final = 0.25

SAME_BOX: Final = 0.8
"""Boxes of one kind of thing that share more than this part of their area are one thing."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A rough oriented box around something, in pixels of the picture."""

    corners: Corners
    kind: Kind
    score: float


class Detector(Protocol):
    """Finds cards, backs and hands."""

    def detect(self, picture: Picture, long_side: int | None = None) -> tuple[Found, ...]:
        """Find everything in one BGR picture, shrunk to a long side in pixels."""
        ...

    def detect_in(self, picture: Picture, window: Window) -> tuple[Found, ...]:
        """Find at least what lies wholly in a window of one BGR picture."""
        ...


class YoloDetector:
    """The finder: YOLO with oriented boxes."""

    def __init__(self, open_finder: Callable[[], Network], long_side: int = 768) -> None:
        """Look at pictures shrunk to a long side in pixels.

        The finder is opened once for whole pictures and once for each size of window: a network
        that sees one size only is twice as fast as one that sees several in turn.
        """
        self._network = open_finder()
        self._network_for = cache(lambda _size: open_finder())
        self._long_side = long_side

    def detect(self, picture: Picture, long_side: int | None = None) -> tuple[Found, ...]:
        """Find everything in one BGR picture, shrunk to a long side in pixels."""
        scale = (long_side or self._long_side) / max(picture.shape[:2])
        return _found(self._network, picture, scale, (0, 0))

    def detect_in(self, picture: Picture, window: Window) -> tuple[Found, ...]:
        """Find at least what lies wholly in a window of one BGR picture."""
        scale = self._long_side / max(picture.shape[:2])
        cut = cut_around(window, picture.shape[:2], scale)
        if cut is None:
            return self.detect(picture)
        part = picture[cut.top : cut.top + cut.side, cut.left : cut.left + cut.side]
        found = _found(self._network_for(cut.size), part, scale, (cut.left, cut.top))
        return tuple(f for f in found if _is_whole(f, cut, picture.shape[:2]))


@dataclass(frozen=True, slots=True)
class Cut:
    """A square part of a picture, in its pixels, and the side that the finder sees it with."""

    left: int
    top: int
    side: int
    size: int


def cut_around(window: Window, shape: tuple[int, int], scale: float) -> Cut | None:
    """Return the smallest cut that shows a window; None when no cut is large enough."""
    height, width = shape
    low, high = np.clip(window.low, 0, (width, height)), np.clip(window.high, 0, (width, height))
    for size in WINDOWS:
        side = int(size / scale)
        if side <= min(height, width) and (high - low <= side).all():
            middle = (low + high) / 2
            left, top = np.clip(middle - side / 2, 0, (width - side, height - side)).astype(int)
            return Cut(int(left), int(top), side, size)
    return None


def _is_whole(found: Found, cut: Cut, shape: tuple[int, int]) -> bool:
    """Tell whether a thing does not run across an edge of the cut that is none of the picture."""
    left, top, side = cut.left, cut.top, cut.side
    height, width = shape
    x, y = found.corners[:, 0], found.corners[:, 1]
    return bool(
        (left == 0 or x.min() > left + EDGE_PX)
        and (top == 0 or y.min() > top + EDGE_PX)
        and (left + side >= width or x.max() < left + side - EDGE_PX)
        and (top + side >= height or y.max() < top + side - EDGE_PX)
    )


def _found(
    network: Network, picture: Picture, scale: float, corner: tuple[int, int]
) -> tuple[Found, ...]:
    """Find everything in a picture whose own corner lies there in a larger one."""
    columns = network.run(letterboxed(picture, scale))[0]
    likely = columns[:, columns[4:-1].max(axis=0) >= LEAST_SCORE].T
    return tuple(
        Found(
            _corners(row) / scale + corner,
            KINDS[int(row[4:-1].argmax())],
            float(row[4:-1].max()),
        )
        for row in likely[_once(likely)]
    )


def _once(rows: Floats) -> list[int]:
    """Choose the best of boxes that nearly coincide; cards that overlap stay."""
    if len(rows) == 0:
        return []
    boxes = [((r[0], r[1]), (r[2], r[3]), float(np.degrees(r[-1]))) for r in rows.tolist()]
    scores = rows[:, 4:-1].max(axis=1).tolist()
    return [int(n) for n in cv2.dnn.NMSBoxesRotated(boxes, scores, 0.0, SAME_BOX)]


def letterboxed(
    picture: Picture, scale: float
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Scale a picture and fill it up to multiples of the stride, as the finder was trained."""
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how)
    down, right = (-small.shape[0]) % STRIDE, (-small.shape[1]) % STRIDE
    padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT, value=GREY)
    blob = cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True)
    return np.asarray(blob, np.float32)


def _corners(row: Floats) -> Corners:
    """Turn a row (x, y, width, height, a score per kind, angle) into corners."""
    x, y, wide, high = (float(v) for v in row[:4])
    c, s = np.cos(float(row[-1])), np.sin(float(row[-1]))
    along, across = np.array((c, s)) * wide / 2, np.array((-s, c)) * high / 2
    middle = np.array((x, y))
    return clockwise(
        np.array(
            [
                middle - along - across,
                middle + along - across,
                middle + along + across,
                middle - along + across,
            ]
        )
    )
