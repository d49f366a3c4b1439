"""Arms that come into a zone and leave it: what they brought, what they took away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from engine.seats import Actor
from vision.backdrop import View, apart
from vision.motion import Glance, Mask
from vision.tracker_track import Window, window_of

INSIDE_SHARE = 0.015
"""An arm is in a zone when it covers so much of it."""

NEAR = 21
"""What a hand lays down lies within so many cells of where it was."""

PATIENCE_S = 0.3
"""How long to wait for the place to become calm after the arm has left."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a visit left behind: cells that show something new, and cells laid bare."""

    by: Actor
    ended_at: float
    brought: Mask
    taken: Mask
    begun_at: float = 0.0
    touched: int = 0
    """How many cells with cards on them the hand reached over."""


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """A frame cut down to the window of one zone."""

    taken_at: float
    view: View
    bare: Mask
    moving: Mask
    arms: Mapping[Actor, Mask]
    any_arm: Mask
    contrast: float


@dataclass(slots=True, eq=False)
class _Visit:
    """An arm in the zone, and every cell that it has covered."""

    begun_at: float
    reach: Mask
    others: Mask
    """Cells under somebody else's hand when the visit began: what they show is not known."""
    left_at: float | None = None


class Visits:
    """Follows the visits to one zone."""

    def __init__(self, zone: Mask) -> None:
        """Follow the arms over the cells of a zone."""
        self._shape = zone.shape
        self._window: Window = window_of(zone)
        self._zone = zone[self._window]
        self._calm: View | None = None
        self._was_bare = np.zeros_like(self._zone)
        self._open: dict[Actor, _Visit] = {}

    def see(self, glance: Glance) -> tuple[Outcome, ...]:
        """Take one frame in; return the visits that have come to their end."""
        corner = self._cut(glance)
        if self._calm is None:
            self._calm, self._was_bare = corner.view.copy(), corner.bare.copy()
        for person, arm in corner.arms.items():
            self._note(person, arm, corner)
        done = tuple(self._ended(corner, self._calm))
        if not self._open:
            self._calm_down(corner, self._calm)
        return done

    def _cut(self, glance: Glance) -> Corner:
        """Cut a frame down to the zone."""
        window = self._window
        arms = {a: m[window] & self._zone for a, m in glance.arms.items()}
        covered = np.zeros_like(self._zone)
        for mask in arms.values():
            covered |= mask
        return Corner(
            glance.taken_at,
            np.ascontiguousarray(glance.view[window]),
            glance.bare[window],
            glance.moving[window],
            arms,
            covered,
            glance.contrast,
        )

    def _note(self, person: Actor, inside: Mask, corner: Corner) -> None:
        """Follow one arm in the zone."""
        is_in = inside.sum() >= INSIDE_SHARE * self._zone.sum()
        visit = self._open.get(person)
        if is_in and visit is None:
            visit = self._open[person] = _Visit(
                corner.taken_at, np.zeros_like(self._zone), corner.any_arm & ~inside
            )
        if visit is not None:
            visit.reach |= inside
            visit.left_at = None if is_in else (visit.left_at or corner.taken_at)

    def _ended(self, corner: Corner, calm: View) -> Iterator[Outcome]:
        """Yield what the visits left that are over and whose place is calm."""
        for person, visit in list(self._open.items()):
            if person not in corner.arms and visit.left_at is None:
                visit.left_at = corner.taken_at
            if visit.left_at is None:
                continue
            stirred = corner.moving[visit.reach].mean()
            if stirred < 0.03 or corner.taken_at - visit.left_at >= PATIENCE_S:
                del self._open[person]
                yield self._outcome(person, visit, corner, calm)

    def _outcome(self, person: Actor, visit: _Visit, corner: Corner, calm: View) -> Outcome:
        """Compare the place with what it was before the visit."""
        near = cv2.dilate(visit.reach.astype(np.uint8), np.ones((NEAR, NEAR), np.uint8))
        busy = visit.others | corner.moving | corner.arms.get(person, np.False_)
        free = near.astype(bool) & self._zone & ~busy
        differs = free & (apart(corner.view, calm) > corner.contrast)
        opened = cv2.morphologyEx(
            differs.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)
        )
        changed = opened.astype(bool)
        taken = changed & corner.bare & ~self._was_bare
        touched = int((visit.reach & ~self._was_bare).sum())
        calm[free], self._was_bare[free] = corner.view[free], corner.bare[free]
        brought, gone = self._whole(changed & ~corner.bare), self._whole(taken)
        return Outcome(person, corner.taken_at, brought, gone, visit.begun_at, touched)

    def _calm_down(self, corner: Corner, calm: View) -> None:
        """Remember what the zone looks like while nobody is in it."""
        still = self._zone & ~corner.moving & ~corner.any_arm
        cv2.copyTo(corner.view, still.astype(np.uint8), calm)
        self._was_bare = np.where(still, corner.bare, self._was_bare)

    def _whole(self, mask: Mask) -> Mask:
        """Put cells of the zone back into the whole view."""
        whole = np.zeros(self._shape, dtype=bool)
        whole[self._window] = mask
        return whole
