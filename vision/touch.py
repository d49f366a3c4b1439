"""Who moved over which place last: arms leave a trace in time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.seats import Actor
from vision.motion import Glance, Mask
from vision.tracker_track import NEVER, Patch

LAID_S = (0.2, 0.6)
"""Whoever lays a card is over it at most so long before it rests; the first answer counts."""

LEAST, SOUND = 0.03, 0.15
"""Shares of a card's cells: less than the first is nothing, more than the second is certain."""

STIRS = 0.02
"""An arm of which less moves only lies there: it neither lays nor takes."""


@dataclass(frozen=True, slots=True)
class _Touched:
    """Somebody who moved over a card: over how much of it, and when last (seconds)."""

    person: Actor
    share: float
    last: float


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

    def laid_by(self, patch: Patch, born_at: float) -> Actor:
        """Return who moved over most of a card's cells as it came to rest, or a little before."""
        for window_s in LAID_S:
            touches = self._touches(patch, born_at - window_s)
            if touches:
                return max(touches, key=lambda t: (t.share, t.last, t.person)).person
        return Actor.UNKNOWN

    def lifted_by(self, patch: Patch, since: float) -> Actor:
        """Return who was the last to move over a card's cells since it was certainly there."""
        touches = self._touches(patch, since)
        sound = [t for t in touches if t.share >= SOUND] or touches
        return (
            max(sound, key=lambda t: (t.last, t.share, t.person)).person if sound else Actor.UNKNOWN
        )

    def _touches(self, patch: Patch, since: float) -> list[_Touched]:
        """Return everybody who moved over a card's cells since a moment."""
        found = []
        for person, when in self._when.items():
            inside = when[patch.window][patch.inside]
            share = float((inside >= since).mean()) if patch.size else 0.0
            if share >= LEAST:
                found.append(_Touched(person, round(share, 1), float(inside.max())))
        return found


def covered(patch: Patch, mask: Mask) -> float:
    """Return the share of a card's cells that a mask covers (0 to 1)."""
    return float(mask[patch.window][patch.inside].mean()) if patch.size else 0.0
