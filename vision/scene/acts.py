"""What people do in a film, with the times at which they do it: the script of a scene."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot, Zone
from engine.verdict import Code
from vision.scene.things import Thing

Shift = tuple[float, float]
"""By how many millimetres something lies to the right and towards player A."""

LETS_GO_S = 0.14
"""How long a hand stays on what it has laid when nothing keeps it there."""


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
    stays: float = LETS_GO_S
    """How many seconds the hand stays on what it has laid."""
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
class Attack(Timed):
    """Cards that a player lays on free places, one by one or all in one movement."""

    seat: Actor
    cards: tuple[Card, ...]
    to: tuple[Spot, ...] = ()
    """Where they come to lie, if not on the next free places."""
    turned: float | None = None
    at_once: bool = False
    under: Card | None = None
    """A card that sticks to the back of the first one and is laid with it unawares."""
    sticks_out: Shift = (0.0, 0.0)
    """By how much that card shows from under the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead(Attack):
    """A player opens a bout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowIn(Attack):
    """A player adds attack cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat(Timed):
    """A player lays a card over an attack card, shifted and turned."""

    seat: Actor
    card: Card
    attack: Card
    shift: Shift | None = None
    """From the middle of the attack card; as people do it if left out."""
    turned: float | None = None
    """Against the attack card, in degrees; as people do it if left out."""


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
    """Somebody pushes a card of the bout, or all that lies in a zone where no card is named."""

    actor: Actor
    card: Card | None = None
    zone: Zone = Zone.TALON
    by: Shift | None = None
    """A few millimetres anywhere if left out."""
    turn: float | None = None
    """In degrees; a little either way if left out."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class LiftToLook(Timed):
    """Somebody lifts a card of the bout, looks at what lies under it, and lays it back."""

    actor: Actor
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(Timed):
    """A card falls out of a player's hand, face up or face down, and lies wherever it fell."""

    seat: Actor
    card: Card
    to: Spot
    face_up: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Expose(Timed):
    """The top card of the talon or the discard is turned face up, or face down again."""

    actor: Actor
    zone: Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Spill(Timed):
    """The upper cards of a pile slide off it and lie beside it, or are pushed back onto it."""

    actor: Actor
    zone: Zone
    count: int
    by: Shift = (0.0, 0.0)
    """How far each card slides beyond the one below it; none: back to the pile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread(Timed):
    """The dealer spreads the whole pack, face up, for everybody to check; or gathers it again."""

    gathers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Timed):
    """Somebody puts a thing on the table, or moves one that stands there."""

    actor: Actor
    thing: Thing
    to: Spot


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
    | LiftToLook
    | Drop
    | Expose
    | Spill
    | Spread
    | Put
)
