"""Places 1 to 8 of a tournament, and the money that belongs to each (126, 127)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.prizes import (
    EmptyPlaces,
    FeeSplit,
    Prizes,
    UndefinedSharesError,
    prizes,
    split_fees,
)
from engine.tournament_bracket import THIRD_PLACE, Stage
from engine.tournament_refusals import Reason, Refusal, TournamentError
from engine.tournament_state import Match, Tournament
from engine.tournament_targets import percents_of


@dataclass(frozen=True, slots=True)
class Place:
    """A place, or places that several share in no order, as 5 to 8 by the quarter-finals.

    `names` holds whoever took them so far; the place is open while somebody may still take it.
    """

    first: int
    last: int
    names: tuple[str, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Payout:
    """What the cash desk pays after the final, in minor units, in the order of the places."""

    split: FeeSplit
    prizes: Prizes
    names: tuple[str, ...]


def places(told: Tournament) -> tuple[Place, ...]:
    """Return the places that there are, from the first; none before the draw."""
    return tuple(_places(told))


def _places(told: Tournament) -> Iterator[Place]:
    final = told.final
    if final is None:
        return
    yield _place(1, final, final.winner)
    yield _place(2, final, final.loser)
    third = told.match(THIRD_PLACE)
    if third is not None:
        yield _place(3, third, third.winner)
        yield _place(4, third, third.loser)
        yield from _losers(told, Stage.QUARTERFINAL, 5)
    else:
        yield from _losers(told, Stage.SEMIFINAL, 3)


def _place(number: int, match: Match, name: str | None) -> Place:
    return Place(number, number, (name,) if name else (), is_open=not match.is_over)


def _losers(told: Tournament, stage: Stage, first: int) -> Iterator[Place]:
    """Yield the shared place of those who lost in a stage; nobody loses against a rest."""
    matches = [match for match in told.of_stage(stage) if not match.is_bye]
    if not matches:
        return
    names = tuple(match.loser for match in matches if match.loser)
    is_open = not all(match.is_over for match in matches)
    yield Place(first, first + len(matches) - 1, names, is_open)


def payout(told: Tournament) -> Payout:
    """Return who gets what; raises TournamentError where a place or its money is not settled."""
    final = told.final
    if told.plan is None or final is None or not final.is_over:
        raise TournamentError(Refusal(Reason.FINAL_NOT_OVER))
    taken = places(told)
    for place in taken:
        if place.is_open:
            raise TournamentError(Refusal(Reason.PLACE_OPEN, {"place": place.first}))
    names = tuple(name for place in taken for name in place.names)
    split = split_fees(told.fees, told.plan.fund_part)
    choice = told.shares.choice if told.shares is not None else None
    percents = percents_of(told.plan.rules)
    return Payout(split, _prizes(split.fund, len(names), choice, percents), names)


def _prizes(
    fund: int, takers: int, choice: EmptyPlaces | None, percents: tuple[int, ...]
) -> Prizes:
    try:
        return prizes(fund, takers, choice, percents)
    except UndefinedSharesError:
        refusal = Refusal(Reason.SHARES_UNDEFINED, {"place": takers + 1})
        raise TournamentError(refusal) from None
