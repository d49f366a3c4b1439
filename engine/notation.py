"""Moves as short words of the game record (DKN), both directions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from engine.cards import Card, parse_card
from engine.claim_words import parse_claim, print_claim
from engine.claims import Claim
from engine.moves import (
    Announce,
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)
from engine.position import NotationError, parse_position, print_position
from engine.seats import Actor

__all__ = ["NotationError", "parse_move", "parse_position", "print_move", "print_position"]


def print_move(move: Move) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    """Return the word of a move; faces in square brackets are those that were seen to go.

    >>> print_move(Beat(Actor.B, parse_card("8c"), parse_card("6c")))
    'B:8c/6c'
    """
    match move:
        case Deal(to=to, count=count, cards=cards):
            return f"deal {to}{count}{_seen(cards)}"
        case ShowTrump(card=card):
            return f"^{card}"
        case Lead(seat=seat, cards=cards):
            return f"{seat}>{_run(cards)}"
        case ThrowIn(seat=seat, cards=cards):
            return f"{seat}+{_run(cards)}"
        case Beat(seat=seat, card=card, attack=attack):
            return f"{seat}:{card}/{attack}"
        case SayBeaten(seat=seat):
            return f"{seat}."
        case SayTakes(seat=seat):
            return f"{seat}^"
        case Take(seat=seat, cards=cards):
            return f"={seat}{_seen(cards)}"
        case Sweep(by=by, cards=cards):
            return f"={_seen(cards)}" if by is Actor.DEALER else f"=!{by}{_seen(cards)}"
        case Draw(seat=seat, count=count, cards=cards):
            return f"d {seat}{count}{_seen(cards)}"
        case Withdraw(seat=seat, card=card):
            return f"~{seat}:{card}"
        case Return(seat=seat, count=count):
            return f"~d {seat}{count}"
        case Transfer(seat=seat, cards=cards, shown=shown, to=to):
            run = f"({_run(cards)})" if shown else _run(cards)
            return f"{seat}>>{run}" if to is None else f"{seat}>>{to}:{run}"
        case Declare(seat=seat, card=card):
            return f"{seat}?{card or '-'}"
        case Appoint(seat=seat):
            return f"lead={seat}"
        case Expose(seat=seat, cards=cards):
            return f"{seat}![{_run(cards)}]"
        case Hang(seat=seat, to=to, cards=cards):
            return f"{seat}*{to}:{_run(cards)}"
        case Announce(seat=seat, claim=claim):
            return f"{'' if seat is Actor.DEALER else seat}&{print_claim(claim)}"


def _run(cards: Iterable[Card]) -> str:
    return "".join(str(card) for card in cards)


def _seen(cards: tuple[Card, ...]) -> str:
    return f"[{_run(cards)}]" if cards else ""


SEAT = rf"({'|'.join(Actor)})"
CARD = r"((?:10|[6-9TJQKA])[cdhs])"
CARDS = r"((?:(?:10|[6-9TJQKA])[cdhs])+)"
SEEN = rf"(?:\[{CARDS}\])?"

Words = re.Match[str]
PATTERNS: Mapping[str, Callable[[Words], Move]] = {
    rf"deal {SEAT}(\d+){SEEN}": lambda m: Deal(Actor(m[1]), int(m[2]), _cards(m[3])),
    rf"\^{CARD}": lambda m: ShowTrump(parse_card(m[1])),
    rf"{SEAT}>{CARDS}": lambda m: Lead(Actor(m[1]), _cards(m[2])),
    rf"{SEAT}\+{CARDS}": lambda m: ThrowIn(Actor(m[1]), _cards(m[2])),
    rf"{SEAT}:{CARD}/{CARD}": lambda m: Beat(Actor(m[1]), parse_card(m[2]), parse_card(m[3])),
    rf"{SEAT}\.": lambda m: SayBeaten(Actor(m[1])),
    rf"{SEAT}\^": lambda m: SayTakes(Actor(m[1])),
    rf"={SEAT}{SEEN}": lambda m: Take(Actor(m[1]), _cards(m[2])),
    rf"={SEEN}": lambda m: Sweep(Actor.DEALER, _cards(m[1])),
    rf"=!{SEAT}{SEEN}": lambda m: Sweep(Actor(m[1]), _cards(m[2])),
    rf"d {SEAT}(\d+){SEEN}": lambda m: Draw(Actor(m[1]), int(m[2]), _cards(m[3])),
    rf"~{SEAT}:{CARD}": lambda m: Withdraw(Actor(m[1]), parse_card(m[2])),
    rf"~d {SEAT}(\d+)": lambda m: Return(Actor(m[1]), int(m[2])),
    rf"{SEAT}>>(?:{SEAT}:)?{CARDS}": lambda m: Transfer(Actor(m[1]), _cards(m[3]), to=_maybe(m[2])),
    rf"{SEAT}>>(?:{SEAT}:)?\({CARDS}\)": lambda m: Transfer(
        Actor(m[1]), _cards(m[3]), shown=True, to=_maybe(m[2])
    ),
    rf"{SEAT}\?-": lambda m: Declare(Actor(m[1]), None),
    rf"{SEAT}\?{CARD}": lambda m: Declare(Actor(m[1]), parse_card(m[2])),
    rf"lead={SEAT}": lambda m: Appoint(Actor(m[1])),
    rf"{SEAT}!\[{CARDS}\]": lambda m: Expose(Actor(m[1]), _cards(m[2])),
    rf"{SEAT}\*{SEAT}:{CARDS}": lambda m: Hang(Actor(m[1]), Actor(m[2]), _cards(m[3])),
    rf"{SEAT}?&(\S+)": lambda m: Announce(_maybe(m[1]) or Actor.DEALER, _claim(m[2])),
}


def parse_move(word: str) -> Move:
    """Read the word of a move; raises NotationError when it is none.

    >>> parse_move("A>6c") == Lead(Actor.A, (parse_card("6c"),))
    True
    """
    for pattern, read in PATTERNS.items():
        match = re.fullmatch(pattern, word.strip())
        if match is not None:
            return read(match)
    raise NotationError(f"not a move: {word!r}")


def _claim(word: str) -> Claim:
    """Read what is claimed; raises NotationError when it is no claim."""
    claim = parse_claim(word)
    if claim is None:
        raise NotationError(f"no such claim: {word!r}")
    return claim


def _maybe(seat: str | None) -> Actor | None:
    return None if seat is None else Actor(seat)


def _cards(run: str | None) -> tuple[Card, ...]:
    return tuple(parse_card(name) for name in re.findall(CARD, run)) if run else ()
