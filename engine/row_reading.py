"""Journal rows read back: the move, the violation and the question that a row was written from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from engine.cards import Card, parse_card
from engine.claim_words import parse_claim
from engine.deeds import Deed
from engine.faults import Cause, CausedError
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
from engine.ports import Doubt
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict, Violation

Fields = Mapping[str, object]


class RowError(CausedError):
    """A row that says nothing that can be understood; the message says what is wrong with it."""

    def __init__(self, told: str) -> None:
        """Say what is wrong."""
        super().__init__(told, Cause("journal-row", told))


def cards_in(row: Fields) -> tuple[Card, ...]:
    """Return the cards that a row names, in its order; raises ValueError for no such card."""
    return tuple(parse_card(str(name)) for name in cast("list[str]", row.get("cards") or ()))


def read_move(row: Fields) -> Move:
    """Return the move of a row; raises RowError where it is none.

    >>> read_move({"type": "say-takes", "actor": "B"})
    SayTakes(seat=<Actor.B: 'B'>)
    """
    try:
        return _MADE[Deed(str(row["type"]))](row, Actor(str(row["actor"])), cards_in(row))
    except (KeyError, ValueError, IndexError, TypeError) as error:
        raise RowError(f"not a move: {dict(row)!r} ({error})") from error


def _count(row: Fields) -> int:
    return int(str(row["count"]))


def _to(row: Fields) -> Actor:
    return Actor(str(row["to"]))


def _transfer(row: Fields, seat: Actor, cards: tuple[Card, ...]) -> Transfer:
    to = _to(row) if "to" in row else None
    return Transfer(seat, cards, shown=row.get("mode") == "show", to=to)


def _announced(row: Fields, seat: Actor, _cards: tuple[Card, ...]) -> Announce:
    claim = parse_claim(str(row["word"]))
    if claim is None:
        raise ValueError(f"no claim: {row['word']!r}")
    return Announce(seat, claim)


_MADE: Mapping[Deed, Callable[[Fields, Actor, tuple[Card, ...]], Move]] = {
    Deed.DEAL: lambda row, _dealer, cards: Deal(_to(row), _count(row), cards),
    Deed.TRUMP: lambda _row, _dealer, cards: ShowTrump(cards[0]),
    Deed.LEAD: lambda _row, seat, cards: Lead(seat, cards),
    Deed.THROW: lambda _row, seat, cards: ThrowIn(seat, cards),
    Deed.BEAT: lambda row, seat, cards: Beat(seat, cards[0], parse_card(str(row["on"]))),
    Deed.SAY_BEATEN: lambda _row, seat, _cards: SayBeaten(seat),
    Deed.SAY_TAKES: lambda _row, seat, _cards: SayTakes(seat),
    Deed.TAKE: lambda _row, seat, cards: Take(seat, cards),
    Deed.SWEEP: lambda _row, by, cards: Sweep(by, cards),
    Deed.DRAW: lambda row, seat, cards: Draw(seat, _count(row), cards),
    Deed.WITHDRAW: lambda _row, seat, cards: Withdraw(seat, cards[0]),
    Deed.RETURN: lambda row, seat, _cards: Return(seat, _count(row)),
    Deed.TRANSFER: _transfer,
    Deed.DECLARE: lambda _row, seat, cards: Declare(seat, cards[0] if cards else None),
    Deed.APPOINT: lambda row, _inspector, _cards: Appoint(_to(row)),
    Deed.EXPOSE: lambda _row, seat, cards: Expose(seat, cards),
    Deed.ANNOUNCE: _announced,
    Deed.HANG: lambda row, seat, cards: Hang(seat, _to(row), cards),
}


def read_violation(row: Fields) -> Violation:
    """Return the violation of a flag's row; raises RowError where it is none."""
    try:
        return Violation(
            Code(str(row["code"])),
            Actor(str(row["actor"])),
            cards_in(row),
            Severity(int(str(row["severity"]))),
            Verdict(str(row["verdict"])),
            str(row["clause"]),
            _number(row, "limit"),
            parse_card(str(row["on"])) if "on" in row else None,
            _number(row, "count"),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise RowError(f"not a violation: {dict(row)!r} ({error})") from error


def _number(row: Fields, name: str) -> int | None:
    return int(str(row[name])) if name in row else None


def read_doubt(row: Fields) -> Doubt:
    """Return the question of a doubt's row with its answers; raises RowError."""
    answers = cast("list[Fields]", row.get("answers") or ())
    return Doubt(str(row.get("question", "")), tuple(read_move(answer) for answer in answers))
