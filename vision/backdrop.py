"""The table at rest and its bare cloth, against which everything else stands out."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

View = npt.NDArray[np.uint8]
"""The small view from above: rows, columns, blue-green-red."""

Mask = npt.NDArray[np.bool_]
Seconds = npt.NDArray[np.float32]

AT_REST_S = 0.3
"""What has not moved for so long, and is nobody's arm, belongs to the table at rest."""

PULL = 0.08
"""How fast the table at rest follows slow changes of light, per frame."""


SOME = 8
"""One row and one column in so many tells the light."""


class Backdrop:
    """What the table looks like when nobody touches it.

    Light is levelled first: the gain of each channel that brings the bare cloth back to what it
    was, so that a lamp that dims changes nothing.
    """

    def __init__(self, view: View) -> None:
        """Begin with the first view, whatever it shows; what is wrong in it wears off."""
        self._rest = view.astype(np.float32)
        self._cloth = view.astype(np.float32)
        self._rest_view, self._cloth_view = view.copy(), view.copy()
        bright = float(np.median(view.max(axis=2)))
        self.contrast = float(np.clip(0.2 * bright, 10, 22))
        """The difference of grey levels that counts as something else."""
        self.step = 0.6 * self.contrast
        """The difference of grey levels from one frame to the next that counts as motion."""
        self._free = np.ones(view.shape[:2], dtype=bool)
        self._away = np.zeros(view.shape[:2], dtype=bool)

    def levelled(self, view: View) -> View:
        """Return the view as it would be under the light of the first frames."""
        sample = self._free[::SOME, ::SOME]
        here, free = view[::SOME, ::SOME][sample], self._rest[::SOME, ::SOME][sample]
        if len(here) < 50:
            return view
        gain = np.median((free + 4) / (here.astype(np.float32) + 4), axis=0)
        if np.abs(gain - 1).max() < 0.01:
            return view
        scale = np.clip(gain, 0.3, 4.0)
        return np.asarray(cv2.multiply(view, np.array((*scale, 0.0))), dtype=np.uint8)

    def compared(self, level: View) -> tuple[Mask, Mask]:
        """Return the cells that differ from the table at rest, and those that show bare cloth."""
        rest = apart(level, self._rest_view)
        self._away = rest > self.contrast
        cloth = apart(level, self._cloth_view)
        differs = ((rest > self.contrast) & (cloth > self.contrast)).astype(np.uint8)
        opened = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        return closed.astype(bool), np.asarray(cloth <= 0.8 * self.contrast)

    def learn(self, level: View, still_s: Seconds, arms: Mask, bare: Mask) -> None:
        """Let what has come to rest become part of the table, and follow the light."""
        self._free = ~arms
        calm = self._free & (still_s >= AT_REST_S)
        if (new := calm & self._away).any():
            self._rest[new] = level[new]
        cv2.accumulateWeighted(level, self._rest, PULL, mask=bits(calm & ~self._away))
        cv2.accumulateWeighted(level, self._cloth, PULL / 2, mask=bits(bare & self._free))
        self._rest_view = bytes_of(self._rest)
        self._cloth_view = bytes_of(self._cloth)


def apart(one: View, other: View) -> npt.NDArray[np.uint8]:
    """Return for each cell how far two views differ, in the channel that differs most."""
    gap = cv2.absdiff(one, other)
    blue, green, red = (cv2.extractChannel(gap, n) for n in range(3))
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8)


def bits(mask: Mask) -> npt.NDArray[np.uint8]:
    """Return a mask as OpenCV wants it, without a copy."""
    return mask.view(np.uint8)


def bytes_of(view: npt.NDArray[np.float32]) -> View:
    """Return a view of fractions as a view of grey levels."""
    return np.asarray(cv2.convertScaleAbs(view), dtype=np.uint8)
