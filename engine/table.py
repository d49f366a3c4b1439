"""What lies on the table, as the tracker tells it: the only thing the move reader sees."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.cards import Card
from engine.seats import Actor


@unique
class Zone(StrEnum):
    """A zone of the table; the value names it in the table profile."""

    BATTLE = "battle"
    TALON = "talon"
    TRUMP = "trump"
    DISCARD = "discard"
    HAND_A = "hand_A"
    HAND_B = "hand_B"
    HAND_C = "hand_C"
    HAND_D = "hand_D"
    HAND_E = "hand_E"
    HAND_F = "hand_F"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Spot:
    """A point on the table in millimetres: x to the right, y towards player A."""

    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card at rest; `card` is None for a back or a face that cannot be read."""

    card: Card | None
    is_face: bool
    at: Spot
    turned_deg: float
    zone: Zone
    probability: float
    covers: tuple[Card, ...] = ()
    hidden: bool = False
    """A hand hides it now: covered is not gone."""


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand over the table: whose edge it came from, and the zones it is over."""

    actor: Actor
    over: frozenset[Zone]


@dataclass(frozen=True, slots=True)
class TableState:
    """The settled table at one capture time (seconds on the camera's clock)."""

    taken_at: float
    frame: int
    cards: tuple[LyingCard, ...] = ()
    hands: tuple[HandSeen, ...] = ()
