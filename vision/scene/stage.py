"""The stage: where every card and hand is at any moment of a film."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.camera import Millimetres
from vision.scene.layout import SHOULDERS
from vision.scene.sprites import Grip
from vision.scene.things import Thing

AWAY = Zone.OUTSIDE
HELD = 1000
"""Layers from here up are in a hand, above everything that lies."""

HOLD_MM = 40.0
"""From the pinching fingers to the middle of the card that they hold."""

CARRIED_MM = 22.0
"""How high a carried card is lifted at most."""

THICK_MM = 0.29
"""The thickness of a card."""

THINNEST = 0.06
"""A card that is being turned over never looks thinner than this share of its width."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies: its middle, its turn (degrees clockwise), its side, its zone."""

    at: Spot
    turned: float
    face_up: bool
    zone: Zone


@dataclass(frozen=True, slots=True)
class Leg:
    """One movement of a card from pose to pose; afterwards it lies there on its layer."""

    begins: float
    ends: float
    start: Pose
    end: Pose
    layer: int
    moving_layer: int
    lift: float = CARRIED_MM


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand's position (the pinching point) at a time; it glides to the next."""

    time: float
    at: Spot
    grip: Grip


@dataclass(frozen=True, slots=True)
class CardAt:
    """A card at one moment; `thin` is the share of its width that a turning card shows."""

    card: Card
    face_up: bool
    at: Spot
    turned: float
    thin: float
    height_mm: float
    layer: int
    zone: Zone
    moving: bool

    def corners_mm(self, card_mm: tuple[float, float]) -> Millimetres:
        """Return the corners clockwise from the card's own top left."""
        w, h = card_mm[0] * self.thin / 2, card_mm[1] / 2
        c, s = math.cos(math.radians(self.turned)), math.sin(math.radians(self.turned))
        square = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
        return np.asarray(square @ np.array([[c, s], [-s, c]]) + (self.at.x_mm, self.at.y_mm))


@dataclass(frozen=True, slots=True)
class ThingAt:
    """A thing that is no card, at one moment."""

    thing: Thing
    at: Spot


@dataclass(frozen=True, slots=True)
class HandAt:
    """A hand at one moment: its pinching point and where its fingers point (degrees)."""

    actor: Actor
    at: Spot
    turned: float
    grip: Grip


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything on the table at one moment; cards from the lowest layer to the highest."""

    cards: tuple[CardAt, ...]
    hands: tuple[HandAt, ...]
    things: tuple[ThingAt, ...] = ()


@dataclass(frozen=True, slots=True)
class Movements:
    """All movements of a film."""

    legs: Mapping[Card, Sequence[Leg]]
    reaches: Mapping[Actor, Sequence[Reach]]
    things: Mapping[Thing, Sequence[Leg]]

    def at(self, time: float) -> Stage:
        """Return the stage at a time in seconds."""
        cards = [card_at(card, legs, time) for card, legs in self.legs.items()]
        shown = [card for card in cards if card.moving or card.zone is not AWAY]
        hands = [hand_at(actor, reaches, time) for actor, reaches in self.reaches.items()]
        return Stage(
            stacked(sorted(shown, key=lambda card: card.layer)),
            tuple(hand for hand in hands if hand is not None),
            tuple(thing_at(thing, legs, time) for thing, legs in self.things.items()),
        )


def stacked(cards: Sequence[CardAt]) -> tuple[CardAt, ...]:
    """Return the cards with the talon's cards lying on each other."""
    risen, height = [], 0.0
    for card in cards:
        if card.zone is Zone.TALON and card.layer < HELD:
            height += THICK_MM
            risen.append(replace(card, height_mm=height))
        else:
            risen.append(card)
    return tuple(risen)


def eased(share: float) -> float:
    """Return how far a hand is after a share of its time: slow, fast, slow."""
    s = min(max(share, 0.0), 1.0)
    return s * s * s * (10 + s * (6 * s - 15))


def between(a: Spot, b: Spot, share: float) -> Spot:
    """Return the point a share of the way from a to b."""
    return Spot(a.x_mm + (b.x_mm - a.x_mm) * share, a.y_mm + (b.y_mm - a.y_mm) * share)


def card_at(card: Card, legs: Sequence[Leg], time: float) -> CardAt:
    """Return where a card is; the legs are in time order and the first begins before the film."""
    leg = legs[max(bisect_right([leg.begins for leg in legs], time) - 1, 0)]
    share = eased((time - leg.begins) / (leg.ends - leg.begins)) if leg.ends > leg.begins else 1.0
    moving = leg.begins <= time < leg.ends
    pose = leg.end if share >= 0.5 else leg.start
    turning = leg.start.face_up != leg.end.face_up
    thin = max(abs(math.cos(math.pi * share)), THINNEST) if turning and moving else 1.0
    return CardAt(
        card=card,
        face_up=pose.face_up,
        at=between(leg.start.at, leg.end.at, share),
        turned=leg.start.turned + (leg.end.turned - leg.start.turned) * share,
        thin=thin,
        height_mm=leg.lift * math.sin(math.pi * share) if moving else 0.0,
        layer=leg.moving_layer if moving else leg.layer,
        zone=leg.end.zone,
        moving=moving,
    )


def thing_at(thing: Thing, legs: Sequence[Leg], time: float) -> ThingAt:
    """Return where a thing is; the legs are in time order."""
    leg = legs[max(bisect_right([leg.begins for leg in legs], time) - 1, 0)]
    share = eased((time - leg.begins) / (leg.ends - leg.begins))
    return ThingAt(thing, between(leg.start.at, leg.end.at, share))


def hand_at(actor: Actor, reaches: Sequence[Reach], time: float) -> HandAt | None:
    """Return where a hand is, or None while it is away."""
    number = bisect_right([reach.time for reach in reaches], time)
    if number == 0 or number == len(reaches):
        return None
    before, after = reaches[number - 1], reaches[number]
    share = eased((time - before.time) / (after.time - before.time))
    at = between(before.at, after.at, share)
    grip = after.grip if share > 0.5 else before.grip
    return HandAt(actor, at, pointing(actor, at), grip)


def pointing(actor: Actor, at: Spot) -> float:
    """Return how a sprite whose fingers point up is turned (degrees clockwise) to reach a point."""
    shoulder = SHOULDERS[actor]
    return math.degrees(math.atan2(at.x_mm - shoulder.x_mm, shoulder.y_mm - at.y_mm))


def grip_point(actor: Actor, middle: Spot) -> Spot:
    """Return where the fingers are when they hold a card with this middle."""
    shoulder = SHOULDERS[actor]
    dx, dy = middle.x_mm - shoulder.x_mm, middle.y_mm - shoulder.y_mm
    share = HOLD_MM / math.hypot(dx, dy)
    return Spot(middle.x_mm - dx * share, middle.y_mm - dy * share)


def away(pose: Pose, at: Spot) -> Pose:
    """Return the pose of a card that has left the table."""
    return replace(pose, at=at, zone=AWAY)
