"""What people do in a film, with the times at which they do it: the script of a scene."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot
from engine.verdict import Code


@unique
class Outcome(StrEnum):
    """What became of an error; the value stands in the truth file."""

    STANDS = "stands"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Slip:
    """An error that an act makes on purpose, and how a referee may name it."""

    code: Code
    outcome: Outcome
    clause: str
    also_ok: tuple[Code, ...] = ()
    any_actor: bool = False
    window_s: float = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """When an act's cards begin to move, and how many seconds each card or packet takes."""

    at: float
    lasts: float = 0.8
    slip: Slip | None = None
    undoes: int | None = None
    """The index of the act in the script that this one takes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal(Timed):
    """The dealer gives the top cards of the pack, face down, as one packet."""

    to: Actor
    count: int = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTrump(Timed):
    """The dealer shows the top card and slides it crosswise under the talon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PickUp(Timed):
    """A player lifts the cards that lie before him."""

    seat: Actor


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead(Timed):
    """A player opens a bout."""

    seat: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowIn(Timed):
    """A player adds attack cards."""

    seat: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat(Timed):
    """A player lays a card over an attack card, shifted and turned."""

    seat: Actor
    card: Card
    attack: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw(Timed):
    """A card goes back to the hand that laid it."""

    seat: Actor
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(Timed):
    """A player gathers the bout's cards, or only some of them, into the hand."""

    seat: Actor
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep(Timed):
    """The dealer gathers the bout's cards, or only some, and discards them face down."""

    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Timed):
    """The dealer gives cards from the talon, one by one; the trump card comes last."""

    seat: Actor
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Timed):
    """Cards that were drawn by mistake go back on the talon."""

    seat: Actor
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge(Timed):
    """Somebody straightens a card of the bout, or the talon where no card is named."""

    actor: Actor
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gesture(Timed):
    """Somebody waves or points over the table and touches nothing."""

    actor: Actor
    over: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Timed):
    """Somebody rests a hand on the table, perhaps on cards."""

    actor: Actor
    over: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseStart(Timed):
    """A player holds a card over the table and takes it back without letting go."""

    seat: Actor
    card: Card


Act = (
    Deal
    | OpenTrump
    | PickUp
    | Lead
    | ThrowIn
    | Beat
    | Withdraw
    | Take
    | Sweep
    | Draw
    | Return
    | Nudge
    | Gesture
    | Rest
    | FalseStart
)


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody knocks the camera: from then on it looks turned and shifted."""

    at: float
    turned_deg: float
    shifted_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Dimming:
    """The light goes down to a share of its strength for a while."""

    at: float
    until: float
    share: float


@dataclass(frozen=True, slots=True)
class Script:
    """A whole film: the pack (first card dealt first), the acts in time order, and the end."""

    pack: tuple[Card, ...]
    acts: tuple[Act, ...]
    ends_at: float
    knocks: tuple[Knock, ...] = ()
    dimmings: tuple[Dimming, ...] = ()
