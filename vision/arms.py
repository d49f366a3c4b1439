"""Whose arm it is: the edge of the table where it comes in tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.profile import TableProfile
from engine.seats import Actor
from engine.table import Zone
from vision.rectify import TableMap

Mask = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int32]

RIM_CELLS = 2
TOUCH_CELLS = 3
"""An arm crosses the rim over at least so many cells."""

ARM_MM2 = 500.0
"""Anything smaller that reaches the rim is noise or the shadow of a sleeve."""


@dataclass(frozen=True, slots=True, eq=False)
class Rim:
    """The outermost cells of the view, each with the number of who sits or stands there."""

    owner: npt.NDArray[np.uint8]
    """0 inside the rim, else one more than the place in `people`."""
    people: tuple[Actor, ...]
    cell_mm: float


def rim_of(profile: TableProfile, table: TableMap) -> Rim:
    """Split the rim of the view among the people of the table."""
    rows, columns = table.shape
    people = (*profile.seats, Actor.UNKNOWN)
    owner = np.zeros((rows, columns), dtype=np.uint8)
    sides = {
        "top": [(r, c) for r in range(RIM_CELLS) for c in range(columns)],
        "bottom": [(rows - 1 - r, c) for r in range(RIM_CELLS) for c in range(columns)],
        "left": [(r, c) for c in range(RIM_CELLS) for r in range(rows)],
        "right": [(r, columns - 1 - c) for c in range(RIM_CELLS) for r in range(rows)],
    }
    for side, cells in sides.items():
        here = [seat for seat, edge in profile.seats.items() if edge == side]
        for row, column in cells:
            spot = table.cell_spot(column, row)
            nearest = min(
                here, key=lambda s: _away(profile, s, spot.x_mm, spot.y_mm), default=Actor.UNKNOWN
            )
            owner[row, column] = people.index(nearest) + 1
    return Rim(owner, people, table.cell_mm)


def _away(profile: TableProfile, seat: Actor, x_mm: float, y_mm: float) -> float:
    """Return how far a spot is from the middle of a seat's zone, in millimetres."""
    zone = Zone(f"hand_{seat}") if seat is not Actor.DEALER else Zone.TALON
    middle = np.mean(profile.zones_mm[zone], axis=0)
    return float(np.hypot(middle[0] - x_mm, middle[1] - y_mm))


class ArmSense:
    """Finds arms among what differs from the table at rest, frame after frame."""

    def __init__(self, rim: Rim) -> None:
        """Find arms that come in over this rim."""
        self._rim = rim
        self._before = np.zeros(rim.owner.shape, dtype=np.uint8)
        self._smallest = ARM_MM2 / rim.cell_mm**2

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
            now[window][inside] = self._whose(inside, window, moving)[inside]
        self._before = now
        return {
            person: now == place + 1
            for place, person in enumerate(self._rim.people)
            if (now == place + 1).any()
        }

    def _whose(self, inside: Mask, window: tuple[slice, slice], moving: Mask) -> npt.NDArray[np.uint8]:
        """Return the owner of each cell of one piece; 0 where it is nobody's arm."""
        touched = np.bincount(self._rim.owner[window][inside], minlength=2)
        touched[0] = 0
        owners = np.flatnonzero(touched >= TOUCH_CELLS)
        before = np.where(inside, self._before[window], 0).astype(np.uint8)
        if len(owners) == 1:
            return np.full(inside.shape, owners[0], dtype=np.uint8)
        if len(owners) > 1:
            return self._shared(before, owners, touched)
        return self._loose(inside, before, moving[window])

    def _shared(
        self, before: npt.NDArray[np.uint8], owners: npt.NDArray[np.int64], touched: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.uint8]:
        """Split a piece that several people share: each cell goes with the arm nearest to it before."""
        seeds = np.where(np.isin(before, owners), before, 0).astype(np.uint8)
        if not seeds.any():
            return np.full(before.shape, owners[np.argmax(touched[owners])], dtype=np.uint8)
        _, nearest = cv2.distanceTransformWithLabels(
            (seeds == 0).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
        )
        whose = np.zeros(int(nearest.max()) + 1, dtype=np.uint8)
        whose[nearest[seeds > 0]] = seeds[seeds > 0]
        return np.asarray(whose[nearest], dtype=np.uint8)

    def _loose(
        self, inside: Mask, before: npt.NDArray[np.uint8], moving: Mask
    ) -> npt.NDArray[np.uint8]:
        """Keep a moving piece with its arm when a sleeve of the cloth's colour parts them."""
        none = np.zeros(inside.shape, dtype=np.uint8)
        counts = np.bincount(before[inside], minlength=2)
        counts[0] = 0
        owner = int(np.argmax(counts))
        held = counts[owner] > 0.3 * inside.sum() and (moving & inside).sum() > 0.1 * inside.sum()
        return np.full(inside.shape, owner, dtype=np.uint8) if held else none
