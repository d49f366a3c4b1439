"""Claims as words of the game record (DKN), both directions: what follows the ``&``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum, unique

from engine.cards import Card, parse_card
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
    MatchTold,
    Noticed,
    RedealCalled,
    Revealed,
    ScoreTold,
    StrapsCalled,
    TeamWinCalled,
    TimeUsed,
    WinCalled,
)
from engine.matches import parse_match, print_match
from engine.seats import Actor
from engine.verdict import Code


@unique
class Telling(StrEnum):
    """What kind of claim it is; the value is stored and translated."""

    LEAD = "lead"
    WON = "won"
    FOOL = "fool"
    TEAM = "team"
    DRAWN = "drawn"
    STRAPS = "straps"
    REDEAL = "redeal"
    GIVES_UP = "gives-up"
    DISCARD = "discard"
    REVEALED = "revealed"
    COUNT = "count"
    DECK = "deck"
    TIME = "time"
    MATCH = "match"
    SCORE = "score"
    MATCH_OVER = "match-over"
    NOTICED = "noticed"


def print_claim(claim: Claim) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    """Return the word of a claim.

    >>> print_claim(WinCalled(Actor.A, Actor.B))
    'won=A/B'
    """
    match claim:
        case LeadCalled(seat=seat):
            return f"lead={seat}"
        case WinCalled(winner=None, loser=loser):
            return f"fool={loser or '-'}"
        case WinCalled(winner=winner, loser=loser):
            return f"won={winner}" if loser is None else f"won={winner}/{loser}"
        case TeamWinCalled(team=team):
            return f"team={','.join(team)}"
        case DrawCalled():
            return "drawn"
        case StrapsCalled(loser=loser):
            return f"straps={loser}"
        case RedealCalled():
            return "redeal"
        case GaveUp(seat=seat):
            return f"gives-up={seat}"
        case DiscardLookedAt(seat=seat):
            return f"discard={seat}"
        case Revealed(seat=seat, cards=cards):
            return f"revealed={seat}:{_run(cards)}"
        case Counted():
            return f"count={','.join(_counts(claim))}"
        case DeckSpread(faces=faces, count=count):
            return f"deck={count}:{_run(faces)}"
        case TimeUsed(seat=seat, used_s=used, limit_s=limit):
            return f"time={seat}:{used}/{limit}"
        case MatchTold(match=match):
            return f"match={print_match(match)}"
        case ScoreTold(first=first, second=second):
            return f"score={first}-{second}"
        case MatchCalledOver(seat=seat):
            return f"match-over={seat}"
        case Noticed(code=code, seat=seat, cards=cards):
            return f"noticed={code}:{seat}:{_run(cards)}"


def telling_of(claim: Claim) -> Telling:
    """Return what kind of claim it is."""
    return Telling(print_claim(claim).partition("=")[0])


def _run(cards: Iterable[Card]) -> str:
    return "".join(str(card) for card in cards)


def _counts(claim: Counted) -> Iterable[str]:
    piles = {"talon": claim.talon, "discard": claim.discard, "table": claim.table}
    yield from (f"{seat}{count}" for seat, count in claim.hands.items())
    yield from (f"{name}{count}" for name, count in piles.items() if count is not None)


SEAT = rf"({'|'.join(Actor)})"
FACE = r"(?:10|[6-9TJQKA])[cdhs]"
FACES = rf"((?:{FACE})*)"
PILE = rf"(?:{'|'.join(Actor)}|talon|discard|table)\d{{1,2}}"

Words = re.Match[str]
PATTERNS: Mapping[str, Callable[[Words], Claim | None]] = {
    rf"lead={SEAT}": lambda m: LeadCalled(Actor(m[1])),
    rf"fool=(?:{SEAT}|-)": lambda m: WinCalled(None, _maybe(m[1])),
    rf"won={SEAT}(?:/{SEAT})?": lambda m: WinCalled(Actor(m[1]), _maybe(m[2])),
    rf"team=((?:{SEAT},?)*)": lambda m: TeamWinCalled(_seats(m[1])),
    r"drawn": lambda _: DrawCalled(),
    rf"straps={SEAT}": lambda m: StrapsCalled(Actor(m[1])),
    r"redeal": lambda _: RedealCalled(),
    rf"gives-up={SEAT}": lambda m: GaveUp(Actor(m[1])),
    rf"discard={SEAT}": lambda m: DiscardLookedAt(Actor(m[1])),
    rf"revealed={SEAT}:{FACES}": lambda m: Revealed(Actor(m[1]), _cards(m[2])),
    rf"count=((?:{PILE},?)*)": lambda m: _counted(m[1]),
    rf"deck=(\d{{1,3}}):{FACES}": lambda m: DeckSpread(_cards(m[2]), int(m[1])),
    rf"time={SEAT}:(\d{{1,6}})/(\d{{1,6}})": lambda m: TimeUsed(Actor(m[1]), int(m[2]), int(m[3])),
    r"match=(\S+)": lambda m: None if (told := parse_match(m[1])) is None else MatchTold(told),
    r"score=(\d{1,3})-(\d{1,3})": lambda m: ScoreTold(int(m[1]), int(m[2])),
    rf"match-over={SEAT}": lambda m: MatchCalledOver(Actor(m[1])),
    rf"noticed=({'|'.join(sorted(INCIDENTS))}):{SEAT}:{FACES}": lambda m: Noticed(
        Code(m[1]), Actor(m[2]), _cards(m[3])
    ),
}


def parse_claim(word: str) -> Claim | None:
    """Read the word of a claim; None where it is none.

    >>> parse_claim("gives-up=B")
    GaveUp(seat=<Actor.B: 'B'>)
    """
    for pattern, read in PATTERNS.items():
        match = re.fullmatch(pattern, word)
        if match is not None:
            return read(match)
    return None


def _maybe(seat: str | None) -> Actor | None:
    return None if seat is None else Actor(seat)


def _seats(run: str) -> tuple[Actor, ...]:
    return tuple(Actor(name) for name in run.split(",") if name)


def _cards(run: str) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in re.findall(FACE, run))


def _counted(run: str) -> Counted:
    piles = {
        name: int(number)
        for name, number in (re.findall(r"(\D+)(\d+)", pile)[0] for pile in run.split(",") if pile)
    }
    hands = {Actor(name): count for name, count in piles.items() if name in set(Actor)}
    return Counted(hands, piles.get("talon"), piles.get("discard"), piles.get("table"))
