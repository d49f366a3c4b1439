"""`kozyr journal`: the record of everything that happened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli import journal_reading as reading
from dealer_ui.cli import journal_rulings as rulings
from dealer_ui.cli.journal_cases import case_app
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, RunFailedError, bad_input

app = typer.Typer(help="Look after a table's journal.", no_args_is_help=True)
app.command("games")(reading.games)
app.command("game")(reading.game)
app.command("statistics")(reading.statistics)
app.command("missed")(reading.missed)
app.command("incidents")(rulings.incidents)
app.command("rule")(rulings.rule)
app.command("sign")(rulings.sign)
app.command("review")(rulings.review)
app.command("clip")(rulings.clip)
app.command("export")(rulings.export)
app.command("erase")(rulings.erase)
app.add_typer(case_app, name="case")


@app.command("verify")
def verify(
    file: Annotated[
        str,
        typer.Argument(
            help="The journal (a file, or postgresql://…?journal=NAME), or the archive of a case.",
            metavar="JOURNAL|CASE.zip",
        ),
    ],
    *,
    key: Annotated[
        str, typer.Option("--key", help="The public key that must have signed it.")
    ] = "",
) -> None:
    """Check that no row of a journal was changed, lost or added; nothing is written.

    Evidence that lies beside it is checked too; so is the archive of a case.

    The last line names the hash of the last row: written down elsewhere, it proves the whole.
    """
    from journal.archive import is_archive
    from journal.evidence import EvidenceStore
    from journal.place import evidence_folder, place_of
    from journal.read import read_rows
    from journal.verify import Flaw
    from journal.verify import verify as walk

    if is_archive(Path(file)):
        _verify_archive(Path(file))
        return
    with bad_input():
        place = place_of(file)
    report = walk(place, key)
    if report.flaw in {Flaw.MISSING_FILE, Flaw.NOT_A_JOURNAL}:
        raise BadInputError(report.detail)
    if not report.is_whole:
        raise RunFailedError(f"{file}: {report.detail}; the {report.rows} rows before it are good")
    store = EvidenceStore(evidence_folder(place))
    if store.folder.is_dir():
        for flaw in store.flaws(read_rows(place, ("evidence", "evidence-removed"))):
            what = "is missing" if flaw.is_missing else "was changed after it was kept"
            raise RunFailedError(f"{file}: evidence {flaw.sha256} of row {flaw.row} {what}")
    typer.echo(f"{file}: whole, {report.rows} rows.")
    if report.anchors:
        keys = ", ".join(report.keys)
        typer.echo(f"signed up to row {report.signed}, {report.anchors} times, by key {keys}")
    typer.echo(report.head)


@app.command("copy")
def copy(
    journal: Annotated[str, typer.Argument(help="The journal that is copied.", metavar="FROM")],
    target: Annotated[
        str, typer.Argument(help="The copy: a file, or postgresql://…?journal=NAME.", metavar="TO")
    ],
    *,
    lang: Lang = None,
) -> None:
    """Copy a journal row by row: a backup, a restored one, the floor's record on a server.

    The journal may be written meanwhile. What the copy has already is checked and not copied
    again; what was forgotten in the journal is forgotten in the copy too.
    """
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from
    from journal.copying import copy as copied
    from journal.place import place_of
    from journal.verify import verify as walk

    with bad_input():
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
        place = place_of(target)
        done = copied(place_of(journal), place)
    report = walk(place)
    if not report.is_whole:
        raise RunFailedError(f"{place}: {report.detail}")
    typer.echo(words.text("ruling.copied", place=place, rows=done.rows, of=done.of))
    typer.echo(report.head)


@app.command("key")
def show_key() -> None:
    """Say the public key with which this installation signs journals: write it down elsewhere."""
    from dealer_ui.settings import settings_from
    from journal.anchors import signer_at

    with bad_input():
        typer.echo(signer_at(settings_from(os.environ).data).public)


def _verify_archive(file: Path) -> None:
    """Check the files of a case and the chain of its rows."""
    from journal.archive import check

    report = check(file)
    if report.flaw:
        raise RunFailedError(f"{file}: {report.flaw}")
    typer.echo(f"{file}: whole, {report.files} files, {report.rows} rows.")
    typer.echo(report.head)
