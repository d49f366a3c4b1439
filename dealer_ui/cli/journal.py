"""`kozyr journal`: the record of everything that happened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli import journal_reading as reading
from dealer_ui.cli import journal_rulings as rulings
from dealer_ui.cli.journal_cases import case_app
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, RunFailedError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from dealer_ui.prompts import Catalogue
    from journal.place import Place
    from journal.verify import Report

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
    lang: Lang = None,
) -> None:
    """Check that no row of a journal was changed, lost or added; nothing is written.

    Evidence that lies beside it is checked too; so is the archive of a case.

    The last line names the hash of the last row: written down elsewhere, it proves the whole.
    """
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from
    from journal.archive import is_archive
    from journal.place import place_of
    from journal.verify import verify as walk

    with bad_input():
        words = Catalogue.load(settings_from(os.environ, lang=lang).lang)
        place = place_of(file)
    if is_archive(Path(file)):
        _verify_archive(Path(file), words)
        return
    report = walk(place, key)
    _check_found(report, place, file, words)
    typer.echo(words.text("verified.whole", file=file, rows=report.rows))
    if report.anchors:
        told = {"row": report.signed, "times": report.anchors, "keys": ", ".join(report.keys)}
        typer.echo(words.text("verified.signed", **told))
    typer.echo(report.head)


def _check_found(report: Report, place: Place, file: str, words: Catalogue) -> None:
    """Raise what is wrong with a journal or with the evidence beside it."""
    from journal.evidence import EvidenceStore
    from journal.place import evidence_folder
    from journal.read import read_rows
    from journal.verify import Flaw

    match report.flaw:
        case None:
            store = EvidenceStore(evidence_folder(place))
            rows = ("evidence", "evidence-removed")
            for flaw in store.flaws(read_rows(place, rows)) if store.folder.is_dir() else ():
                key = "lost" if flaw.is_missing else "other"
                told = words.text(f"verified.{key}", sha256=flaw.sha256, row=flaw.row)
                raise RunFailedError(f"{file}: {told}")
        case Flaw.MISSING_FILE | Flaw.NOT_A_JOURNAL as flaw:
            raise BadInputError(words.text(f"verified.flaw.{flaw}", file=file))
        case _:
            told = _flaw(report, words)
            good = words.text("verified.good", rows=report.rows)
            raise RunFailedError(f"{file}: {told}; {good}")


def _flaw(report: Report, words: Catalogue) -> str:
    return words.text(f"verified.flaw.{report.flaw}", row=report.seq, detail=report.detail)


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
        raise RunFailedError(f"{place}: {_flaw(report, words)}")
    typer.echo(words.text("ruling.copied", place=place, rows=done.rows, of=done.of))
    typer.echo(report.head)


@app.command("key")
def show_key() -> None:
    """Say the public key with which this installation signs journals: write it down elsewhere."""
    from dealer_ui.settings import settings_from
    from journal.anchors import signer_at

    with bad_input():
        typer.echo(signer_at(settings_from(os.environ).data).public)


def _verify_archive(file: Path, words: Catalogue) -> None:
    """Check the files of a case and the chain of its rows."""
    from journal.archive import check

    report = check(file)
    if report.flaw:
        raise RunFailedError(Cause("archive-wrong", str(file)), report.flaw)
    typer.echo(words.text("verified.archive", file=file, files=report.files, rows=report.rows))
    typer.echo(report.head)
