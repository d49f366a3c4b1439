"""What moves, whose arm is over the table, and what has come to rest: cheap, without any model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.seats import Actor
from vision.arms import ArmSense, Rim
from vision.backdrop import Backdrop, View, apart

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

    @property
    def any_arm(self) -> Mask:
        """Cells covered by anybody's arm."""
        covered = np.zeros(self.bare.shape, dtype=bool)
        for mask in self.arms.values():
            covered |= mask
        return covered


@dataclass(frozen=True, slots=True, eq=False)
class Stirred:
    """A view under levelled light, and what moves in it."""

    level: View
    moving: Mask
    backdrop: Backdrop


class MotionSense:
    """Compares each view with the one before and with the table at rest."""

    def __init__(self, rim: Rim) -> None:
        """Sense motion on a table whose rim is split among its people."""
        self._arms = ArmSense(rim)
        self._resting = {p: _near(rim, place + 1) for place, p in enumerate(rim.people)}
        self._backdrop: Backdrop | None = None
        self._before: View | None = None
        self._still_s = np.zeros(rim.owner.shape, dtype=np.float32)
        self._taken_at = 0.0

    def stirred(self, view: View) -> Stirred:
        """Return what moves in a view without taking it in."""
        if self._backdrop is None:
            self._backdrop = Backdrop(view)
        level = self._backdrop.levelled(view)
        return Stirred(level, self._moved(level, self._backdrop.step), self._backdrop)

    def see(self, stirred: Stirred, taken_at: float, number: int) -> Glance:
        """Take a view in."""
        level, moving, backdrop = stirred.level, stirred.moving, stirred.backdrop
        self._still_s += np.float32(max(0.0, taken_at - self._taken_at))
        self._still_s[moving] = 0
        self._before, self._taken_at = level, taken_at

        differs, bare = backdrop.compared(level)
        arms = self._arms.see(differs, moving)
        still_s = self._still_s.copy()
        glance = Glance(taken_at, number, level, moving, still_s, arms, bare, backdrop.contrast)
        backdrop.learn(level, still_s, self._busy(glance), bare)
        return glance

    def _moved(self, level: View, step: float) -> Mask:
        """Return the cells that changed since the frame before, grown by a cell."""
        if self._before is None:
            return np.zeros(level.shape[:2], dtype=bool)
        differs = (apart(level, self._before) > step).astype(np.uint8)
        cleaned = cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        return cv2.dilate(cleaned, np.ones((3, 3), np.uint8)).astype(bool)

    def _busy(self, glance: Glance) -> Mask:
        """Return the arm cells that do not belong to the table at rest yet."""
        busy = np.zeros(glance.bare.shape, dtype=bool)
        for person, mask in glance.arms.items():
            quiet_s = float(glance.still_s[mask].min())
            rests = bool((mask <= self._resting[person]).all())
            if quiet_s < (RESTING_S if rests else FORGOTTEN_S):
                busy |= mask
        return busy


def _near(rim: Rim, owner: int) -> Mask:
    """Return the cells within reach of a hand that rests on its own edge."""
    if not (rim.owner == owner).any():
        return np.zeros(rim.owner.shape, dtype=bool)
    away = cv2.distanceTransform((rim.owner != owner).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(away * rim.cell_mm < RESTING_MM, dtype=bool)
