"""Face-down cards: who carries how many of them from where to where."""

from __future__ import annotations

from collections.abc import Sequence

from engine.seats import Actor
from engine.table import HANDS, Passage, Zone
from vision.motion import Glance
from vision.placed import Placed
from vision.rectify import TableMap
from vision.tracker_packet import Packet, packet_in
from vision.tracker_trips import Trips
from vision.tracker_visits import Outcome, Visits
from vision.zones import ZoneMap

LOOK_FOR_S = 0.25
"""How long to wait for a look at cards that were just brought."""

BROUGHT, TAKEN = 0.12, 0.3
"""Shares of a card's area that must have come, or gone, to count as cards."""


class Piles:
    """Watches the zones where cards lie face down."""

    def __init__(self, table: TableMap, zones: ZoneMap, card_mm: Sequence[float]) -> None:
        """Watch the hand zones, the discard and the talon of one table."""
        self._table, self._card_mm = table, card_mm
        self._card_cells = card_mm[0] * card_mm[1] / table.cell_mm**2
        watched = [zone for zone in zones.masks if zone in HANDS or zone is Zone.DISCARD]
        self._visits = {zone: Visits(zones.masks[zone]) for zone in watched}
        self._trips = Trips(table, zones)
        self._waiting: list[tuple[Zone, Outcome]] = []

    @property
    def is_curious(self) -> bool:
        """Whether another look would help."""
        return bool(self._waiting) or self._trips.is_curious

    def see(self, glance: Glance, placed: Sequence[Placed] | None) -> tuple[Passage, ...]:
        """Return what was carried, once it is known."""
        for zone, visits in self._visits.items():
            owner = HANDS.get(zone)
            for outcome in visits.see(glance):
                if outcome.by is not owner:
                    self._waiting.append((zone, outcome))
        ready = [
            (zone, outcome)
            for zone, outcome in self._waiting
            if placed is not None or glance.taken_at - outcome.ended_at >= LOOK_FOR_S
        ]
        self._waiting = [item for item in self._waiting if item not in ready]
        passages = [
            passage
            for zone, outcome in ready
            if (passage := self._passage(zone, outcome, placed or ())) is not None
        ]
        return (*passages, *self._trips.see(glance, placed))

    def _passage(self, zone: Zone, outcome: Outcome, placed: Sequence[Placed]) -> Passage | None:
        """Say what a visit to a zone has brought or taken away."""
        brought = outcome.brought.sum() / self._card_cells
        taken = outcome.taken.sum() / self._card_cells
        if brought >= BROUGHT and brought >= taken:
            packet = packet_in(outcome.brought, placed, self._table, self._card_mm)
            return self._arrival(zone, outcome.by, packet)
        if taken >= TAKEN and zone in HANDS:
            return Passage(outcome.by, zone, Zone.TALON, 1, 0.7)
        return None

    def _arrival(self, zone: Zone, by: Actor, packet: Packet) -> Passage:
        """Say where cards came from: the discard is fed from the battle, hands from the talon."""
        source = Zone.BATTLE if zone is Zone.DISCARD else Zone.TALON
        return Passage(by, source, zone, packet.count, packet.probability, packet.faces)
