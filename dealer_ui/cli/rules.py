"""`kozyr rules`: the profiles of house rules, and worked cases that they must pass."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import bad_input

if TYPE_CHECKING:
    from dealer_ui.prompts import Catalogue

app = typer.Typer(help="Show house rules and check worked cases.", no_args_is_help=True)


@app.command("show")
def show(
    profile: Annotated[str, typer.Argument(help="The profile, such as casino-by-2001.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Show every parameter of a profile."""
    from rich.console import Console
    from rich.table import Table

    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from
    from engine.house import load_rules

    with bad_input():
        rules = load_rules(profile)
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    if as_json:
        typer.echo(json.dumps({"label": rules.label, **values}, ensure_ascii=False, default=list))
        return
    table = Table(*(words.text(f"profile.{head}") for head in ("parameter", "value")))
    for name, value in values.items():
        if name not in {"profile", "version"}:
            table.add_row(name, _shown(value, words))
    console = Console(highlight=False)
    console.print(rules.label)
    console.print(table)


def _shown(value: object, words: Catalogue) -> str:
    match value:
        case None:
            return words.text("profile.none")
        case bool():
            return words.text("profile.yes" if value else "profile.no")
        case tuple() | frozenset():
            return ", ".join(sorted(str(item) for item in value)) or words.text("profile.none")
        case _:
            return str(value)
