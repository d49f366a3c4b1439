"""What people tell beside the play: results, counts, cards shown, incidents, rulings.

Each becomes one move of the game, so that it is judged, kept and corrected like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dealer_ui.snapshot import CardName
from engine.claims import (
    INCIDENTS,
    Claim,
    Counted,
    DeckSpread,
    DiscardLookedAt,
    DrawCalled,
    GaveUp,
    LeadCalled,
    MatchCalledOver,
    Noticed,
    RedealCalled,
    ScoreTold,
    StrapsCalled,
    TeamWinCalled,
    TimeUsed,
    WinCalled,
)
from engine.moves import Announce, Appoint, Declare, Expose
from engine.seats import PLAYERS, Actor
from engine.state import Game
from engine.verdict import Code

Who = Literal["dealer", "inspector"]
Pile = Annotated[int, Field(ge=0, le=36)]
Wins = Annotated[int, Field(ge=0, le=99)]


def _a_player(seat: Actor) -> Actor:
    if seat not in PLAYERS:
        raise ValueError(f"{seat}: no player")
    return seat


Player = Annotated[Actor, AfterValidator(_a_player)]


@dataclass(frozen=True, slots=True)
class TellResult:
    """How the game ended; neither winners nor a loser mean a draw.

    An inspector's word is a ruling, and ends the game. `straps` says that the loser has earned
    the label (R120).
    """

    winners: Annotated[tuple[Player, ...], Field(max_length=3)] = ()
    loser: Player | None = None
    straps: bool = False
    who: Who = "dealer"
    kind: Literal["result"] = "result"


@dataclass(frozen=True, slots=True)
class TellGivesUp:
    """A player gives the game up; the inspector decides what follows."""

    seat: Player
    kind: Literal["gives-up"] = "gives-up"


@dataclass(frozen=True, slots=True)
class TellCount:
    """Somebody has counted: hands by player, talon, discard, table; what is left out was not."""

    hands: dict[Player, Pile] = field(default_factory=dict)
    talon: Pile | None = None
    discard: Pile | None = None
    table: Pile | None = None
    kind: Literal["count"] = "count"


@dataclass(frozen=True, slots=True)
class TellShown:
    """Cards of a hand were seen by all."""

    seat: Player
    cards: Annotated[tuple[CardName, ...], Field(min_length=1, max_length=36)]
    kind: Literal["shown"] = "shown"


@dataclass(frozen=True, slots=True)
class TellLowestTrump:
    """A player names the lowest trump that he was dealt; without a card he denies having one."""

    seat: Player
    card: CardName | None = None
    kind: Literal["lowest-trump"] = "lowest-trump"


@dataclass(frozen=True, slots=True)
class TellLead:
    """The dealer calls a player to lead; an inspector rules it."""

    seat: Player
    who: Who = "dealer"
    kind: Literal["lead"] = "lead"


@dataclass(frozen=True, slots=True)
class TellRedeal:
    """The cards are dealt again; only an inspector's word begins the game anew."""

    who: Who = "dealer"
    kind: Literal["redeal"] = "redeal"


@dataclass(frozen=True, slots=True)
class TellTime:
    """A player has thought for so many seconds."""

    seat: Player
    used_s: Annotated[int, Field(ge=0, le=86_400)]
    kind: Literal["time"] = "time"


@dataclass(frozen=True, slots=True)
class TellScore:
    """The score board of the match says so: wins of A and of B."""

    first: Wins
    second: Wins
    kind: Literal["score"] = "score"


@dataclass(frozen=True, slots=True)
class TellMatchOver:
    """A player has won the match, says the dealer."""

    seat: Player
    kind: Literal["match-over"] = "match-over"


NOTICED = INCIDENTS | {Code.DISCARD_INSPECTED}
"""What people may notice by themselves."""


@dataclass(frozen=True, slots=True)
class TellDeck:
    """The pack was spread and counted; `twice` are the faces that lie there twice."""

    count: Annotated[int, Field(ge=0, le=104)]
    twice: Annotated[tuple[CardName, ...], Field(max_length=36)] = ()
    kind: Literal["deck"] = "deck"


def _an_incident(code: Code) -> Code:
    if code not in NOTICED:
        raise ValueError(f"{code}: nothing that people notice by themselves")
    return code


@dataclass(frozen=True, slots=True)
class TellIncident:
    """Something that eyes see and no move shows; the code says what."""

    code: Annotated[Code, AfterValidator(_an_incident)]
    seat: Actor = Actor.UNKNOWN
    cards: Annotated[tuple[CardName, ...], Field(max_length=36)] = ()
    kind: Literal["incident"] = "incident"


Tell = (
    TellResult
    | TellGivesUp
    | TellCount
    | TellShown
    | TellLowestTrump
    | TellLead
    | TellRedeal
    | TellTime
    | TellScore
    | TellMatchOver
    | TellDeck
    | TellIncident
)


def move_told(told: Tell, game: Game) -> Announce | Declare | Expose | Appoint:
    """Return the move that people tell of."""
    match told:
        case TellShown(seat=seat, cards=cards):
            return Expose(seat, cards)
        case TellLowestTrump(seat=seat, card=card):
            return Declare(seat, card)
        case TellLead(seat=seat, who="inspector"):
            return Appoint(seat)
        case TellResult(who=who) | TellRedeal(who=who) | TellLead(who=who):
            return Announce(Actor(who), _claim(told, game))
        case _:
            return Announce(Actor.DEALER, _claim(told, game))


def _claim(told: Tell, game: Game) -> Claim:  # noqa: C901, PLR0911 - one line for each kind
    match told:
        case TellResult():
            return _result(told, game)
        case TellGivesUp(seat=seat):
            return GaveUp(seat)
        case TellCount():
            return Counted(told.hands, told.talon, told.discard, told.table)
        case TellLead(seat=seat):
            return LeadCalled(seat)
        case TellTime(seat=seat, used_s=used):
            return TimeUsed(seat, used, game.rules.clock_s or 0)
        case TellScore(first=first, second=second):
            return ScoreTold(first, second)
        case TellMatchOver(seat=seat):
            return MatchCalledOver(seat)
        case TellDeck(count=count, twice=twice):
            return DeckSpread((*twice, *twice), count)
        case TellIncident(code=Code.DISCARD_INSPECTED, seat=seat):
            return DiscardLookedAt(seat)
        case TellIncident(code=code, seat=seat, cards=cards):
            return Noticed(code, seat, cards)
        case _:
            return RedealCalled()


def _result(told: TellResult, game: Game) -> Claim:
    if told.straps and told.loser is not None:
        return StrapsCalled(told.loser)
    if not told.winners:
        return DrawCalled() if told.loser is None else WinCalled(None, told.loser)
    first = told.winners[0]
    if game.rules.teams is not None and game.is_player(first):
        return TeamWinCalled(game.team(first))
    return WinCalled(first, told.loser)
