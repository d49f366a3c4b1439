"""`kozyr support`: one archive for whoever helps: how a table stands, and nobody named."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause


def support(
    *,
    out: Annotated[Path, typer.Option("--out", help="The archive that is written.")],
    settings: Annotated[
        Path | None, typer.Option("--settings", help="The table's file, SETTINGS.toml.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Put settings without secrets, versions, health, calibration and log into one archive.

    No pictures and no names are in it. The table may run meanwhile; its own page tells more of it.
    """
    from calibration.profile import load_profile
    from dealer_ui.prompts import text
    from dealer_ui.settings import settings_from
    from dealer_ui.workshop.opening import open_bench

    if out.exists():
        raise BadInputError(Cause("support-there", str(out)))
    with bad_input():
        known = settings_from(os.environ, settings, lang=lang)
        profile = load_profile(known.profile) if known.profile else None
        bench = open_bench(known, profile, known.journal, lambda _rows: None)
        out.write_bytes(bench.bundled(None, (), ()))
    typer.echo(text("workshop.taken", known.lang, path=out))
