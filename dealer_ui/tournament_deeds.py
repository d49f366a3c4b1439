"""What a manager does to a tournament on its page, as the records that it comes to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from dealer_ui.money import parse_money
from engine.house import load_rules
from engine.prizes import EmptyPlaces
from engine.tournament import Story
from engine.tournament_bracket import bye_count, lot_order
from engine.tournament_events import (
    Awarded,
    Corrected,
    Drawn,
    Entered,
    Event,
    FeePaid,
    Left,
    Opened,
    PaidOut,
    Played,
    Seated,
    SharesChosen,
)
from engine.tournament_places import payout

DECIMALS, PERCENT_DECIMALS = 2, 2
WHOLE = 10_000
"""All of the fees, in hundredths of a per cent."""

Making = Callable[[Story], Event]
Name = Annotated[str, Field(max_length=100)]
Words = Annotated[str, Field(max_length=4000)]


class Plan(BaseModel):
    """A tournament that is announced: amounts as people write them."""

    model_config = ConfigDict(extra="forbid")

    title: Annotated[str, Field(min_length=1, max_length=100)]
    fee: Annotated[str, Field(max_length=20)]
    fund_percent: Annotated[str, Field(max_length=8)]
    currency: Annotated[str, Field(max_length=20)] = ""
    rules: Annotated[str, Field(max_length=100)] = "casino-by-2001"

    def opened(self) -> Opened:
        """Return the record; raises ValueError for what is no amount, no part or no rules."""
        part = parse_money(self.fund_percent, PERCENT_DECIMALS)
        if part > WHOLE:
            raise ValueError(f"{self.fund_percent}: more than all of it")
        rules = load_rules(self.rules).label
        fee = parse_money(self.fee, DECIMALS)
        return Opened(self.title.strip(), rules, fee, part, self.currency.strip(), DECIMALS)


class Deed(BaseModel):
    """What is done; `happened` says that it is recorded even where it breaks a rule."""

    model_config = ConfigDict(extra="forbid")

    happened: bool = False


class Enter(Deed):
    """People enter, a name on each line."""

    kind: Literal["enter"]
    names: Words


class Leave(Deed):
    """Somebody leaves before the draw."""

    kind: Literal["leave"]
    who: Name


class Pay(Deed):
    """A fee comes in; all that is left of it where no amount is told."""

    kind: Literal["pay"]
    who: Name
    amount: Name = ""


class Draw(Deed):
    """Lots are drawn, by a word that anybody can check or by hand."""

    kind: Literal["draw"]
    lot: Name = ""
    order: Words = ""
    byes: bool = False
    rest: Words = ""


class Seat(Deed):
    """The two of a match sit down."""

    kind: Literal["seat"]
    match: Name
    table: Name = ""


class Game(Deed):
    """A game of a match ended; nobody won a drawn one."""

    kind: Literal["game"]
    match: Name
    winner: Name = ""


class Award(Deed):
    """A match is given to a side, for one did not come."""

    kind: Literal["award"]
    match: Name
    winner: Name
    why: Name


class Shares(Deed):
    """Who gets the shares of places that nobody took."""

    kind: Literal["shares"]
    choice: EmptyPlaces


class PayOut(Deed):
    """The prizes are paid as they are due."""

    kind: Literal["pay-out"]


class Correct(Deed):
    """A record does not hold."""

    kind: Literal["correct"]
    number: int
    why: Name


AnyDeed = Annotated[
    Enter | Leave | Pay | Draw | Seat | Game | Award | Shares | PayOut | Correct,
    Field(discriminator="kind"),
]


def records_of(deed: AnyDeed, by: str) -> Iterator[Making]:  # noqa: C901 - one each
    """Yield what makes each record of a deed out of the tournament as it stands."""
    match deed:
        case Enter(names=names):
            for name in listed(names) or ("",):
                yield lambda _, name=name: Entered(name)  # type: ignore[misc] # bound now
        case Leave(who=who):
            yield lambda _: Left(who)
        case Pay():
            yield lambda story: _received(story, deed)
        case Draw():
            yield lambda story: _drawn(story, deed)
        case Seat():
            yield lambda story: _seated(story, deed)
        case Game(match=match, winner=winner):
            yield lambda _: Played(match, winner or None)
        case Award(match=match, winner=winner, why=why):
            yield lambda _: Awarded(match, winner, by, why)
        case Shares(choice=choice):
            yield lambda _: SharesChosen(choice, by)
        case PayOut():
            yield _paid_out
        case Correct(number=number, why=why):
            yield lambda _: Corrected(number, by, why)


def listed(text: str) -> tuple[str, ...]:
    """Return names that stand on lines of their own, or between commas."""
    return tuple(name.strip() for name in re.split(r"[\n,]", text) if name.strip())


def _received(story: Story, pay: Pay) -> FeePaid:
    """Raise ValueError for what is no amount."""
    told = story.tournament
    plan = told.plan
    if plan is None:
        return FeePaid(pay.who, 0)
    left = plan.fee - told.paid.get(pay.who, 0)
    return FeePaid(pay.who, parse_money(pay.amount, plan.decimals) if pay.amount else left)


def _drawn(story: Story, draw: Draw) -> Drawn:
    by_hand = listed(draw.order)
    names = by_hand or lot_order(story.tournament.entrants, draw.lot)
    count = bye_count(len(names)) if names else 0
    return Drawn(names, names[:count] if draw.byes else listed(draw.rest), draw.lot)


def _seated(story: Story, seat: Seat) -> Seated:
    match = story.tournament.match(seat.match)
    first, second = match.sides if match is not None and match.is_ready else ("", "")
    return Seated(seat.match, first, second, seat.table)


def _paid_out(story: Story) -> PaidOut:
    due = payout(story.tournament)
    return PaidOut(due.names, due.prizes.shares)
