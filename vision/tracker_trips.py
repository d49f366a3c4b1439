"""Players who reach for the talon themselves: taking a card, or bringing one back."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.seats import Actor
from engine.table import HANDS, Passage, Zone
from vision.motion import Glance, Mask
from vision.placed import Placed
from vision.rectify import TableMap
from vision.seen import Kind
from vision.zones import ZoneMap

AT_TALON = 0.02
"""An arm is at the talon when it covers so much of its zone."""

NEAR_MM = 130.0
"""A player's hand that comes so near to the talon is looked at."""

AROUND_S = 0.7
"""How long before and after a player is at the talon his hand may be seen to carry a card."""

LEFT_S = 0.5
"""So long after a hand has left the talon it is known what it carried."""

GLIMPSED = 0.6
"""How sure it is that a card was brought back which a single look saw in the hand."""


@dataclass(slots=True, eq=False)
class _Trip:
    """A player's hand at the talon."""

    begun_at: float
    last_at: float


class Trips:
    """Follows the hands of players to the talon and back."""

    def __init__(self, table: TableMap, zones: ZoneMap) -> None:
        """Watch the talon of one table."""
        self._table = table
        self._talon = zones.masks[Zone.TALON]
        self._still_zones = self._talon | zones.masks[Zone.DISCARD]
        self._zone_of = {actor: zone for zone, actor in HANDS.items()}
        reach = 2 * round(NEAR_MM / table.cell_mm) + 1
        near = cv2.dilate(self._talon.astype(np.uint8), np.ones((reach, reach), np.uint8))
        self._near = near.astype(bool)
        self._trips: dict[Actor, _Trip] = {}
        self._carried: deque[tuple[float, Actor]] = deque(maxlen=60)

    def curious_cells(self, glance: Glance) -> Mask:
        """Return the cells of the hands that may be carrying a card from the talon, or to it."""
        cells = np.zeros(glance.bare.shape, dtype=bool)
        for player, arm in glance.arms.items():
            if player in self._zone_of and (player in self._trips or (arm & self._near).any()):
                cells |= arm
        return cells

    def see(self, glance: Glance, placed: Sequence[Placed] | None) -> tuple[Passage, ...]:
        """Take one frame in; return the trips that are over."""
        players = {a: m for a, m in glance.arms.items() if a in self._zone_of}
        for player, arm in players.items():
            if placed is not None and self._carries(arm, placed):
                self._carried.append((glance.taken_at, player))
            if (arm & self._talon).sum() >= AT_TALON * self._talon.sum():
                trip = self._trips.setdefault(player, _Trip(glance.taken_at, glance.taken_at))
                trip.last_at = glance.taken_at
        over = [
            player
            for player, trip in self._trips.items()
            if glance.taken_at - trip.last_at >= LEFT_S
        ]
        return tuple(self._told(player, self._trips.pop(player)) for player in over)

    def _carries(self, arm: Mask, placed: Sequence[Placed]) -> bool:
        """Tell whether a hand has a face-down card in it, away from the piles."""
        for card in placed:
            if card.kind is not Kind.BACK:
                continue
            mask = self._table.mask(card.quad)
            inside = mask.sum()
            if (
                inside
                and (mask & self._still_zones).sum() < 0.3 * inside
                and (mask & arm).sum() > 0.5 * inside
            ):
                return True
        return False

    def _told(self, player: Actor, trip: _Trip) -> Passage:
        """Tell from when a card was seen in the hand which way it went."""
        before = sum(
            who is player and trip.begun_at - AROUND_S <= when < trip.begun_at
            for when, who in self._carried
        )
        after = sum(
            who is player and trip.last_at < when <= trip.last_at + AROUND_S
            for when, who in self._carried
        )
        hand = self._zone_of[player]
        if after > before:
            return Passage(player, Zone.TALON, hand, 1, 0.9)
        if before > after:
            return Passage(player, hand, Zone.TALON, 1, 0.9 if before > after + 1 else GLIMPSED)
        return Passage(player, Zone.TALON, hand, 1, 0.5)
