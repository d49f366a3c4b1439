"""`kozyr tournament bank` and `rating`: who gets what after one game online (sources 2 and 4)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from engine.seats import Actor

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON; amounts in minor units.")]


def bank(
    total: Annotated[str, typer.Argument(help="The bank, such as 10.00.")],
    groups: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME…", help="Who went out, in order; those of one bout with commas between."
        ),
    ],
    *,
    rules: Annotated[str, typer.Option("--rules", help="House rules or FILE.toml.")] = (
        "online-bank"
    ),
    decimals: Annotated[
        int, typer.Option("--decimals", help="Figures after the point.", min=0, max=4)
    ] = 2,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Share a bank among those who went out, the fool last; refused where no rule shares it."""
    from dealer_ui.house_file import rules_named
    from dealer_ui.money import parse_money, print_money
    from engine import prizes_online
    from engine.prizes import UndefinedSharesError
    from engine.verdict import Code

    named = [[name.strip() for name in group.split(",")] for group in groups]
    seats = _seats([name for group in named for name in group])
    exits = [[seats[name] for name in group] for group in named]
    with bad_input():
        table = prizes_online.bank_percents(rules_named(rules))
        amount = parse_money(total, decimals)
    try:
        shares = prizes_online.bank(amount, exits, table)
    except UndefinedSharesError:
        raise BadInputError(_undefined(Code.PAYOUT_UNDEFINED, lang)) from None
    due = {name: shares[seat] for name, seat in seats.items()}
    if as_json:
        typer.echo(json.dumps(due, ensure_ascii=False))
        return
    for name, share in due.items():
        typer.echo(f"{name}: {print_money(share, decimals)}")


def rating(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME…", help="Who went out, in order; the fool last.")
    ],
    *,
    drawn: Annotated[bool, typer.Option("--draw", help="The last two drew.")] = False,
    late: Annotated[bool, typer.Option("--late", help="The last one ran out of time.")] = False,
    rules: Annotated[str, typer.Option("--rules", help="House rules or FILE.toml.")] = (
        "online-rating"
    ),
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Give the points of one game; refused where no rule says what those between get."""
    from dealer_ui.house_file import rules_named
    from engine import prizes_online
    from engine.verdict import Code

    seats = _seats(names)
    order = tuple(seats.values())
    standings = (
        prizes_online.Standings(order[:-2], drawn=order[-2:])
        if drawn
        else prizes_online.Standings(order[:-1], fool=order[-1], late=late)
    )
    with bad_input():
        points = prizes_online.rating(standings, prizes_online.points_by(rules_named(rules)))
    if points is None:
        raise BadInputError(_undefined(Code.RATING_UNDEFINED, lang))
    got = {name: points[seat] for name, seat in seats.items()}
    if as_json:
        typer.echo(json.dumps(got, ensure_ascii=False))
        return
    for name, number in got.items():
        typer.echo(f"{name}: {number}")


def _seats(names: Sequence[str]) -> dict[str, Actor]:
    """Seat the players of one game in the order in which they are named."""
    from engine.seats import PLAYERS

    if not 2 <= len(names) <= len(PLAYERS) or len(set(names)) < len(names) or "" in names:
        raise BadInputError(Cause("players-wrong", ", ".join(names)))
    return dict(zip(names, PLAYERS, strict=False))


def _undefined(code: str, lang: str | None) -> str:
    from dealer_ui.tournament_desk import catalogue

    words = catalogue(lang)
    return f"{words.texts[f'code.{code}.title']}. {words.texts[f'code.{code}.remedy']}"
