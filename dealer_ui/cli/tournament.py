"""`kozyr tournament`: from entries to prizes; every command adds one record to a journal."""

from __future__ import annotations

import json
from enum import StrEnum, unique
from typing import Annotated

import typer

from dealer_ui.cli import tournament_online as online
from dealer_ui.cli import tournament_rulings as rulings
from dealer_ui.cli import tournament_table as table
from dealer_ui.cli.tournament_rulings import AsJson, File, Happened, MatchName
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause

app = typer.Typer(help="Run a knock-out tournament, from entries to prizes.", no_args_is_help=True)
app.command("score")(rulings.score)
app.command("over")(rulings.over)
app.command("award")(rulings.award)
app.command("shares")(rulings.shares)
app.command("correct")(rulings.correct)
app.command("collect")(table.collect)
app.command("bank")(online.bank)
app.command("rating")(online.rating)


@unique
class Byes(StrEnum):
    """How it is settled who rests in the first round."""

    LOT = "lot"


@app.command("new")
def new(
    file: File,
    *,
    title: Annotated[str, typer.Option("--title", help="Name of the tournament.")],
    fee: Annotated[str, typer.Option("--fee", help="Entry fee, such as 100.00.")],
    fund_percent: Annotated[
        str,
        typer.Option("--fund-percent", help="Prize fund's part of the fees; the rest is income."),
    ],
    currency: Annotated[str, typer.Option("--currency", help="Name of the currency.")] = "",
    decimals: Annotated[
        int, typer.Option("--decimals", help="Figures after the point.", min=0, max=4)
    ] = 2,
    rules: Annotated[str, typer.Option("--rules", help="House rules.")] = "casino-by-2001",
    lang: Lang = None,
) -> None:
    """Announce a tournament: its fee, and which part of the fees is the prize fund."""
    from dealer_ui.money import parse_money
    from dealer_ui.tournament_desk import begin, catalogue
    from engine.house import load_rules
    from engine.tournament_events import Opened

    with bad_input():
        plan = Opened(
            title,
            load_rules(rules).label,
            parse_money(fee, decimals),
            parse_money(fund_percent, 2),
            currency,
            decimals,
        )
    begin(file, plan, catalogue(lang))


@app.command("enter")
def enter(
    file: File, names: Annotated[list[str], typer.Argument(metavar="NAME…")], *, lang: Lang = None
) -> None:
    """Enter players, each by a name of his own."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import Entered

    for name in names:
        keep(file, lambda _story, name=name: Entered(name.strip()), catalogue(lang))  # type: ignore[misc] # bound now


@app.command("leave")
def leave(file: File, name: str, *, lang: Lang = None) -> None:
    """Let an entrant leave before the draw; the fee is given back."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import Left

    keep(file, lambda _: Left(name), catalogue(lang))


@app.command("pay")
def pay(
    file: File,
    name: str,
    amount: Annotated[str | None, typer.Argument(help="What is left of the fee if unset.")] = None,
    *,
    lang: Lang = None,
) -> None:
    """Receive an entry fee, or a part of it."""
    from dealer_ui.money import parse_money
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament import Story
    from engine.tournament_events import FeePaid

    def received(story: Story) -> FeePaid:
        told = story.tournament
        if told.plan is None:
            return FeePaid(name, 0)
        left = told.plan.fee - told.paid.get(name, 0)
        return FeePaid(name, left if amount is None else parse_money(amount, told.plan.decimals))

    keep(file, received, catalogue(lang))


@app.command("draw")
def draw(
    file: File,
    *,
    lot: Annotated[
        str | None, typer.Option("--lot", help="Draw by the SHA-256 of this word and each name.")
    ] = None,
    order: Annotated[
        str | None, typer.Option("--order", help="The order drawn by hand: names with commas.")
    ] = None,
    byes: Annotated[
        Byes | None, typer.Option("--byes", help="lot: who is drawn first rests in round one.")
    ] = None,
    rest: Annotated[
        list[str] | None, typer.Option("--rest", help="Who rests, named by the inspector.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Draw lots: by a word that anybody can check, or as drawn by hand."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament import Story
    from engine.tournament_bracket import bye_count, lot_order
    from engine.tournament_events import Drawn

    if (lot is None) == (order is None):
        raise BadInputError(Cause("lots-one-way", ""))

    def drawn(story: Story) -> Drawn:
        entrants = story.tournament.entrants
        names = lot_order(entrants, lot) if lot is not None else _names(order or "")
        count = bye_count(len(names)) if names else 0
        return Drawn(names, names[:count] if byes else tuple(rest or ()), lot or "")

    keep(file, drawn, catalogue(lang))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


@app.command("seat")
def seat(
    file: File,
    match: MatchName,
    first: str,
    second: str,
    *,
    table: Annotated[str, typer.Option("--table", help="The table.")] = "",
    target: Annotated[int | None, typer.Option("--target", help="Wins told to them.")] = None,
    happened: Happened = False,
    lang: Lang = None,
) -> None:
    """Seat two players for a match, once all fees are in."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import Seated

    event = Seated(match.upper(), first, second, table, target)
    keep(file, lambda _: event, catalogue(lang), happened=happened)


@app.command("result")
def result(
    file: File,
    match: MatchName,
    winner: Annotated[str, typer.Argument(help="Who won the game, or: draw")],
    *,
    happened: Happened = False,
    lang: Lang = None,
) -> None:
    """Record one game of a match; a draw adds no win."""
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament_events import Played

    event = Played(match.upper(), None if winner == "draw" else winner)
    keep(file, lambda _: event, catalogue(lang), happened=happened)


@app.command("pay-out")
def pay_out(
    file: File,
    *,
    amounts: Annotated[
        str | None, typer.Option("--amounts", help="What was paid, place by place, with commas.")
    ] = None,
    happened: Happened = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Pay the prizes after the final, and record it; says where every minor unit went."""
    from dealer_ui.cli.tournament_board import show_payment
    from dealer_ui.money import parse_money
    from dealer_ui.tournament_desk import catalogue, keep
    from engine.tournament import Story
    from engine.tournament_events import PaidOut
    from engine.tournament_places import payout

    def paid(story: Story) -> PaidOut:
        plan = story.tournament.plan
        if amounts is None or plan is None:
            due = payout(story.tournament)
            return PaidOut(due.names, due.prizes.shares)
        given = tuple(parse_money(one, plan.decimals) for one in _names(amounts))
        return PaidOut((), given)

    words = catalogue(lang)
    keep(file, paid, words, happened=happened)
    show_payment(file, words, as_json=as_json)


@app.command("standings")
def standings(file: File, *, as_json: AsJson = False, lang: Lang = None) -> None:
    """Show entries, bracket, places and money as the records tell them."""
    from dealer_ui.cli.tournament_board import show_story
    from dealer_ui.tournament_desk import catalogue, story_of
    from dealer_ui.tournament_words import story_json

    story = story_of(file)
    if as_json:
        typer.echo(json.dumps(story_json(story), ensure_ascii=False))
        return
    show_story(story, catalogue(lang))


@app.command("records")
def records(file: File, *, as_json: AsJson = False, lang: Lang = None) -> None:
    """List every record with its number, those taken back included."""
    from dealer_ui.cli.tournament_board import show_records
    from dealer_ui.tournament_desk import catalogue

    show_records(file, catalogue(lang), as_json=as_json)
