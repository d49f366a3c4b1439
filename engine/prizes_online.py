"""The bank of the online game (source 2), and the rating with its time-out (source 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.clauses import Clause, finding
from engine.prizes import Prizes, UndefinedSharesError, judge_payout
from engine.seats import Actor
from engine.verdict import Code, Violation

BANK_PERCENT: Mapping[int, tuple[int, ...]] = {3: (80, 20, 0), 4: (60, 30, 10, 0)}
"""What the first, second, ... to go out gets of the bank (R130, R131), by number of players."""
WIN, DRAW, LOSS = 2, 1, 0
"""Points of the rating (R133)."""
ROUBLES_FOR_A_WIN = 10
"""Game roubles that a win brings beside its points (R133)."""


@dataclass(frozen=True, slots=True)
class Standings:
    """How a game ended for the rating.

    `out` are the players in the order in which they went out, without the last two where they
    drew; `fool` is who lost; `drawn` are those who ended in a draw; `late` is the fool because
    the time was up (R134).
    """

    out: tuple[Actor, ...] = ()
    fool: Actor | None = None
    drawn: tuple[Actor, ...] = ()
    late: bool = False


def bank(total: int, exits: Sequence[Sequence[Actor]]) -> Mapping[Actor, int]:
    """Share a bank; `exits` are the players by the bout in which they went out, the fool last.

    Those of one bout pool their shares (R132); what does not divide goes to the first place.
    Raises UndefinedSharesError for a number of players that the rules do not name (A24).

    >>> bank(1000, [[Actor.A, Actor.B], [Actor.C], [Actor.D]])[Actor.B]
    450
    """
    players = [seat for group in exits for seat in group]
    percents = BANK_PERCENT.get(len(players))
    if percents is None:
        raise UndefinedSharesError(f"no rule shares a bank among {len(players)} players")
    shares: dict[Actor, int] = {}
    place = 0
    for group in exits:
        pooled = sum(percents[place : place + len(group)])
        place += len(group)
        shares |= {seat: int(Fraction(total * pooled, 100 * len(group))) for seat in group}
    remainder = total - sum(shares.values())
    first = [seat for seat in players if seat in exits[0]] if exits[0] else players
    for number in range(remainder):
        shares[first[number % len(first)]] += 1
    return shares


def judge_bank(
    total: int, exits: Sequence[Sequence[Actor]], paid: Mapping[Actor, int]
) -> tuple[Violation, ...]:
    """List what is wrong with a payment out of a bank; undefined where no rule shares it."""
    try:
        due = bank(total, exits)
    except UndefinedSharesError:
        return (finding(Code.PAYOUT_UNDEFINED, Actor.DEALER),)
    order = [*due, *(seat for seat in paid if seat not in due)]
    return judge_payout(
        [paid.get(seat, 0) for seat in order],
        Prizes(tuple(due.get(seat, 0) for seat in order), 0),
        Clause.ONLINE_BANK,
    )


def rating(standings: Standings, between: int | None = None) -> Mapping[Actor, int] | None:
    """Return the points of a game: 2, 1, 0 (R133); a fool by time leaves only winners (R134).

    `between` is what those between the first and the last get; no source says it (A23). None
    where it is needed and was not configured.

    >>> rating(Standings((Actor.A,), fool=Actor.B))[Actor.A]
    2
    """
    points = dict.fromkeys(standings.drawn, DRAW)
    if standings.fool is not None:
        points[standings.fool] = LOSS
    middle = standings.out[1:]
    if middle and not standings.late and between is None:
        return None
    points |= dict.fromkeys(middle, WIN if standings.late or between is None else between)
    return points | dict.fromkeys(standings.out[:1], WIN)


def judge_rating(
    standings: Standings, points: Mapping[Actor, int], between: int | None = None
) -> tuple[Violation, ...]:
    """List whose points are wrong; undefined where the points between are not configured."""
    due = rating(standings, between)
    if due is None:
        return (finding(Code.RATING_UNDEFINED, Actor.DEALER),)
    return tuple(
        finding(Code.RATING_WRONG, seat, limit=due.get(seat, LOSS), count=points.get(seat, LOSS))
        for seat in sorted({*due, *points})
        if points.get(seat, LOSS) != due.get(seat, LOSS)
    )
