"""What moves, whose arm is over the table, and what has come to rest: cheap, without any model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.seats import Actor
from vision.arms import ArmSense, Rim
from vision.backdrop import Backdrop, View, largest

Mask = npt.NDArray[np.bool_]
Seconds = npt.NDArray[np.float32]

RESTING_S = 0.7
"""A hand that lies so long on the rim, and reaches no further, is at rest there."""

RESTING_MM = 75.0
"""How far in from the rim a resting hand may reach."""

FORGOTTEN_S = 10.0
"""Whatever lies so long without moving belongs to the table, arm or not."""


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """One frame as motion sees it, in cells of the view from above."""

    taken_at: float
    number: int
    view: View
    """The view under levelled light."""
    moving: Mask
    still_s: Seconds
    """How long each cell has not moved, in seconds."""
    arms: Mapping[Actor, Mask]
    """The cells of each person's arm, with what it carries."""
    bare: Mask
    """Cells that show nothing but the table's own cloth."""
    contrast: float
    """The difference of grey levels that counts as something else."""
    is_shaken: bool = False
    """Most of the picture changed at once: the camera was knocked, or the light went."""

    @property
    def any_arm(self) -> Mask:
        """Cells covered by anybody's arm."""
        covered = np.zeros(self.bare.shape, dtype=bool)
        for mask in self.arms.values():
            covered |= mask
        return covered


class MotionSense:
    """Compares each view with the one before and with the table at rest."""

    def __init__(self, rim: Rim) -> None:
        """Sense motion on a table whose rim is split among its people."""
        self._rim = rim
        self._resting = _near_rim(rim)
        self.forget()

    def forget(self) -> None:
        """Begin anew, as after the camera was knocked."""
        self._arms = ArmSense(self._rim)
        self._backdrop: Backdrop | None = None
        self._before: View | None = None
        self._still_s = np.zeros(self._rim.owner.shape, dtype=np.float32)
        self._taken_at = 0.0

    def see(self, view: View, taken_at: float, number: int) -> Glance:
        """Return what moves in this view."""
        if self._backdrop is None:
            self._backdrop = Backdrop(view)
        backdrop = self._backdrop
        level = backdrop.levelled(view)
        moving, storm = self._moved(level, backdrop.step)
        self._still_s += np.float32(max(0.0, taken_at - self._taken_at))
        self._still_s[moving] = 0
        self._before, self._taken_at = level, taken_at

        differs, bare = backdrop.compared(level)
        arms = self._arms.see(differs, moving)
        glance = Glance(
            taken_at, number, level, moving, self._still_s.copy(), arms, bare, backdrop.contrast, storm
        )
        backdrop.learn(level, self._still_s, self._busy(glance), bare)
        return glance

    def _moved(self, level: View, step: float) -> tuple[Mask, bool]:
        """Return the cells that changed since the frame before, and whether most of them did."""
        if self._before is None:
            return np.zeros(level.shape[:2], dtype=bool), False
        differs = (largest(cv2.absdiff(level, self._before)) > step).astype(np.uint8)
        storm = bool(differs.mean() > 0.5)
        grown = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        return cv2.dilate(grown, np.ones((3, 3), np.uint8)).astype(bool), storm

    def _busy(self, glance: Glance) -> Mask:
        """Return the arm cells that do not belong to the table at rest yet."""
        busy = np.zeros(glance.bare.shape, dtype=bool)
        for mask in glance.arms.values():
            quiet_s = float(glance.still_s[mask].min())
            patience = RESTING_S if (mask <= self._resting).all() else FORGOTTEN_S
            if quiet_s < patience:
                busy |= mask
        return busy


def _near_rim(rim: Rim) -> Mask:
    """Return the cells within reach of a resting hand."""
    inner = (rim.owner == 0).astype(np.uint8)
    inner[[0, -1]] = 0
    inner[:, [0, -1]] = 0
    away = cv2.distanceTransform(inner, cv2.DIST_L2, 5) * rim.cell_mm
    return np.asarray(away < RESTING_MM, dtype=bool)
