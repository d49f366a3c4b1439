"""Who moved over which place last: arms leave a trace in time."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.seats import Actor
from vision.motion import Glance, Mask
from vision.tracker_track import Patch

NEVER = -1e9

STIRS = 0.02
"""An arm of which less moves only lies there: it neither lays nor takes."""


class Touch:
    """Remembers, for each person and cell, when that person's arm last moved over it."""

    def __init__(self, shape: tuple[int, int]) -> None:
        """Begin with nobody having touched anything."""
        self._shape = shape
        self._when: dict[Actor, npt.NDArray[np.float32]] = {}

    def see(self, glance: Glance) -> None:
        """Note the arms of one frame."""
        for person, mask in glance.arms.items():
            if person not in self._when:
                self._when[person] = np.full(self._shape, NEVER, dtype=np.float32)
            if (mask & glance.moving).sum() >= STIRS * mask.sum():
                self._when[person][mask] = glance.taken_at

    def by(self, patch: Patch, since: float) -> Actor:
        """Return who moved over most of a card's cells since a moment; of equals, the later one."""
        best, who = (0.03, NEVER), Actor.UNKNOWN
        for person, when in self._when.items():
            inside = when[patch.window][patch.inside]
            touched = inside >= since
            if not touched.any():
                continue
            rank = (round(float(touched.mean()) + 0.05, 1), float(inside.max()))
            if rank > best:
                best, who = rank, person
        return who


def covered(patch: Patch, mask: Mask) -> float:
    """Return the share of a card's cells that a mask covers (0 to 1)."""
    return float(mask[patch.window][patch.inside].mean()) if patch.size else 0.0
