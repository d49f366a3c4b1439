"""What a move, a finding and a doubt look like as a journal row: plain names, numbers, lists."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import Card
from engine.moves import (
    Beat,
    Deal,
    Draw,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from engine.seats import Actor
from engine.verdict import Violation

Row = dict[str, object]


def names(cards: Iterable[Card]) -> list[str]:
    """Return the cards' names in their order."""
    return [str(card) for card in cards]


def move_row(move: Move) -> Row:  # noqa: C901, PLR0911 - one line for each kind of move
    """Return the row of a move, in the words of the events file.

    >>> from engine.cards import parse_card
    >>> move_row(Beat(Actor.B, parse_card("9c"), parse_card("7c")))
    {'type': 'beat', 'actor': 'B', 'cards': ['9c'], 'on': '7c'}
    """
    match move:
        case Deal(to=to, count=count):
            return {"type": "deal", "actor": str(Actor.DEALER), "to": str(to), "count": count}
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


def violation_row(violation: Violation) -> Row:
    """Return the row of a violation, in the words of the events file."""
    row: Row = {
        "code": str(violation.code),
        "actor": str(violation.actor),
        "cards": names(violation.cards),
        "severity": int(violation.severity),
        "verdict": str(violation.verdict),
        "clause": violation.clause,
    }
    if violation.on is not None:
        row["on"] = str(violation.on)
    if violation.limit is not None:
        row["limit"] = violation.limit
    return row
