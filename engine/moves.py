"""What people do with cards at the table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.seats import Actor


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer gives a packet of face-down cards to a player (125.4)."""

    to: Actor
    count: int


@dataclass(frozen=True, slots=True)
class ShowTrump:
    """The dealer opens the trump card (125.4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Lead:
    """A player opens a bout with one card or several of a rank (125.6)."""

    seat: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ThrowIn:
    """A player adds attack cards to a running bout (125.8)."""

    seat: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Beat:
    """A player lays a card over an attack card (125.6)."""

    seat: Actor
    card: Card
    attack: Card


@dataclass(frozen=True, slots=True)
class SayBeaten:
    """The attacker says «бито»: nothing more is thrown in (dealer's button, or seen)."""

    seat: Actor


@dataclass(frozen=True, slots=True)
class SayTakes:
    """The defender says «беру» (dealer's button, or seen)."""

    seat: Actor


@dataclass(frozen=True, slots=True)
class Take:
    """A player picks the cards of the bout up into the hand (125.7)."""

    seat: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The cards of the bout go face down to the discard (125.7)."""

    by: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A player receives cards from the talon (125.8); `cards` names the faces that were seen."""

    seat: Actor
    count: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A card that lay on the table goes back to the hand of its owner."""

    seat: Actor
    card: Card


@dataclass(frozen=True, slots=True)
class Return:
    """Cards drawn by mistake go back from a player to the talon."""

    seat: Actor
    count: int


Move = (
    Deal
    | ShowTrump
    | Lead
    | ThrowIn
    | Beat
    | SayBeaten
    | SayTakes
    | Take
    | Sweep
    | Draw
    | Withdraw
    | Return
)
