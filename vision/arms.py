"""Whose arm it is: the edge of the table where it comes in tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Millimetres
from calibration.profile import TableProfile
from engine.seats import Actor
from engine.table import Zone
from vision.rectify import TableMap

Mask = npt.NDArray[np.bool_]
Owners = npt.NDArray[np.uint8]
"""For each cell 0, or one more than the place of its owner in `Rim.people`."""

Window = tuple[slice, slice]

RIM_MM, BAND_MM = 6.0, 36.0
"""The rim itself, and the band along it where a dark sleeve may be lost against a dark edge."""

TOUCH_MM = 15.0
"""An arm crosses the rim over at least so much of its length; a shadow or an edge does not."""

STIRS = 0.1
"""A hand of which so much moves is about to take up new room; a resting one is not."""

LARGE_MM2 = 12000.0
"""Two cards and more: what is larger and was an arm just now still is one."""

ARM_MM2 = 500.0
"""Anything smaller that reaches the rim is noise or the shadow of a sleeve."""


@dataclass(frozen=True, slots=True, eq=False)
class Rim:
    """The outermost cells of the view, each with the number of who sits or stands there."""

    owner: Owners
    """The very edge of the view."""
    band: Owners
    """The band along it."""
    people: tuple[Actor, ...]
    cell_mm: float


def rim_of(profile: TableProfile, table: TableMap) -> Rim:
    """Split the rim of the view among the people of the table."""
    people = (*profile.seats, Actor.UNKNOWN)
    rows, columns = table.shape
    down, across = np.mgrid[0:rows, 0:columns]
    depths = np.stack([down, rows - 1 - down, across, columns - 1 - across])
    sides = np.array(["top", "bottom", "left", "right"])[depths.argmin(axis=0)]
    outermost = depths.min(axis=0) * table.cell_mm < BAND_MM
    nearest = np.zeros((rows, columns), dtype=np.uint8)
    for side in ("top", "bottom", "left", "right"):
        here = [seat for seat, edge in profile.seats.items() if edge == side] or [Actor.UNKNOWN]
        row, column = np.nonzero((sides == side) & outermost)
        spots = table.cell_spots(column, row)
        away = [np.linalg.norm(spots - _middle(profile, seat), axis=1) for seat in here]
        numbers = np.array([people.index(seat) + 1 for seat in here], dtype=np.uint8)
        nearest[row, column] = numbers[np.argmin(away, axis=0)]
    edge = depths.min(axis=0) * table.cell_mm < RIM_MM
    return Rim(np.where(edge, nearest, 0).astype(np.uint8), nearest, people, table.cell_mm)


def _middle(profile: TableProfile, seat: Actor) -> Millimetres:
    """Return the middle of a person's zone; nobody in particular has none, and is nowhere."""
    if seat is Actor.UNKNOWN:
        return np.zeros(2)
    zone = Zone.TALON if seat is Actor.DEALER else Zone(f"hand_{seat}")
    return np.asarray(np.mean(profile.zones_mm[zone], axis=0))


class ArmSense:
    """Finds arms among what differs from the table at rest, frame after frame."""

    def __init__(self, rim: Rim) -> None:
        """Find arms that come in over this rim."""
        self._rim = rim
        self._before = np.zeros(rim.owner.shape, dtype=np.uint8)
        self._smallest = ARM_MM2 / rim.cell_mm**2
        self._large = LARGE_MM2 / rim.cell_mm**2
        self._touch = RIM_MM * TOUCH_MM / rim.cell_mm**2

    def see(self, differs: Mask, moving: Mask) -> Mapping[Actor, Mask]:
        """Return the cells of each person's arm, with what it carries."""
        now = np.zeros_like(self._before)
        number, labels, stats, _ = cv2.connectedComponentsWithStats(differs.astype(np.uint8))
        for piece in range(1, number):
            if stats[piece, cv2.CC_STAT_AREA] < self._smallest:
                continue
            left, top, width, height = stats[piece, :4]
            window = (slice(top, top + height), slice(left, left + width))
            inside = labels[window] == piece
            now[window][inside] = self._whose(inside, window, moving[window])[inside]
        self._before = now
        return {
            person: now == place + 1
            for place, person in enumerate(self._rim.people)
            if (now == place + 1).any()
        }

    def _whose(self, inside: Mask, window: Window, moving: Mask) -> Owners:
        """Return the owner of each cell of one piece; 0 where it is nobody's arm."""
        before = np.where(inside, self._before[window], 0).astype(np.uint8)
        size = int(inside.sum())
        known = _counts(before)
        held = [o for o in known if known[o] >= max(5, 0.02 * size)]
        rim = _counts(np.where(inside, self._rim.owner[window], 0))
        band = _counts(np.where(inside, self._rim.band[window], 0))
        rooted = [o for o in held if band.get(o, 0) >= self._touch]
        # Of so much arm the sleeve is merely lost against a dark edge: it has not gone.
        there = [o for o in held if o in rooted or known[o] > self._large]
        if moving[inside].mean() < STIRS:
            return _spread(before, there or (held if size > self._large else []))

        if held:
            # What an arm that no longer reaches here has left behind is nobody's arm.
            kept = there or held
            stirring = [o for o in kept if moving[before == o].mean() >= STIRS]
            spread = _spread(before, stirring or kept)
            mine = np.where(np.isin(before, kept), before, spread)
            return np.where((before > 0) & ~np.isin(before, kept), 0, mine).astype(np.uint8)
        # A hand that comes in is a piece of its own at first; later it keeps its owner.
        reached = [o for o in rim if rim[o] >= self._touch]
        reached = reached or [o for o in band if band[o] >= self._touch]
        owner = max(reached, key=lambda o: rim.get(o, 0) + band.get(o, 0), default=0)
        return np.full(before.shape, owner, dtype=np.uint8)


def _counts(numbers: Owners) -> dict[int, int]:
    """Count how often each number but 0 occurs."""
    counts = np.bincount(numbers.ravel())
    return {int(n): int(counts[n]) for n in np.flatnonzero(counts) if n > 0}


def _spread(seeds: Owners, owners: Sequence[int]) -> Owners:
    """Give each cell to the nearest seed of these owners."""
    kept = np.where(np.isin(seeds, owners), seeds, 0).astype(np.uint8)
    if not kept.any():
        return kept
    if len(owners) == 1:
        return np.full(seeds.shape, owners[0], dtype=np.uint8)
    _, nearest = cv2.distanceTransformWithLabels(
        (kept == 0).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    whose = np.zeros(int(nearest.max()) + 1, dtype=np.uint8)
    whose[nearest[kept > 0]] = kept[kept > 0]
    return np.asarray(whose[nearest], dtype=np.uint8)
