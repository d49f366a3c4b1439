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


HANDS: dict[Zone, Actor] = {
    Zone.HAND_A: Actor.A,
    Zone.HAND_B: Actor.B,
    Zone.HAND_C: Actor.C,
    Zone.HAND_D: Actor.D,
    Zone.HAND_E: Actor.E,
    Zone.HAND_F: Actor.F,
}
"""The player whose cards a hand zone holds."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point on the table in millimetres: x to the right, y towards player A."""

    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Cover:
    """A card that another one lies on: its number, and how much of it is covered (0 to 1)."""

    key: int
    share: float


MOST = 0.5
"""A card that covers so much of another one lies on it."""


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card at rest, face up; `card` is None for a face that cannot be read.

    `key` is the tracker's own number for the thing that lies there; `candidates` are the faces
    that it may show, best first, with their probabilities.
    """

    key: int
    card: Card | None
    at: Spot
    turned_deg: float
    zone: Zone
    probability: float
    candidates: tuple[tuple[Card, float], ...] = ()
    covers: tuple[Cover, ...] = ()
    laid_by: Actor = Actor.UNKNOWN
    laid_at: float = 0.0
    """When it came to rest, in seconds on the camera's clock."""
    held: bool = False
    """A hand is on it: it may yet be taken back."""
    hidden: bool = False
    """A hand hides it now, or its place shows something else: covered is not gone."""

    @property
    def covers_two(self) -> bool:
        """Whether it lies over most of two other cards, as a beaten pair lies."""
        return sum(cover.share >= MOST for cover in self.covers) > 1


@dataclass(frozen=True, slots=True)
class Lifted:
    """A card that lay on the table and has gone, with who took it away."""

    key: int
    card: Card | None
    zone: Zone
    by: Actor


@dataclass(frozen=True, slots=True)
class Passage:
    """Cards that somebody carried face down from one zone to another.

    `cards` names the faces that showed; `probability` tells how sure the count and the way are.
    """

    by: Actor
    source: Zone
    target: Zone
    count: int
    probability: float = 1.0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class HandSeen:
    """An arm over the table: whose it is, and the zones it is over."""

    actor: Actor
    over: frozenset[Zone]


@dataclass(frozen=True, slots=True)
class TableState:
    """The settled table at one capture time (seconds on the camera's clock).

    `lifted`, `passages` and `strange_backs` hold what has happened since the state before this one.
    """

    taken_at: float
    frame: int
    cards: tuple[LyingCard, ...] = ()
    hands: tuple[HandSeen, ...] = ()
    lifted: tuple[Lifted, ...] = ()
    passages: tuple[Passage, ...] = ()
    strange_backs: tuple[Zone, ...] = ()
    """Where backs of another deck were found; one zone for each."""

    def lying_in(self, zone: Zone) -> tuple[LyingCard, ...]:
        """Return the cards at rest in a zone, in the order in which they came to rest."""
        return tuple(
            sorted((c for c in self.cards if c.zone is zone), key=lambda c: (c.laid_at, c.key))
        )
