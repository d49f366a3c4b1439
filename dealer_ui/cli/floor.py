"""`kozyr floor`: a floor of tables, and who may speak to it."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli import floor_orders
from dealer_ui.endings import bad_input

app = typer.Typer(help="A floor of tables on one broker and one ledger.", no_args_is_help=True)
app.add_typer(floor_orders.app, name="tell")
Folder = Annotated[Path, typer.Argument(help="The floor's folder.")]
Name = Annotated[str, typer.Argument(help="a-z, 0-9, - and _; at most 32.")]


@app.callback()
def _begin() -> None:
    """Say what is not installed before a command fails for want of it."""
    from dealer_ui.floor.subjects import lacking

    for name in ("nats", "nkeys"):
        if find_spec(name) is None:
            with bad_input():
                raise lacking(name)


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


@app.command("add-wall")
def add_wall(
    folder: Folder,
    name: Name,
    out: Annotated[Path | None, typer.Option("--out", help="NAME.pass here if unset.")] = None,
) -> None:
    """Let a pit's wall see every table over the floor: writes its pass, a secret."""
    _give(folder, "walls", name, out)


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
    from dealer_ui.floor.register import KINDS, read_register

    with bad_input():
        register = read_register(folder)
    for kind in KINDS:
        for name in getattr(register, kind):
            typer.echo(f"{kind}  {name}")


@app.command("join")
def join(
    file: Annotated[Path, typer.Argument(help="The pass that kozyr floor add-table wrote.")],
) -> None:
    """Lay down a table's pass, try the link, and say what to put into the table's settings."""
    from dealer_ui.floor.opening import floor_folder
    from dealer_ui.floor.passes import read_pass, write_pass
    from dealer_ui.floor.trying import tried
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        settings, given = settings_from(os.environ), read_pass(file, "tables")
        folder = floor_folder(settings.data, given.name)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_pass(folder / "table.pass", given)
        why = tried(given, folder / "trying")
    words = Catalogue.load(settings.lang)
    address = ", ".join(f"{host}:{given.leaf_port}" for host in given.hosts)
    told = words.text("floor.joined", name=given.name, address=address)
    typer.echo(words.text("floor.not-joined", why=why) if why else told)
    typer.echo(f"KOZYR_FLOOR={folder / 'table.pass'}")


@app.command("serve")
def serve(folder: Folder) -> None:
    """Serve the floor: the broker of its tables, and the ledger that their rows are folded into."""
    from dealer_ui.floor.serving import run_floor
    from dealer_ui.settings import settings_from

    with bad_input():
        run_floor(folder, settings_from(os.environ), typer.echo)


def _give(folder: Path, kind: str, name: str, out: Path | None) -> None:
    from dealer_ui.floor.passes import write_pass
    from dealer_ui.floor.setting_up import admit

    path = out or Path(f"{name}.pass")
    with bad_input():
        write_pass(path, admit(folder, kind, name))
    typer.echo(path)
