"""`kozyr accounts`: people, their roles, and the certificate of the pages."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input

app = typer.Typer(help="People, their roles, and how the pages are served.", no_args_is_help=True)
File = Annotated[Path, typer.Argument(help="The file of accounts, ACCOUNTS.db.")]


@app.command("add")
def add(
    file: File,
    name: Annotated[str, typer.Argument(help="The person's name.")],
    role: Annotated[
        list[str], typer.Option("--role", help="dealer, inspector, pit-boss, manager, technician.")
    ],
    *,
    badge: Annotated[
        bool, typer.Option("--badge", help="Ask for badge and PIN (dealers), not for a password.")
    ] = False,
) -> None:
    """Make an account; password, or badge and PIN, are asked for and shown to nobody."""
    from dealer_ui.accounts.opening import open_house, refusals_told
    from dealer_ui.accounts.people import Role
    from dealer_ui.settings import settings_from

    with bad_input():
        roles = {Role(name) for name in role}
        lang = settings_from(os.environ).lang
        proofs: dict[str, str]
        if badge:
            told = typer.prompt("Badge", hide_input=True)
            proofs = {"badge": told, "pin": typer.prompt("PIN", hide_input=True)}
        else:
            proofs = {"password": typer.prompt("Password", hide_input=True)}
        with open_house(file, time.time) as house, refusals_told(lang):
            person = house.add("command line", name, roles, **proofs)
    typer.echo(f"{person.name}: {', '.join(sorted(person.roles))}")


@app.command("list")
def list_(file: File) -> None:
    """List the accounts."""
    from dealer_ui.accounts.opening import open_house

    with bad_input(), open_house(file, time.time) as house:
        people = house.people()
    for person in people:
        gone = "" if person.is_active else "  (no longer)"
        typer.echo(f"{person.name}  {', '.join(sorted(person.roles))}{gone}")


@app.command("tls")
def tls(
    folder: Annotated[Path, typer.Argument(help="Where authority and certificate go.")],
    hosts: Annotated[list[str], typer.Argument(help="Names and addresses of this computer.")],
) -> None:
    """Make an own certificate authority, once, and a certificate for this computer's pages."""
    from dealer_ui.tls import made_tls

    with bad_input():
        made = made_tls(folder, hosts, datetime.now(UTC))
    typer.echo(f"KOZYR_TLS_CERTIFICATE={made.certificate}\nKOZYR_TLS_KEY={made.key}")
    typer.echo(f"Install {folder / 'ca.pem'} as an authority on every screen that opens the pages.")
