"""`kozyr pit`: the pit boss's wall of tables."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input


def pit(
    file: Annotated[Path, typer.Argument(help="The file of the pit, PIT.toml: which tables.")],
) -> None:
    """Serve the wall of tables: who is wanted where, since when, and who sees to it.

    Each table is followed over the network, where its own kozyr watch serves it.
    """
    from dealer_ui.pit.running import run_pit
    from dealer_ui.pit.tables import read_pit

    with bad_input():
        run_pit(read_pit(file, os.environ), typer.echo)
