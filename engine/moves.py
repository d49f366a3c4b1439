"""What people do with cards at the table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.claims import Claim
from engine.seats import Actor


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer gives a packet of face-down cards to a player (125.4).

    `cards` names the faces where a card-reading shoe told them.
    """

    to: Actor
    count: int
    cards: tuple[Card, ...] = ()


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
class Transfer:
    """The defender passes the attack on by a card of its rank, laid or shown (R110, R114)."""

    seat: Actor
    cards: tuple[Card, ...]
    shown: bool = False
    to: Actor | None = None
    """Whom he passed it to; nobody where it went on as it should."""


@dataclass(frozen=True, slots=True)
class SayBeaten:
    """A player says «бито»: he throws in nothing more (dealer's button, or seen)."""

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


@dataclass(frozen=True, slots=True)
class Declare:
    """A player says which lowest trump he was dealt; without a card he denies having one."""

    seat: Actor
    card: Card | None


@dataclass(frozen=True, slots=True)
class Appoint:
    """The inspector rules who leads where the rules are silent."""

    seat: Actor


@dataclass(frozen=True, slots=True)
class Expose:
    """Cards of a player's hand are seen by all, and stay in the hand."""

    seat: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Hang:
    """A player hangs shoulder straps on an opponent, or passes them to a partner (R122)."""

    seat: Actor
    to: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Announce:
    """Somebody tells what is no move: a result, a count, an incident; `seat` is who tells it.

    What the inspector tells of a result or a redeal is his ruling, and holds.
    """

    seat: Actor
    claim: Claim


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
    | Transfer
    | Declare
    | Appoint
    | Expose
    | Hang
    | Announce
)
