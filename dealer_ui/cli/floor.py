"""`kozyr floor`: a floor of tables, and who may speak to it."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input

app = typer.Typer(help="A floor of tables on one broker and one ledger.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(help="The floor's folder.")]
Name = Annotated[str, typer.Argument(help="Latin letters, figures, - and _; at most 32.")]


@app.command("init")
def init(
    folder: Folder,
    host: Annotated[
        list[str], typer.Option("--host", help="A name or address by which tables reach it.")
    ],
    *,
    database: Annotated[
        str, typer.Option("--database", help="The ledger, postgresql://USER@HOST/DATABASE.")
    ] = "",
) -> None:
    """Set up a floor: its file, its keys, its authority. Nothing is served yet."""
    from dealer_ui.floor.setting_up import set_up

    with bad_input():
        set_up(folder, {"hosts": host, "database": database}, datetime.now(UTC))
    typer.echo(folder / "floor.toml")


@app.command("add-table")
def add_table(
    folder: Folder,
    name: Name,
    out: Annotated[Path | None, typer.Option("--out", help="NAME.pass here if unset.")] = None,
) -> None:
    """Let a table join: writes its pass, a secret, which kozyr floor join takes at the table."""
    _give(folder, "tables", name, out)


@app.command("add-worker")
def add_worker(
    folder: Folder,
    name: Name,
    out: Annotated[Path | None, typer.Option("--out", help="NAME.pass here if unset.")] = None,
) -> None:
    """Let a computer take audits: writes its pass, a secret; it sees no table's rows."""
    _give(folder, "workers", name, out)


@app.command("add-integrator")
def add_integrator(folder: Folder, name: Name) -> None:
    """Let a program listen by MQTT; its password is shown once and kept by bcrypt only."""
    from dealer_ui.floor.setting_up import admit_integrator

    with bad_input():
        password = admit_integrator(folder, name)
    typer.echo(password)


@app.command("remove")
def remove(folder: Folder, name: Name) -> None:
    """Let nobody in by this name any more; a running floor ends its connection."""
    from dealer_ui.floor.register import read_register, write_register

    with bad_input():
        write_register(folder, read_register(folder).without(name))


@app.command("list")
def list_(folder: Folder) -> None:
    """List who may speak to the floor, and as what."""
    from dealer_ui.floor.register import read_register

    with bad_input():
        register = read_register(folder)
    for kind in "tables", "workers", "integrators":
        for name in getattr(register, kind):
            typer.echo(f"{kind}  {name}")


@app.command("serve")
def serve(folder: Folder) -> None:
    """Serve the floor: the broker of its tables, and the ledger that their rows are folded into."""
    from dealer_ui.floor.serving import run_floor
    from dealer_ui.settings import settings_from

    with bad_input():
        run_floor(folder, settings_from(os.environ).lang, typer.echo)


def _give(folder: Path, kind: str, name: str, out: Path | None) -> None:
    from dealer_ui.floor.setting_up import admit, write_pass

    path = out or Path(f"{name}.pass")
    with bad_input():
        write_pass(path, admit(folder, kind, name))
    typer.echo(path)
