"""`kozyr settings`: what can be set for a machine, and how it stands."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input


def settings(
    *,
    describe: Annotated[
        bool, typer.Option("--describe", help="Say what each setting means, and its default.")
    ] = False,
    file: Annotated[
        Path | None, typer.Option("--settings", help="The table's file, SETTINGS.toml.")
    ] = None,
) -> None:
    """Show the settings of a table: environment variables win over the table's file."""
    from dealer_ui.settings import PREFIX, described, settings_from

    with bad_input():
        now = settings_from(os.environ, file)
    for variable, default, meaning in described():
        if describe:
            typer.echo(f"{variable}  {meaning} Default: {default or '(none)'}")
        else:
            value = getattr(now, variable.removeprefix(PREFIX).lower())
            typer.echo(f"{variable}={'' if value is None else value}")
