"""What a move, a finding and a doubt look like as a journal row: plain names, numbers, lists."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.claim_words import print_claim, telling_of
from engine.grounds import GROUNDS
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
from engine.seats import Actor
from engine.verdict import Violation

Row = dict[str, object]


def names(cards: Iterable[Card]) -> list[str]:
    """Return the cards' names in their order."""
    return [str(card) for card in cards]


def move_row(move: Move) -> Row:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    """Return the row of a move, in the words of the events file.

    >>> from engine.cards import parse_card
    >>> move_row(Beat(Actor.B, parse_card("9c"), parse_card("7c")))
    {'type': 'beat', 'actor': 'B', 'cards': ['9c'], 'on': '7c'}
    """
    match move:
        case Deal(to=to, count=count, cards=cards):
            row = {"type": "deal", "actor": str(Actor.DEALER), "to": str(to), "count": count}
            return {**row, "cards": names(cards)} if cards else row
        case ShowTrump(card=card):
            return {"type": "trump", "actor": str(Actor.DEALER), "cards": [str(card)]}
        case Lead(seat=seat, cards=cards):
            return {"type": "lead", "actor": str(seat), "cards": names(cards)}
        case ThrowIn(seat=seat, cards=cards):
            return {"type": "throw", "actor": str(seat), "cards": names(cards)}
        case Beat(seat=seat, card=card, attack=attack):
            return {"type": "beat", "actor": str(seat), "cards": [str(card)], "on": str(attack)}
        case SayBeaten(seat=seat):
            return {"type": "say-beaten", "actor": str(seat)}
        case SayTakes(seat=seat):
            return {"type": "say-takes", "actor": str(seat)}
        case Take(seat=seat, cards=cards):
            return {"type": "take", "actor": str(seat), "cards": names(cards)}
        case Sweep(by=by, cards=cards):
            return {"type": "sweep", "actor": str(by), "cards": names(cards)}
        case Draw(seat=seat, count=count, cards=cards):
            return {"type": "draw", "actor": str(seat), "count": count, "cards": names(cards)}
        case Withdraw(seat=seat, card=card):
            return {"type": "withdraw", "actor": str(seat), "cards": [str(card)]}
        case Return(seat=seat, count=count):
            return {"type": "return", "actor": str(seat), "count": count}
        case Transfer():
            return _transfer_row(move)
        case Declare(seat=seat, card=card):
            return {"type": "declare", "actor": str(seat), "cards": names([card] if card else [])}
        case Appoint(seat=seat):
            return {"type": "appoint", "actor": str(Actor.INSPECTOR), "to": str(seat)}
        case Expose(seat=seat, cards=cards):
            return {"type": "expose", "actor": str(seat), "cards": names(cards)}
        case Hang(seat=seat, to=to, cards=cards):
            return {"type": "hang", "actor": str(seat), "to": str(to), "cards": names(cards)}
        case Announce(seat=seat, claim=claim):
            told = {"claim": str(telling_of(claim)), "word": print_claim(claim)}
            return {"type": "announce", "actor": str(seat), **told}


def _transfer_row(move: Transfer) -> Row:
    mode = "show" if move.shown else "lay"
    row: Row = {"type": "transfer", "actor": str(move.seat), "cards": names(move.cards)}
    row["mode"] = mode
    return row if move.to is None else {**row, "to": str(move.to)}


def violation_row(violation: Violation) -> Row:
    """Return the row of a violation, in the words of the events file."""
    row: Row = {
        "code": str(violation.code),
        "actor": str(violation.actor),
        "cards": names(violation.cards),
        "severity": int(violation.severity),
        "verdict": str(violation.verdict),
        "clause": violation.clause,
        "evidence": "".join(sorted(GROUNDS[violation.code].evidence)),
    }
    if violation.on is not None:
        row["on"] = str(violation.on)
    if violation.limit is not None:
        row["limit"] = violation.limit
    if violation.count is not None:
        row["count"] = violation.count
    return row
