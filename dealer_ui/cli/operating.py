"""`kozyr install`, `backup`, `upgrade`, `rollback`: what whoever runs the computers types."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.endings import RunFailedError, bad_input
from engine.faults import Cause
from engine.system import system_cause

if TYPE_CHECKING:
    from dealer_ui.operating.upgrading import TableFiles

backup = typer.Typer(help="A table's files in a safe place, and back.", no_args_is_help=True)
File = Annotated[Path, typer.Option("--settings", help="The table's file, SETTINGS.toml.")]
Into = Annotated[Path, typer.Option("--into", help="The folder of the table's backups.")]
Folder = Annotated[Path, typer.Argument(help="One backup.")]
Link = Annotated[Path, typer.Option("--link", help="What the services follow to a release.")]
Service = Annotated[
    str, typer.Option("--service", help="Stop this service before, start it after: kozyr@TABLE.")
]
CURRENT = Path("/opt/kozyr/current")


def install(
    table: Annotated[str, typer.Argument(help="Name of the table: a-z, 0-9 and -.")],
    *,
    source: Annotated[str, typer.Option("--source", help="The camera, as kozyr watch takes it.")],
    profile: Annotated[
        Path | None, typer.Option("--profile", help="The profile that kozyr calibrate made.")
    ] = None,
    serve: Annotated[str, typer.Option("--serve", help="HOST:PORT of the pages.")] = (
        "127.0.0.1:8080"
    ),
    light: Annotated[str, typer.Option("--light", help="The light, as kozyr watch takes it.")] = "",
    lang: Annotated[str, typer.Option("--lang", help="ru, be or en.")] = "ru",
    root: Annotated[
        Path, typer.Option("--root", help="Lay files down here instead; nothing is run.")
    ] = Path("/"),
) -> None:
    """Make this computer a table's: user, folders, service, device rules, settings, backups.

    What people may have changed is kept. Run it as root, by the release that shall run.
    """
    from dealer_ui.operating.installing import MAY_FAIL, Wanted, commands_for, lay, wanted_name

    with bad_input():
        wanted = Wanted(wanted_name(table), source, serve, light, lang, profile)
        for path in lay(root, wanted, Path(sys.prefix)):
            typer.echo(path)
    for command in commands_for(table):
        typer.echo(f"$ {' '.join(command)}")
        if root == Path("/"):
            _run(command, may_fail=command[0] in MAY_FAIL)
    typer.echo(f"/var/lib/kozyr/{table}/first-key")


@backup.command("make")
def make(settings: File, into: Into) -> None:
    """Back up a table, watched or not, and check the copy at once."""
    from dealer_ui.operating.backups import back_up

    with bad_input():
        known = _known(settings, into, CURRENT)
        made = back_up(known.settings, settings, into, known.release, datetime.now(UTC))
    typer.echo(made.folder)


@backup.command("check")
def check(folder: Folder) -> None:
    """Check every file of a backup by its hash, every journal of it by its chain."""
    from dealer_ui.operating.backups import check as checked

    with bad_input():
        for name, (place, sha256) in checked(folder).files.items():
            typer.echo(f"{sha256[:12]}  {name}  {place}")


@backup.command("restore")
def restore(folder: Folder, service: Service = "") -> None:
    """Put a backup back; what is there now is laid aside. The table must not run."""
    from dealer_ui.operating.backups import check as checked
    from dealer_ui.operating.backups import restore as restored

    with bad_input(), _stopped(service):
        for path in restored(checked(folder), datetime.now(UTC)):
            typer.echo(path)


def upgrade(settings: File, into: Into, *, service: Service = "", link: Link = CURRENT) -> None:
    """Bring a table to this release: backup, layout, check, then the services follow.

    Whatever fails leaves the table at the release where it was.
    """
    from dealer_ui.operating.upgrading import upgrade as upgraded

    with bad_input(), _stopped(service):
        table = _known(settings, into, link)
        typer.echo(upgraded(table, Path(sys.prefix), datetime.now(UTC)).folder)


def rollback(settings: File, into: Into, *, service: Service = "", link: Link = CURRENT) -> None:
    """Bring a table back to the release and the files of its newest backup."""
    from dealer_ui.operating.upgrading import roll_back

    with bad_input(), _stopped(service):
        table = _known(settings, into, link)
        made, aside = roll_back(table, datetime.now(UTC))
        for path in (made.folder, *aside):
            typer.echo(path)


def _known(file: Path, into: Path, link: Path) -> TableFiles:
    from dealer_ui.operating.upgrading import TableFiles
    from dealer_ui.settings import settings_from

    return TableFiles(settings_from(os.environ, file), file, into, link)


@contextmanager
def _stopped(service: str) -> Iterator[None]:
    """Stop a service, and start it again however this ends."""
    if not service:
        yield
        return
    _run(("systemctl", "stop", service))
    try:
        yield
    finally:
        _run(("systemctl", "start", service))


def _run(command: Sequence[str], *, may_fail: bool = False) -> None:
    try:
        done = subprocess.run(command, check=False)  # noqa: S603 - our own words, checked before
    except OSError as error:
        raise RunFailedError(*system_cause(error, command[0])) from error
    if done.returncode != 0 and not may_fail:
        raise RunFailedError(Cause("command-failed", " ".join(command)), str(done.returncode))
