"""`kozyr game`: game records (DKN) replayed and judged."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import RUN_FAILED, BadInputError, CommandError, about, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from engine.record import GameRecord

app = typer.Typer(help="Read and judge game records.", no_args_is_help=True)


@app.callback()
def _game() -> None:
    """Keep `game judge` a command of its own."""


@app.command("judge")
def judge(
    file: Annotated[Path, typer.Argument(help="The game record, FILE.dkn.")],
    *,
    rules: Annotated[
        str | None,
        typer.Option("--rules", help="House rules or FILE.toml; the record's own if unset."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
) -> None:
    """Replay a record, judge every move, and compare with the flags in it.

    Ends with 0 where record and referee agree, 1 where they differ, 2 where the record cannot be
    read to its end; what was understood is judged all the same.
    """
    from dealer_ui.house_file import rules_named
    from dealer_ui.prompts import Catalogue
    from dealer_ui.record_words import judged_json, judged_lines, summary
    from dealer_ui.settings import settings_from
    from engine.record_judge import judge_record

    with bad_input():
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
        record, trouble = _understood(file)
        if trouble and not record.parts:
            raise trouble
        judged = judge_record(record, rules_named(rules) if rules else None)
    if as_json:
        typer.echo(
            json.dumps(
                {**judged_json(record, judged), "error": str(trouble) if trouble else None},
                ensure_ascii=False,
            )
        )
    else:
        for line in (*judged_lines(record, judged, words), summary(judged, words)):
            typer.echo(line)
    if trouble:
        raise trouble
    if not judged.agrees:
        raise typer.Exit(RUN_FAILED)


def _understood(file: Path) -> tuple[GameRecord, CommandError | None]:
    """Return as much of a record as can be read, and where it cannot be read further."""
    from dealer_ui.texts import text_of
    from engine.record_parse import RecordError, parse_record

    text, damage = text_of(file)
    torn = about(damage) if damage else None
    try:
        return parse_record(text), torn
    except RecordError as error:
        last = text.count("\n") + 1
        wrong = BadInputError(Cause("file-no-sense", str(file)), str(error))
        return error.partial, torn if torn and error.line >= last else wrong
