"""What is where while a film is being choreographed: piles, pairs, layers, movements so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.acts import LETS_GO_S
from vision.scene.layout import DISCARD, HOMES, PILES, SLOTS, TALON, TRUMP
from vision.scene.script import Setting
from vision.scene.sprites import Grip
from vision.scene.stage import (
    CARRIED_MM,
    HELD,
    Leg,
    Movements,
    Pose,
    Reach,
    away,
    between,
    eased,
    grip_point,
)
from vision.scene.things import Thing

SEATS = (Actor.A, Actor.B)
SWAY_S = 0.42
"""How long a hand takes from its home to the cards, and back."""

SET_AT_S = 0.4
"""When the pack gives way to a game under way: a camera has seen the cloth before it."""

UNDER = -1
"""The layer of the trump card, under the talon."""


@dataclass(frozen=True, slots=True)
class Span:
    """From when until when, in seconds of the film."""

    begins: float
    ends: float

    def split(self, share: float) -> tuple[Span, Span]:
        """Cut the span in two."""
        cut = self.begins + (self.ends - self.begins) * share
        return Span(self.begins, cut), Span(cut, self.ends)


@dataclass(slots=True)
class Pair:
    """An attack card, the slot it lies in, and the card that beats it."""

    attack: Card
    slot: int
    defence: Card | None = None


@dataclass(slots=True)
class Props:
    """The table while the acts are played through; movements are added to it."""

    rng: np.random.Generator
    talon: list[Card]
    trump: Card | None = None
    hands: dict[Actor, list[Card]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    piles: dict[Actor, list[Card]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    pairs: list[Pair] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    legs: dict[Card, list[Leg]] = field(default_factory=dict)
    reaches: dict[Actor, list[Reach]] = field(default_factory=dict)
    things: dict[Thing, list[Leg]] = field(default_factory=dict)
    layer: int = 0

    def near(self, spot: Spot, spread_mm: float) -> Spot:
        """Return a spot as a human hand hits it."""
        dx, dy = self.rng.uniform(-spread_mm, spread_mm, 2)
        return Spot(spot.x_mm + float(dx), spot.y_mm + float(dy))

    def turn(self, middle: float, spread: float) -> float:
        """Return an angle about a middle, in degrees."""
        return middle + float(self.rng.uniform(-spread, spread))

    def lay_out(self) -> None:
        """Put the pack on its place before the film begins."""
        for card in reversed(self.talon):
            pose = Pose(self.near(TALON, 0.5), self.turn(0, 0.6), face_up=False, zone=Zone.TALON)
            self.legs[card] = [Leg(-1.0, -1.0, pose, pose, self._next_layer(), 0)]

    def set_out(self, setting: Setting) -> None:
        """Let a game be under way soon after the film begins."""
        self.talon, self.trump = list(setting.talon), setting.trump
        self.discard = list(reversed(setting.discard))
        if setting.trump is not None:
            under = Pose(self.near(TRUMP, 3), self.turn(90, 3), face_up=True, zone=Zone.TRUMP)
            self._set(setting.trump, under, UNDER)
        for card in self.discard:
            self._set(card, self.discard_pose(), self._next_layer())
        for seat, cards in setting.hands.items():
            self.hands[seat] = list(cards)
            for card in cards:
                self._set(card, self.off_table(seat, card, face_up=False), 0)

    def _set(self, card: Card, pose: Pose, layer: int) -> None:
        """Let a card lie somewhere from the beginning of the game under way."""
        self.legs[card].append(Leg(SET_AT_S, SET_AT_S, pose, pose, layer, 0))

    def pose(self, card: Card) -> Pose:
        """Return where a card lies after everything so far."""
        return self.legs[card][-1].end

    def lift(self, card: Card, end: Pose, span: Span, height_mm: float = CARRIED_MM) -> None:
        """Carry a card that lies on the table; it comes to lie on top."""
        self._add(card, self.pose(card), end, span, height_mm)

    def enter(self, card: Card, start: Pose, end: Pose, span: Span) -> None:
        """Carry a card from a player's hand; it comes to lie on top."""
        self._add(card, start, end, span, CARRIED_MM)

    def slide(self, card: Card, end: Pose, span: Span, layer: int) -> None:
        """Push a card along the table on a layer, under the cards above it."""
        leg = Leg(span.begins, span.ends, self.pose(card), end, layer, layer, 0.0)
        self.legs[card].append(leg)

    def _add(self, card: Card, start: Pose, end: Pose, span: Span, height_mm: float) -> None:
        """Add a movement through the air."""
        layer = self._next_layer()
        leg = Leg(span.begins, span.ends, start, end, layer, HELD + layer, height_mm)
        self.legs[card].append(leg)

    def _next_layer(self) -> int:
        """Return a layer above all others."""
        self.layer += 1
        return self.layer

    def reach(self, actor: Actor, *points: tuple[float, Spot, Grip]) -> None:
        """Let a hand come from its home through points, and go back."""
        home = HOMES[actor]
        first, last = points[0], points[-1]
        path = [Reach(first[0] - SWAY_S, self.near(home, 20), first[2])]
        path += [Reach(*point) for point in points]
        path.append(Reach(last[0] + SWAY_S, self.near(home, 20), last[2]))
        self.reaches[actor] = joined(self.reaches.get(actor, []), path)

    def carry(
        self,
        actor: Actor,
        ways: tuple[Spot, ...],
        times: tuple[float, ...],
        grip: Grip,
        stays_s: float = LETS_GO_S,
    ) -> None:
        """Let a hand hold cards whose middles pass the given points at the given times."""
        points = [
            (time, grip_point(actor, way), grip) for time, way in zip(times, ways, strict=True)
        ]
        released = (times[-1] + stays_s, points[-1][1], grip)
        self.reach(actor, *points, released)

    def free_slot(self) -> int:
        """Return the first free place for an attack card."""
        used = {pair.slot for pair in self.pairs}
        return next((n for n in range(len(SLOTS)) if n not in used), len(SLOTS) - 1)

    def bout(self) -> list[Card]:
        """Return the cards of the bout, pair by pair."""
        cards = [(pair.attack, pair.defence) for pair in self.pairs]
        return [card for pair in cards for card in pair if card is not None]

    def forget(self, cards: list[Card]) -> None:
        """Take cards out of the bout."""
        for pair in self.pairs:
            if pair.defence in cards:
                pair.defence = None
        self.pairs = [pair for pair in self.pairs if pair.attack not in cards]

    def pile_pose(self, seat: Actor) -> Pose:
        """Return where the next card before a player comes to lie."""
        place = PILES[seat]
        shift = (len(self.piles[seat]) // 2) * 26 - 24
        spot = self.near(Spot(place.x_mm + shift, place.y_mm), 5)
        return Pose(spot, self.turn(0, 9), face_up=False, zone=Zone(f"hand_{seat}"))

    def discard_pose(self) -> Pose:
        """Return where the next card of the discard comes to lie."""
        return Pose(self.near(DISCARD, 9), self.turn(0, 38), face_up=False, zone=Zone.DISCARD)

    def off_table(self, seat: Actor, card: Card, *, face_up: bool) -> Pose:
        """Return the pose of a card that a player holds in the hand, out of the picture."""
        lying = self.legs[card][-1].end
        home = HOMES[seat]
        spot = Spot(home.x_mm, home.y_mm + (-40 if seat is Actor.A else 40))
        return Pose(spot, self.turn(0, 6), face_up=face_up, zone=away(lying, spot).zone)

    def movements(self) -> Movements:
        """Return all movements; nothing more can be added to them."""
        return Movements(
            {card: tuple(legs) for card, legs in self.legs.items()},
            {actor: tuple(path) for actor, path in self.reaches.items()},
            {thing: tuple(legs) for thing, legs in self.things.items()},
        )


def joined(before: list[Reach], after: list[Reach]) -> list[Reach]:
    """Join two paths of a hand: where they meet in time, it goes on from where it is."""
    start = after[0].time
    if not before or before[-1].time <= start:
        return [*before, *after]
    kept = [reach for reach in before if reach.time < start]
    if not kept:
        return after
    follows = before[len(kept)]
    share = eased((start - kept[-1].time) / (follows.time - kept[-1].time))
    here = Reach(start, between(kept[-1].at, follows.at, share), after[0].grip)
    return [*kept, here, *after[1:]]
