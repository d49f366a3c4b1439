"""What people declare and what is noticed beside the play: no moves, yet the rules judge them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import Card
from engine.matches import TableMatch
from engine.seats import Actor
from engine.verdict import Code


@dataclass(frozen=True, slots=True)
class LeadCalled:
    """The dealer calls a player to lead."""

    seat: Actor


@dataclass(frozen=True, slots=True)
class WinCalled:
    """A player is declared the winner, or a loser is named."""

    winner: Actor | None
    loser: Actor | None = None


@dataclass(frozen=True, slots=True)
class TeamWinCalled:
    """A team is declared the winner."""

    team: tuple[Actor, ...]


@dataclass(frozen=True, slots=True)
class DrawCalled:
    """A game is declared drawn."""


@dataclass(frozen=True, slots=True)
class StrapsCalled:
    """A loser is declared a fool with shoulder straps (R120)."""

    loser: Actor


@dataclass(frozen=True, slots=True)
class RedealCalled:
    """Cards are gathered to be dealt again."""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A player gives the game up: no source but the online rating says what follows."""

    seat: Actor


@dataclass(frozen=True, slots=True)
class DiscardLookedAt:
    """Somebody looks at the discard (R081)."""

    seat: Actor


@dataclass(frozen=True, slots=True)
class Revealed:
    """Cards are seen to be in a hand, or to have been there: they may prove something."""

    seat: Actor
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Piles were counted; a pile that is None was not."""

    hands: Mapping[Actor, int]
    talon: int | None = None
    discard: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class DeckSpread:
    """The pack was spread face up before a match: the faces that were read, and how many cards."""

    faces: tuple[Card, ...]
    count: int


@dataclass(frozen=True, slots=True)
class TimeUsed:
    """A player has used so many seconds of those that he has."""

    seat: Actor
    used_s: int
    limit_s: int


@dataclass(frozen=True, slots=True)
class MatchTold:
    """The tournament's desk tells which match the table plays, and how it stands."""

    match: TableMatch


@dataclass(frozen=True, slots=True)
class ScoreTold:
    """The score board says so: wins of A and of B."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class MatchCalledOver:
    """The dealer says that a player has won the match."""

    seat: Actor


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something wrong that is no move: who, with which cards; `code` is one of INCIDENTS."""

    code: Code
    seat: Actor
    cards: tuple[Card, ...] = ()


INCIDENTS: frozenset[Code] = frozenset(
    {
        Code.WRONG_PLAYER_SEATED,
        Code.DECK_NOT_SHUFFLED,
        Code.NO_CUT,
        Code.BOXED_CARD,
        Code.DEAL_EXPOSED,
        Code.DEAL_BOTTOM,
        Code.TRUMP_COVERED,
        Code.PLAYER_TOUCHED_DEAL,
        Code.THROW_FACE_DOWN,
        Code.TWO_CARDS_STUCK,
        Code.DISCARD_SPILLED_OPEN,
        Code.DRAW_EXPOSED,
        Code.FOREIGN_CARD,
        Code.BACK_MISMATCH,
        Code.MARKED_CARD,
        Code.CARD_LEFT_TABLE,
        Code.CARD_FROM_LAP,
        Code.HAND_EXCHANGE,
        Code.PEEK_TALON,
        Code.VISION_LOW_CONFIDENCE,
    }
)
"""What eyes and sensors notice by itself: nothing has to be judged, only named."""

RULED = (WinCalled, TeamWinCalled, DrawCalled, RedealCalled)
"""What an inspector may rule: how a game ends, or that it is dealt again."""

Claim = (
    LeadCalled
    | WinCalled
    | TeamWinCalled
    | DrawCalled
    | StrapsCalled
    | RedealCalled
    | GaveUp
    | DiscardLookedAt
    | Revealed
    | Counted
    | DeckSpread
    | TimeUsed
    | MatchTold
    | ScoreTold
    | MatchCalledOver
    | Noticed
)
