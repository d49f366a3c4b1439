"""`kozyr journal case`: incidents and notes that belong together, given out as one archive."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.journal_rulings import By, File, Rules, opened_desk, pen_of
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause

case_app = typer.Typer(help="Collect incidents and notes that belong together.")


@case_app.command("open")
def case_open(
    file: File,
    title: Annotated[str, typer.Argument(help="What it is about.")],
    *,
    by: By,
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Open a case; its evidence is kept for good."""
    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        name = pen_of(desk).open_case(desk, title, by)
    typer.echo(words.text("ruling.case-opened", name=name, title=title))


@case_app.command("add")
def case_add(
    file: File,
    case: Annotated[str, typer.Argument(help="The case, as c1.")],
    *,
    by: By,
    incident: Annotated[str, typer.Option("--incident", help="An incident, as i57.")] = "",
    note: Annotated[str, typer.Option("--note", help="A note.")] = "",
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Add an incident or a note to a case."""
    desk, words = opened_desk(file, rules, lang)
    item: dict[str, object] = {"incident": incident} if incident else {}
    item |= {"note": note} if note else {}
    if not item:
        raise BadInputError(Cause("case-nothing", ""))
    with bad_input():
        pen_of(desk).add_to_case(desk, case, item, by)
    typer.echo(words.text("ruling.case-added", name=case))


@case_app.command("export")
def case_export(
    file: File,
    case: Annotated[str, typer.Argument(help="The case, as c1.")],
    out: Annotated[Path, typer.Argument(help="The archive, OUT.zip.")],
    *,
    by: Annotated[
        str, typer.Option("--by", help="Who is given it; whoever is logged in if unset.")
    ] = "",
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Write a case as one archive that kozyr journal verify checks.

    It holds clips: that somebody was given it is written into the journal first.
    """
    from dealer_ui.auditing.rulebook import rulebook
    from dealer_ui.exporting.exports import Exporter

    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        pen_of(desk).view_case(desk, case, by or getpass.getuser())
    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        Exporter(desk, rulebook(rules), words).case(case, out)
    typer.echo(words.text("ruling.exported", path=out))
