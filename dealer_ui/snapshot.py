"""What the dealer's page shows at one moment: plain frozen values, the same in every language.

Nothing here may tell a player what a player may not see: no hand, no discard, no drawn face.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum, unique
from typing import Annotated

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from engine.cards import Card, Suit, parse_card
from engine.claim_words import Telling
from engine.deeds import Deed
from engine.faults import Cause, Fault, Figures, Notice
from engine.parameters import Choice
from engine.seats import Actor
from engine.signals import Signal
from engine.table import Zone
from engine.verdict import Code, Severity, Verdict


def _card_named(name: object) -> Card:
    """Return the card of a name; raises ValueError, as validators must, for anything else."""
    return name if isinstance(name, Card) else parse_card(str(name))


CardName = Annotated[
    Card,
    PlainValidator(_card_named),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "pattern": "^[6-9TJQKA][cdhs]$", "examples": ["Th"]}),
]


@unique
class Phase(StrEnum):
    """What the table waits for; the value is translated."""

    SETUP = "setup"
    DEAL = "deal"
    LEAD = "lead"
    BEAT = "beat"
    THROW = "throw"
    TAKE = "take"
    SWEEP = "sweep"
    DRAW = "draw"
    OVER = "over"


@unique
class Feed(StrEnum):
    """Whether pictures still come; an ended recording is old, yet not stale."""

    LIVE = "live"
    ENDED = "ended"


@unique
class Condition(StrEnum):
    """How a device or a store stands; absent means that the table has none."""

    WORKING = "working"
    FAULTY = "faulty"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class ClaimTold:
    """What was told beside the play: of whom, and which incident."""

    telling: Telling
    seat: Actor | None = None
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """A move without what players may not see: draws, takings and sweeps tell only a count."""

    deed: Deed
    actor: Actor
    cards: tuple[CardName, ...] = ()
    on: CardName | None = None
    count: int = 0
    claim: ClaimTold | None = None
    """What was told, where the move is an announcement."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One line of the last moves; `number` counts the moves of the game from 1."""

    number: int
    taken_at: float
    told: Told
    flag: Code | None = None
    withdrawn: tuple[Code, ...] = ()
    """What was flagged in it and no longer holds."""
    is_void: bool = False
    """A person said that nothing happened."""
    is_corrected: bool = False
    """A person said what it truly was, or it changed with another move that he named."""


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """What the inspector may choose where the rules are silent, and whom it would favour."""

    choice: Choice
    seats: tuple[Actor, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """An open finding that the dealer is told of; the acknowledged one is silent, not gone."""

    id: int
    code: Code
    actor: Actor
    severity: Severity
    verdict: Verdict = Verdict.ILLEGAL
    cards: tuple[CardName, ...] = ()
    on: CardName | None = None
    limit: int | None = None
    count: int | None = None
    clause: str = ""
    acknowledged: bool = False
    contested: bool = False
    """The dealer called it wrong: the lamp waits for the table, the move or the inspector."""
    choices: tuple[ChoiceShown, ...] = ()
    """The inspector's choices, where the rules are silent."""


@dataclass(frozen=True, slots=True)
class OpenDoubt:
    """A question that the camera cannot answer, and the moves that would explain what it saw."""

    id: int
    question: str
    answers: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenFault:
    """What is broken now; the detail is for the technician, no zones mean the whole table."""

    fault: Fault
    detail: str = ""
    zones: tuple[Zone, ...] = ()
    figures: Figures = ()
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class OpenNotice:
    """What people may want to know although nothing is broken."""

    notice: Notice
    taken_at: float
    figures: Figures = ()


@dataclass(frozen=True, slots=True)
class PairShown:
    """An attack card on the table and the card laid over it."""

    attack: CardName
    defence: CardName | None = None


@dataclass(frozen=True, slots=True)
class HandShown:
    """How many cards a player holds by the ledger."""

    seat: Actor
    count: int


@dataclass(frozen=True, slots=True)
class DrawStep:
    """One step of the draw order: who draws how many, and whether it is done."""

    seat: Actor
    count: int
    done: bool = False


@dataclass(frozen=True, slots=True)
class ThinkingShown:
    """Who is thinking, for how many of how many seconds by the rules of the house (H17)."""

    seat: Actor
    used_s: int
    limit_s: int
    is_over: bool = False
    is_running: bool = True
    is_soft: bool = True
    """To think for longer is no offence: people are reminded, no more."""


@dataclass(frozen=True, slots=True)
class MatchShown:
    """The match that is played here: who sits at A and B, the score, the wins that it goes to."""

    name: str
    names: tuple[str, ...]
    wins: tuple[int, int]
    draws: int
    target: int
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class TableShown:
    """The small table."""

    pairs: tuple[PairShown, ...] = ()
    trump: Suit | None = None
    trump_card: CardName | None = None
    """The open card under the talon, while it lies there."""
    talon: int = 0
    discard: int = 0
    hands: tuple[HandShown, ...] = ()
    attacker: Actor | None = None
    defender: Actor | None = None
    turn: Actor | None = None
    cap_left: int | None = None
    draws: tuple[DrawStep, ...] = ()
    thinking: ThinkingShown | None = None
    is_paused: bool = False
    is_called: bool = False
    """The inspector was called, and play was not said to go on since."""
    match: MatchShown | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended; nobody among the winners, and no loser, means a draw (125.5)."""

    winners: tuple[Actor, ...] = ()
    loser: Actor | None = None


@dataclass(frozen=True, slots=True)
class Health:
    """How the equipment stands; the latency is from capture to signal, in milliseconds.

    `age_s` is how old the newest judged picture was when it had been judged, in seconds.
    """

    camera: Condition = Condition.ABSENT
    light: Condition = Condition.ABSENT
    shoe: Condition = Condition.ABSENT
    journal: Condition = Condition.ABSENT
    model: Condition = Condition.ABSENT
    frames_per_second: float | None = None
    latency_ms: float | None = None
    age_s: float | None = None
    progress: float | None = None
    """The part of a recording that is done, 0 to 1; None when live."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything the page shows; `sequence` grows by one with each, `taken_at` is camera time."""

    sequence: int
    taken_at: float
    wall_time: datetime
    table_id: str
    rules: str
    signal: Signal
    phase: Phase = Phase.SETUP
    feed: Feed = Feed.LIVE
    prompts: tuple[Prompt, ...] = ()
    """Open findings, the gravest first."""
    doubt: OpenDoubt | None = None
    faults: tuple[OpenFault, ...] = ()
    notices: tuple[OpenNotice, ...] = ()
    """What was noticed in the last minute, the oldest first."""
    table: TableShown = field(default_factory=TableShown)
    result: Result | None = None
    moves: tuple[MoveLine, ...] = ()
    """The last ten moves, the oldest first."""
    moves_from: int = 0
    """The oldest move that can still be corrected: the first one of the game."""
    health: Health = field(default_factory=Health)
    handled_command: int = 0
    """The newest command that the table has acted on."""
    dealer: str = ""
    """Who deals, as on the badge; nothing where nobody said so."""
