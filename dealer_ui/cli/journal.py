"""`kozyr journal`: the record of everything that happened."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli import journal_rulings as rulings
from dealer_ui.endings import BadInputError, RunFailedError

app = typer.Typer(help="Look after a table's journal.", no_args_is_help=True)
app.command("incidents")(rulings.incidents)
app.command("rule")(rulings.rule)
app.command("sign")(rulings.sign)
app.command("review")(rulings.review)
app.command("export")(rulings.export)
app.add_typer(rulings.case_app, name="case")


@app.command("verify")
def verify(
    file: Annotated[Path, typer.Argument(help="The journal, or the archive of a case.")],
) -> None:
    """Check that no row of a journal was changed, lost or added; nothing is written.

    Evidence that lies beside it is checked too; so is the archive of a case.

    The last line names the hash of the last row: written down elsewhere, it proves the whole.
    """
    from journal.archive import is_archive
    from journal.evidence import EvidenceStore
    from journal.read import read_rows
    from journal.verify import Flaw
    from journal.verify import verify as walk

    if is_archive(file):
        _verify_archive(file)
        return
    report = walk(file)
    if report.flaw in {Flaw.MISSING_FILE, Flaw.NOT_A_JOURNAL}:
        raise BadInputError(report.detail)
    if not report.is_whole:
        raise RunFailedError(f"{file}: {report.detail}; the {report.rows} rows before it are good")
    store = EvidenceStore(file.with_suffix(".evidence"))
    if store.folder.is_dir():
        for flaw in store.flaws(read_rows(file, ("evidence", "evidence-removed"))):
            what = "is missing" if flaw.is_missing else "was changed after it was kept"
            raise RunFailedError(f"{file}: evidence {flaw.sha256} of row {flaw.row} {what}")
    typer.echo(f"{file}: whole, {report.rows} rows.")
    typer.echo(report.head)


def _verify_archive(file: Path) -> None:
    """Check the files of a case and the chain of its rows."""
    from journal.archive import check

    report = check(file)
    if report.flaw:
        raise RunFailedError(f"{file}: {report.flaw}")
    typer.echo(f"{file}: whole, {report.files} files, {report.rows} rows.")
    typer.echo(report.head)
