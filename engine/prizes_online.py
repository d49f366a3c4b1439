"""The bank of the online game (source 2), and the rating with its time-out (source 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from engine.clauses import Clause, finding
from engine.parameters import HouseRules
from engine.prizes import Prizes, UndefinedSharesError, judge_payout
from engine.seats import Actor
from engine.verdict import Code, Violation

BANK_PERCENT: Mapping[int, tuple[int, ...]] = {3: (80, 20, 0), 4: (60, 30, 10, 0)}
"""What the first, second, ... to go out gets of the bank (R130, R131), by number of players."""
ROUBLES_FOR_A_WIN = 10
"""Game roubles that a win brings beside its points (R133)."""


class Points(NamedTuple):
    """Points of the rating (R133).

    `between` is what those between the first and the last get; no source says it (A23).
    """

    win: int = 2
    draw: int = 1
    loss: int = 0
    between: int | None = None


POINTS = Points()


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


def bank_percents(rules: HouseRules) -> Mapping[int, tuple[int, ...]]:
    """Return what a house pays out of a bank, by number of players."""
    return {int(players): shares for players, shares in rules.bank_percent.items()}


def bank(
    total: int,
    exits: Sequence[Sequence[Actor]],
    table: Mapping[int, tuple[int, ...]] = BANK_PERCENT,
) -> Mapping[Actor, int]:
    """Share a bank; `exits` are the players by the bout in which they went out, the fool last.

    Those of one bout pool their shares (R132); what does not divide goes to the first place.
    Raises UndefinedSharesError for a number of players that the rules do not name (A24).

    >>> bank(1000, [[Actor.A, Actor.B], [Actor.C], [Actor.D]])[Actor.B]
    450
    """
    players = [seat for group in exits for seat in group]
    percents = table.get(len(players))
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
    total: int,
    exits: Sequence[Sequence[Actor]],
    paid: Mapping[Actor, int],
    table: Mapping[int, tuple[int, ...]] = BANK_PERCENT,
) -> tuple[Violation, ...]:
    """List what is wrong with a payment out of a bank; undefined where no rule shares it."""
    try:
        due = bank(total, exits, table)
    except UndefinedSharesError:
        return (finding(Code.PAYOUT_UNDEFINED, Actor.DEALER),)
    order = [*due, *(seat for seat in paid if seat not in due)]
    return judge_payout(
        [paid.get(seat, 0) for seat in order],
        Prizes(tuple(due.get(seat, 0) for seat in order), 0),
        Clause.ONLINE_BANK,
    )


def points_by(rules: HouseRules, between: int | None = None) -> Points:
    """Return the points of a house; `between` where somebody says it beside the rules."""
    told = rules.rating_points
    middle = told.get("between") if between is None else between
    return Points(told.get("win", 2), told.get("draw", 1), told.get("loss", 0), middle)


def rating(standings: Standings, points: Points = POINTS) -> Mapping[Actor, int] | None:
    """Return the points of a game (R133); a fool by time leaves only winners (R134).

    None where those between the first and the last need points that nobody has configured.

    >>> rating(Standings((Actor.A,), fool=Actor.B))[Actor.A]
    2
    """
    got = dict.fromkeys(standings.drawn, points.draw)
    if standings.fool is not None:
        got[standings.fool] = points.loss
    middle = standings.out[1:]
    each = points.win if standings.late else points.between
    if middle and each is None:
        return None
    got |= dict.fromkeys(middle, each or 0)
    return got | dict.fromkeys(standings.out[:1], points.win)


def judge_rating(
    standings: Standings, told: Mapping[Actor, int], points: Points = POINTS
) -> tuple[Violation, ...]:
    """List whose points are wrong; undefined where the points between are not configured."""
    due = rating(standings, points)
    if due is None:
        return (finding(Code.RATING_UNDEFINED, Actor.DEALER),)
    return tuple(
        finding(Code.RATING_WRONG, seat, limit=due.get(seat, 0), count=told.get(seat, 0))
        for seat in sorted({*due, *told})
        if told.get(seat, 0) != due.get(seat, 0)
    )
