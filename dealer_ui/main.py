"""The command `kozyr`: what a technician types."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.metadata import version
from typing import Annotated

import typer
from typer.main import get_command

from dealer_ui.cli import (
    accounts,
    album,
    audit,
    audit_fleet,
    calibrate,
    deck,
    demo,
    devices,
    floor,
    game,
    hook,
    journal,
    light,
    models,
    operating,
    pit,
    read,
    release,
    rules,
    settings,
    support,
    tournament,
    watch,
)
from dealer_ui.endings import CommandError, in_words

app = typer.Typer(
    name="kozyr",
    help="Kozyr watches a table where durak is played and tells the dealer when a rule is broken.",
    epilog="Begin with: kozyr demo. Every command explains itself: kozyr watch --help.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("watch")(watch.watch)
app.command("demo")(demo.demo)
app.command("pit")(pit.pit)
app.command("read")(read.read)
app.command("settings")(settings.settings)
app.command("install")(operating.install)
app.command("upgrade")(operating.upgrade)
app.command("rollback")(operating.rollback)
app.command("support")(support.support)
app.add_typer(operating.backup, name="backup")
app.add_typer(calibrate.app, name="calibrate")
app.add_typer(models.app, name="models")
app.add_typer(deck.app, name="deck")
app.add_typer(album.app, name="album")
app.add_typer(light.app, name="light")
app.add_typer(devices.app, name="devices")
app.add_typer(journal.app, name="journal")
audit.app.command("send")(audit_fleet.send)
audit.app.command("worker")(audit_fleet.worker)
app.add_typer(audit.app, name="audit")
app.add_typer(game.app, name="game")
app.add_typer(rules.app, name="rules")
app.add_typer(accounts.app, name="accounts")
app.add_typer(hook.app, name="hook")
app.add_typer(release.app, name="release")
app.add_typer(tournament.app, name="tournament")
app.add_typer(floor.app, name="floor")


def _tell_version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"kozyr {version('kozyr')}")
        raise typer.Exit


@app.callback()
def _begin(
    *,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """Take the options that stand before a command."""


_commands = cache(get_command)
"""All commands, made once in a process: it takes as long as a small command itself."""


def run() -> None:
    """Run the command line: one sentence for expected trouble, a traceback for none of it."""
    try:
        _commands(app)(prog_name="kozyr")
    except CommandError as error:
        typer.echo(f"kozyr: {in_words(error, sys.argv, os.environ)}", err=True)
        sys.exit(error.code)
    except BrokenPipeError:  # whoever read our output has gone; that is not our trouble
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    run()
