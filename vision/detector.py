"""Find cards and hands in a picture with the trained finder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import cv2
import numpy as np

from vision.crops import Corners, Picture, clockwise
from vision.network import Floats, Network
from vision.seen import Kind

STRIDE: Final = 32
KINDS: Final = (Kind.FACE, Kind.BACK, Kind.HAND)
GREY: Final = (114, 114, 114)

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


class YoloDetector:
    """The finder: YOLO with oriented boxes."""

    def __init__(self, network: Network, long_side: int = 768, least_score: float = 0.25) -> None:
        """Look at pictures shrunk to a long side in pixels."""
        self._network = network
        self._long_side = long_side
        self._least_score = least_score

    def detect(self, picture: Picture, long_side: int | None = None) -> tuple[Found, ...]:
        """Find everything in one BGR picture, shrunk to a long side in pixels."""
        scale = (long_side or self._long_side) / max(picture.shape[:2])
        columns = self._network.run(letterboxed(picture, scale))[0]
        scores = columns[4:-1].max(axis=0)
        likely = columns[:, scores >= self._least_score].T
        return tuple(
            Found(_corners(row) / scale, KINDS[int(row[4:-1].argmax())], float(row[4:-1].max()))
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
