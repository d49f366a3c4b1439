"""Face-down cards: who carries how many of them from where to where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.seats import Actor
from engine.table import HANDS, Passage, Zone
from vision.motion import Glance, Mask
from vision.placed import Placed
from vision.rectify import TableMap
from vision.tracker_packet import UNSEEN, Packet, packet_in
from vision.tracker_trips import Trips
from vision.tracker_visits import Outcome, Visits
from vision.zones import ZoneMap

LOOK_FOR_S = 0.4
"""How long to look at cards that were just brought before they are told all the same."""

BROUGHT, TAKEN = 0.12, 0.3
"""Shares of a card's area that must have come, or gone, to count as cards."""

UNSEEN_CARD = 0.5
"""How sure it is that a hand which came from the talon left a card of which nothing shows."""

TOUCHED = 0.12
"""The share of a card's area that a hand must have reached over to have laid a card there."""

ON_ITS_WAY_S = 0.7
"""A hand that left the talon so short a time ago comes from there."""


@dataclass(slots=True, eq=False)
class _Brought:
    """Cards that were just brought, and the looks at them so far."""

    zone: Zone
    outcome: Outcome
    looks: list[Packet] = field(default_factory=list)

    @property
    def agreed(self) -> Packet | None:
        """What two looks running say, if they say the same."""
        if len(self.looks) < 2 or self.looks[-1].count != self.looks[-2].count:
            return None
        return self.looks[-1] if self.looks[-1].probability >= self.looks[-2].probability else None

    @property
    def guess(self) -> Packet | None:
        """What the sure looks say if they agree; else the last one, for want of better."""
        sure = [look for look in self.looks if look.probability > UNSEEN]
        if sure and len({look.count for look in sure}) == 1:
            return sure[-1]
        return replace(self.looks[-1], probability=UNSEEN) if self.looks else None


class Piles:
    """Watches the zones where cards lie face down."""

    def __init__(self, table: TableMap, zones: ZoneMap, card_mm: Sequence[float]) -> None:
        """Watch the hand zones, the discard and the talon of one table."""
        self._table, self._card_mm = table, card_mm
        self._card_cells = card_mm[0] * card_mm[1] / table.cell_mm**2
        watched = [zone for zone in zones.masks if zone in HANDS or zone is Zone.DISCARD]
        self._visits = {zone: Visits(zones.masks[zone]) for zone in watched}
        self._trips = Trips(table, zones)
        self._waiting: list[_Brought] = []
        self._talon = zones.masks[Zone.TALON]
        self._at_talon = -1e9
        """When the dealer's hand was last over the talon (seconds)."""

    def curious_cells(self, glance: Glance) -> Mask:
        """Return the cells where another look would help: cards just brought, or in a hand."""
        cells = self._trips.curious_cells(glance)
        for waiting in self._waiting:
            cells |= waiting.outcome.brought
        return cells

    def see(self, glance: Glance, placed: Sequence[Placed] | None) -> tuple[Passage, ...]:
        """Return what was carried, once it is known."""
        dealer = glance.arms.get(Actor.DEALER)
        if dealer is not None and (dealer & self._talon).any():
            self._at_talon = glance.taken_at
        told = [*self._taken_away(glance)]
        for waiting in self._waiting:
            if placed is not None:
                waiting.looks.append(self._packet(waiting.outcome, placed))
        for waiting in list(self._waiting):
            late = glance.taken_at - waiting.outcome.ended_at >= LOOK_FOR_S
            packet = waiting.agreed or (waiting.guess if late else None)
            if packet is not None or late:
                self._waiting.remove(waiting)
                packet = packet or self._packet(waiting.outcome, ())
                told.append(_arrival(waiting.zone, waiting.outcome.by, packet))
        return (*told, *self._trips.see(glance, placed))

    def _taken_away(self, glance: Glance) -> Iterator[Passage]:
        """Follow the visits; yield what was taken away and keep what was brought for a look."""
        for zone, visits in self._visits.items():
            for outcome in visits.see(glance):
                if outcome.by is HANDS.get(zone):
                    continue
                brought = outcome.brought.sum() / self._card_cells
                taken = outcome.taken.sum() / self._card_cells
                if brought >= BROUGHT and brought >= taken:
                    self._waiting.append(_Brought(zone, outcome))
                elif taken >= TAKEN and zone in HANDS:
                    yield Passage(outcome.by, zone, Zone.TALON, 1, 0.7)
                elif zone in HANDS and self._came_from_talon(outcome):
                    yield Passage(outcome.by, Zone.TALON, zone, 1, UNSEEN_CARD)

    def _came_from_talon(self, outcome: Outcome) -> bool:
        """Tell whether the dealer may have laid a card squarely on the cards of a hand.

        Nothing shows of it but the way of his hand: from the talon, and over those cards.
        """
        if outcome.by is not Actor.DEALER or outcome.touched < TOUCHED * self._card_cells:
            return False
        return outcome.begun_at - self._at_talon <= ON_ITS_WAY_S

    def _packet(self, outcome: Outcome, placed: Sequence[Placed]) -> Packet:
        """Count what was brought."""
        return packet_in(outcome.brought, placed, self._table, self._card_mm)


def _arrival(zone: Zone, by: Actor, packet: Packet) -> Passage:
    """Say where cards came from: the discard is fed from the battle, hands from the talon."""
    source = Zone.BATTLE if zone is Zone.DISCARD else Zone.TALON
    return Passage(by, source, zone, packet.count, packet.probability, packet.faces)
