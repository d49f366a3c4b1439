"""`kozyr journal`: the record of everything that happened."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import BadInputError, RunFailedError

app = typer.Typer(help="Look after a table's journal.", no_args_is_help=True)


@app.callback()
def _journal() -> None:
    """Keep `journal verify` a command of its own."""


@app.command("verify")
def verify(file: Annotated[Path, typer.Argument(help="The journal to check.")]) -> None:
    """Check that no row of a journal was changed, lost or added; nothing is written.

    The last line names the hash of the last row: written down elsewhere, it proves the whole.
    """
    from journal.verify import Flaw
    from journal.verify import verify as walk

    report = walk(file)
    if report.flaw in {Flaw.MISSING_FILE, Flaw.NOT_A_JOURNAL}:
        raise BadInputError(report.detail)
    if not report.is_whole:
        raise RunFailedError(f"{file}: {report.detail}; the {report.rows} rows before it are good")
    typer.echo(f"{file}: whole, {report.rows} rows.")
    typer.echo(report.head)
