"""`kozyr rules`: the profiles of house rules, and worked cases that they must pass."""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import RUN_FAILED, BadInputError, about, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from dealer_ui.prompts import Catalogue

app = typer.Typer(help="Show house rules and check worked cases.", no_args_is_help=True)


@app.command("show")
def show(
    profile: Annotated[
        str, typer.Argument(help="The profile, such as casino-by-2001, or a file of your own.toml.")
    ],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Show every parameter of a profile."""
    from rich.console import Console
    from rich.table import Table

    from dealer_ui.house_file import rules_named
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        rules = rules_named(profile)
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


@app.command("check")
def check(
    cases: Annotated[Path, typer.Argument(help="Worked cases, CASES.json.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Judge worked cases and print those that differ; ends with 1 where any does."""
    from dataclasses import asdict

    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from
    from engine.cases import CasesError, check_cases, split_cases

    with bad_input():
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
        text = _text_of(cases)
        try:
            number, differences = len(split_cases(text)), check_cases(text)
        except CasesError as error:
            raise BadInputError(Cause("file-no-sense", str(cases)), str(error)) from None
    if as_json:
        rows = [asdict(difference) for difference in differences]
        typer.echo(json.dumps({"cases": number, "differences": rows}, ensure_ascii=False))
    else:
        for difference in differences:
            typer.echo(str(difference))
        counted = words.text("check.cases", count=number)
        differ = len({difference.id for difference in differences})
        key = "check.differ" if differences else "check.right"
        typer.echo(words.text(key, cases=counted, differ=differ))
    if differences:
        raise typer.Exit(RUN_FAILED)


def _text_of(file: Path) -> str:
    from dealer_ui.texts import text_of

    text, damage = text_of(file)
    if damage:
        raise about(damage)
    return text


def _shown(value: object, words: Catalogue) -> str:
    match value:
        case None:
            return words.text("profile.none")
        case bool():
            return words.text("profile.yes" if value else "profile.no")
        case tuple():
            return ", ".join(str(item) for item in value) or words.text("profile.none")
        case dict():
            shown = (f"{name}: {_shown(item, words)}" for name, item in value.items())
            return "\n".join(shown) or words.text("profile.none")
        case _:
            return str(value)
