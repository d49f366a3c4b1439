"""Find cards and hands in a picture with the trained finder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

import cv2
import numpy as np

from vision.crops import Corners, Picture, clockwise
from vision.network import Floats, Network, Shape
from vision.seen import Kind
from vision.window import Window

STRIDE: Final = 32
KINDS: Final = (Kind.FACE, Kind.BACK, Kind.HAND)
GREY: Final = (114, 114, 114)

WINDOWS: Final = ((192, 192), (256, 256), (384, 384))
"""Widths and heights in pixels, as the finder sees them, of the parts of a picture that it may be
shown alone, the cheapest first. Few sizes, because the finder has to be made ready for each; and
no low strips, in which it finds fewer of the backs in a packet than in the whole picture."""

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

    def make_ready(self, shape: tuple[int, int]) -> None:
        """Prepare for pictures of so many rows and columns, so that no look has to wait."""
        ...


class YoloDetector:
    """The finder: YOLO with oriented boxes."""

    def __init__(
        self, open_finder: Callable[[Shape | None], Network], long_side: int = 768
    ) -> None:
        """Look at pictures shrunk to a long side in pixels.

        The finder is opened once for pictures of any shape, and once for each size of window: a
        network that sees one size only is twice as fast as one that sees several in turn.
        """
        self._finder = cache(open_finder)
        self._long_side = long_side

    def detect(self, picture: Picture, long_side: int | None = None) -> tuple[Found, ...]:
        """Find everything in one BGR picture, shrunk to a long side in pixels."""
        scale = (long_side or self._long_side) / max(picture.shape[:2])
        return _found(self._finder(None), letterboxed(picture, scale), scale)

    def detect_in(self, picture: Picture, window: Window) -> tuple[Found, ...]:
        """Find at least what lies wholly in a window of one BGR picture."""
        scale = self._long_side / max(picture.shape[:2])
        cut = cut_around(window, picture.shape[:2], scale)
        if cut is None:
            return self._found_in(picture, scale)
        part = picture[cut.top : cut.top + cut.high, cut.left : cut.left + cut.wide]
        found = self._found_in(part, scale, (cut.left, cut.top))
        return tuple(f for f in found if _is_whole(f, cut, picture.shape[:2]))

    def make_ready(self, shape: tuple[int, int]) -> None:
        """Open the finder for pictures of so many rows and columns, and for every window of them.

        Opening takes a third of a second, which nobody has in the middle of a game.
        """
        whole = letterboxed(np.zeros((*shape, 3), np.uint8), self._long_side / max(shape))
        rows, columns = whole.shape[2:]
        for size in ((rows, columns), *((high, wide) for wide, high in WINDOWS)):
            self._finder((1, 3, *size))

    def _found_in(
        self, picture: Picture, scale: float, corner: tuple[int, int] = (0, 0)
    ) -> tuple[Found, ...]:
        """Find everything with the finder that is open for pictures of this size."""
        batch = letterboxed(picture, scale)
        rows, columns = batch.shape[2:]
        return _found(self._finder((1, 3, rows, columns)), batch, scale, corner)


@dataclass(frozen=True, slots=True)
class Cut:
    """An upright part of a picture, in its pixels."""

    left: int
    top: int
    wide: int
    high: int


def cut_around(window: Window, shape: tuple[int, int], scale: float) -> Cut | None:
    """Return the cheapest cut that shows a window; None when no cut is large enough."""
    whole = np.array(shape[::-1])
    low, high = np.clip(window.low, 0, whole), np.clip(window.high, 0, whole)
    for window_size in WINDOWS:
        size = np.minimum((np.array(window_size) / scale).astype(int), whole)
        if (high - low <= size).all():
            corner = np.clip((low + high - size) / 2, 0, whole - size).astype(int)
            return Cut(*corner.tolist(), *size.tolist())
    return None


def _is_whole(found: Found, cut: Cut, shape: tuple[int, int]) -> bool:
    """Tell whether a thing does not run across an edge of the cut that is none of the picture."""
    right, bottom = cut.left + cut.wide, cut.top + cut.high
    height, width = shape
    x, y = found.corners[:, 0], found.corners[:, 1]
    return bool(
        (cut.left == 0 or x.min() > cut.left + EDGE_PX)
        and (cut.top == 0 or y.min() > cut.top + EDGE_PX)
        and (right >= width or x.max() < right - EDGE_PX)
        and (bottom >= height or y.max() < bottom - EDGE_PX)
    )


def _found(
    network: Network, batch: Floats, scale: float, corner: tuple[int, int] = (0, 0)
) -> tuple[Found, ...]:
    """Find everything in a scaled picture whose own corner lies there in a larger one."""
    columns = network.run(batch)[0]
    likely = columns[:, columns[4:-1].max(axis=0) >= LEAST_SCORE].T
    rows = likely[_once(likely)]
    if not len(rows):
        return ()
    scores = rows[:, 4:-1]
    kinds, best = scores.argmax(axis=1).tolist(), scores.max(axis=1).tolist()
    places = _corners(rows) / scale + np.array(corner)
    return tuple(
        Found(place, KINDS[kind], score)
        for place, kind, score in zip(places, kinds, best, strict=True)
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
    batch = np.empty((1, 3, *padded.shape[:2]), np.float32)
    # To the last bit what cv2.dnn.blobFromImage gives, in a fifth of its time.
    np.multiply(padded[..., ::-1].transpose(2, 0, 1), np.float32(1 / 255), out=batch[0])
    return batch


def _corners(rows: Floats) -> Corners:
    """Turn rows (x, y, width, height, a score per kind, angle) into corners, n by 4 by 2."""
    boxes = rows.astype(np.float64)
    c, s = np.cos(boxes[:, -1:]), np.sin(boxes[:, -1:])
    along = np.hstack((c, s)) * boxes[:, 2:3] / 2
    across = np.hstack((-s, c)) * boxes[:, 3:4] / 2
    sides = (-along - across, along - across, along + across, across - along)
    return clockwise(boxes[:, None, :2] + np.stack(sides, axis=1))
