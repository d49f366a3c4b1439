"""Fees, prize fund and prizes of a tournament (126, 127): whole minor units, nothing lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.clauses import Clause, finding
from engine.seats import Actor
from engine.verdict import Code, Violation

PLACE_PERCENT: tuple[int, ...] = (35, 25, 14, 10, 4, 4, 4, 4)
"""What the places get of the prize fund (127): 35 + 25 + 14 + 10 + 4 x 4 = 100."""
WHOLE = 10_000
"""The prize fund's part of the fees is given in hundredths of a per cent."""


@unique
class EmptyPlaces(StrEnum):
    """Who gets the shares of places that nobody took (A14); the value is stored.

    The house is no choice: clause 127 gives the whole fund to places.
    """

    FIRST_PLACE = "first-place"
    IN_PROPORTION = "in-proportion"
    EQUALLY = "equally"


class UndefinedSharesError(ValueError):
    """The rules do not say who gets a part of the fund; a person must choose first."""


@dataclass(frozen=True, slots=True)
class FeeSplit:
    """Entry fees as prize fund and casino income (126), in minor units.

    `rounding` is the part of the fund that the percentage alone would not give it: what does not
    divide goes to the fund, never to the house.
    """

    fund: int
    income: int
    rounding: bool


@dataclass(frozen=True, slots=True)
class Prizes:
    """What each place gets, in minor units; `remainder` went to the first place (A15)."""

    shares: tuple[int, ...]
    remainder: int

    @property
    def fund(self) -> int:
        """The whole fund."""
        return sum(self.shares)


def split_fees(total: int, fund_part: int) -> FeeSplit:
    """Split the fees; `fund_part` is the prize fund's part in hundredths of a per cent.

    Raises ValueError for a part that is none, and for fees below nothing.

    >>> split_fees(1001, 8000)
    FeeSplit(fund=801, income=200, rounding=True)
    """
    if not 0 <= fund_part <= WHOLE:
        raise ValueError(f"the prize fund is 0 to 100 per cent of the fees, not {fund_part / 100}")
    _check_money(total)
    income = total * (WHOLE - fund_part) // WHOLE
    return FeeSplit(total - income, income, total * fund_part % WHOLE != 0)


def prizes(
    fund: int,
    takers: int = 8,
    empty: EmptyPlaces | None = None,
    percents: Sequence[int] = PLACE_PERCENT,
) -> Prizes:
    """Share a prize fund among the places that somebody took, counted from the first.

    `percents` is what the places get; it makes 100. Raises UndefinedSharesError where places are
    empty and nobody has chosen who gets their shares.

    >>> prizes(1001).shares
    (351, 250, 140, 100, 40, 40, 40, 40)
    """
    _check_money(fund)
    taken = min(takers, len(percents))
    if taken < 1:
        raise UndefinedSharesError("nobody took a place")
    if taken == len(percents):
        return _shared(fund, percents)
    if empty is None:
        raise UndefinedSharesError(f"places {taken + 1} to {len(percents)} are empty")
    return _shared(fund, _weights(percents[:taken], sum(percents[taken:]), empty))


def _weights(own: Sequence[int], free: int, empty: EmptyPlaces) -> tuple[int, ...]:
    """Return what the taken places get in proportion to each other."""
    match empty:
        case EmptyPlaces.FIRST_PLACE:
            return (own[0] + free, *own[1:])
        case EmptyPlaces.IN_PROPORTION:
            return tuple(own)
        case EmptyPlaces.EQUALLY:
            return tuple(percent * len(own) + free for percent in own)


def _shared(fund: int, weights: Sequence[int]) -> Prizes:
    """Share by weight; what does not divide goes to the first place and is named."""
    floors = [fund * weight // sum(weights) for weight in weights]
    remainder = fund - sum(floors)
    return Prizes((floors[0] + remainder, *floors[1:]), remainder)


def _check_money(amount: int) -> None:
    if amount < 0:
        raise ValueError(f"an amount of money is not below nothing: {amount}")


def judge_payout(
    shares: Sequence[int], due: Prizes, clause: Clause = Clause.PRIZES
) -> tuple[Violation, ...]:
    """List what is wrong with a payment to the places in their order.

    Where every place lacks at most the remainder, only the sum is wrong.
    """
    return tuple(_payout_findings(tuple(shares), due, clause))


def _payout_findings(shares: tuple[int, ...], due: Prizes, clause: Clause) -> Iterator[Violation]:
    length = max(len(shares), len(due.shares))
    paid = shares + (0,) * (length - len(shares))
    owed = due.shares + (0,) * (length - len(due.shares))
    without_remainder = (owed[0] - due.remainder, *owed[1:])
    if paid != without_remainder:
        for amount, right in zip(paid, owed, strict=True):
            if amount != right:
                yield finding(
                    Code.PAYOUT_WRONG, Actor.DEALER, limit=right, count=amount, clause=clause
                )
    if sum(paid) != sum(owed):
        yield finding(
            Code.PAYOUT_SUM, Actor.DEALER, limit=sum(owed), count=sum(paid), clause=clause
        )
