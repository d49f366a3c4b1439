"""`kozyr hook`: which programs are told by webhook what happens at a table."""

from __future__ import annotations

import getpass
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.endings import RunFailedError, bad_input, one_of
from engine.faults import Cause

if TYPE_CHECKING:
    from dealer_ui.hooks.store import HookStore
    from dealer_ui.hooks.trail import HookTrail

app = typer.Typer(help="Webhooks: programs that are told what happens.", no_args_is_help=True)
File = Annotated[Path, typer.Argument(help="The file of hooks, HOOKS.db (KOZYR_HOOKS).")]
Name = Annotated[str, typer.Argument(help="Which program it is for.")]


@contextmanager
def _trail(file: Path) -> Iterator[HookTrail]:
    from dealer_ui.hooks.trail import HookTrail

    with bad_input():
        trail = HookTrail(file, getpass.getuser())
        try:
            yield trail
        finally:
            trail.close()


@contextmanager
def _store(file: Path) -> Iterator[HookStore]:
    from dealer_ui.hooks.store import HookStore

    with bad_input():
        store = HookStore(file)
        try:
            yield store
        finally:
            store.close()


@app.command("add")
def add(
    file: File,
    name: Name,
    address: Annotated[str, typer.Argument(help="Where calls go, https://…")],
    scope: Annotated[list[str], typer.Option("--scope", help="state:read, equipment:read.")],
    *,
    event: Annotated[
        list[str] | None,
        typer.Option("--event", help="As flag, action; all of the scopes if unset."),
    ] = None,
    ca: Annotated[
        Path | None, typer.Option("--ca", help="The authority that vouches for the address (PEM).")
    ] = None,
) -> None:
    """Tell a program from now on; its secret is shown once, and signs every call."""
    from dealer_ui.accounts.tokens import Scope
    from dealer_ui.hooks.events import events_of
    from dealer_ui.hooks.signing import fresh_secret
    from dealer_ui.hooks.store import Hook

    for one in scope:
        one_of("--scope", one, Scope)
    with _store(file) as store, _trail(file) as trail:
        scopes, secret = frozenset(map(Scope, scope)), fresh_secret()
        events = frozenset(event) if event else events_of(scopes)
        vouching = str(ca.resolve(strict=True)) if ca else ""
        store.add(Hook(name, address, secret, scopes, events, vouching), trail.added)
    typer.echo(secret)


@app.command("list")
def list_(file: File) -> None:
    """List the hooks: whom they tell what, how far they have come, and their last failure."""
    with _store(file) as store:
        for hook in store.all():
            typer.echo(f"{hook.name}  {hook.address}  {', '.join(sorted(hook.events))}")
            for one in store.progress(hook.name):
                typer.echo(f"  {one.journal}: {one.seq}")
                if one.why:
                    again = f"; {one.tries} ×, {_told(one.next_at)}" if one.tries else ""
                    typer.echo(f"  {_told(one.failed_at)}: {one.why}{again}")


@app.command("test")
def test(file: File, name: Name) -> None:
    """Send a call of the type `test`, and say whether it arrived."""
    from dealer_ui.hooks.courier import Courier, Table

    with _store(file) as store:
        hook = store.named(name)
        why = Courier(store, Table("", Path()), time.time).test(hook)
    if why:
        raise RunFailedError(Cause("hook-failed", hook.address), why)
    typer.echo(f"{hook.address}: 2xx")


@app.command("remove")
def remove(file: File, name: Name) -> None:
    """Tell a program nothing more."""
    with _store(file) as store, _trail(file) as trail:
        store.remove(name, trail.removed)


def _told(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S} UTC"
