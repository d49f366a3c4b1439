"""Which zone of the table a spot lies in."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from calibration.profile import TableProfile
from engine.seats import Actor
from engine.table import HandSeen, Zone
from vision.motion import Glance, Mask
from vision.rectify import TableMap

NEAR_MM = 60.0
"""A card may lie so far outside the battle zone and still be meant for it."""

OVER_MM2 = 400.0
"""So much of an arm over a zone counts as being over it."""

ORDER = (Zone.TRUMP, Zone.TALON, Zone.DISCARD, Zone.BATTLE)


class ZoneMap:
    """The zones of one table, as polygons and as cells of the view from above."""

    def __init__(self, profile: TableProfile, table: TableMap) -> None:
        """Lay the zones of a profile over the view."""
        polygons = profile.zones_mm
        hands = [zone for zone in polygons if zone not in ORDER]
        self._polygons = {
            zone: np.asarray(polygons[zone], dtype=np.float32).reshape(-1, 1, 2)
            for zone in (*ORDER, *hands)
            if zone in polygons
        }
        self.masks: dict[Zone, Mask] = {
            zone: table.mask(polygons[zone]) & table.in_picture for zone in self._polygons
        }
        self._least_cells = OVER_MM2 / table.cell_mm**2

    def corners_mm(self, zone: Zone) -> npt.NDArray[np.float64]:
        """Return the corners of a zone in millimetres, one a row."""
        return np.asarray(self._polygons[zone], dtype=np.float64).reshape(-1, 2)

    def zone_at(self, middle: npt.NDArray[np.float64]) -> Zone:
        """Return the zone of a spot in millimetres."""
        spot = (float(middle[0]), float(middle[1]))
        inside = {
            z: cv2.pointPolygonTest(p, spot, measureDist=True) for z, p in self._polygons.items()
        }
        within = next((zone for zone, depth in inside.items() if depth >= 0), None)
        if within is not None:
            return within
        return Zone.BATTLE if inside.get(Zone.BATTLE, -NEAR_MM) > -NEAR_MM else Zone.OUTSIDE

    def over(self, arm: Mask) -> frozenset[Zone]:
        """Return the zones that an arm is over."""
        return frozenset(
            zone for zone, mask in self.masks.items() if (arm & mask).sum() >= self._least_cells
        )

    def hands(self, glance: Glance) -> tuple[HandSeen, ...]:
        """Return everybody whose arm is over the table, and over which zones."""
        return tuple(HandSeen(actor, self.over(arm)) for actor, arm in _in_order(glance))


def _in_order(glance: Glance) -> Iterable[tuple[Actor, Mask]]:
    """Return the arms of a frame in the order of their owners."""
    return sorted(glance.arms.items(), key=lambda item: item[0].value)
