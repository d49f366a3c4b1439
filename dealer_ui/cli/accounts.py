"""`kozyr accounts`: people, their roles, and the certificate of the pages."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input, one_of

app = typer.Typer(help="People, their roles, and how the pages are served.", no_args_is_help=True)
token_app = typer.Typer(help="Tokens for programs.", no_args_is_help=True)
app.add_typer(token_app, name="token")
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

    for one in role:
        one_of("--role", one, Role)
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


@token_app.command("make")
def make_token(
    file: File,
    name: Annotated[str, typer.Argument(help="Which program it is for.")],
    scope: Annotated[
        list[str], typer.Option("--scope", help="state:read, equipment:read, picture:read.")
    ],
) -> None:
    """Make a token for a program; it is shown once and kept nowhere."""
    from dealer_ui.accounts.opening import open_house, refusals_told
    from dealer_ui.accounts.tokens import Scope
    from dealer_ui.settings import settings_from

    for one in scope:
        one_of("--scope", one, Scope)
    with bad_input():
        scopes, lang = [Scope(one) for one in scope], settings_from(os.environ).lang
        with open_house(file, time.time) as house, refusals_told(lang):
            token = house.tokens.make("command line", name, scopes)
    typer.echo(token)


@token_app.command("list")
def list_tokens(file: File) -> None:
    """List the programs that have a token, and what each may do."""
    from dealer_ui.accounts.opening import open_house

    with bad_input(), open_house(file, time.time) as house:
        tokens = house.tokens.all()
    for token in tokens:
        made = datetime.fromtimestamp(token.made_at, UTC)
        typer.echo(f"{token.name}  {', '.join(sorted(token.scopes))}  {made:%Y-%m-%d}")


@token_app.command("end")
def end_token(file: File, name: Annotated[str, typer.Argument(help="The program.")]) -> None:
    """End a token: the program is refused from now on."""
    from dealer_ui.accounts.opening import open_house, refusals_told
    from dealer_ui.settings import settings_from

    with bad_input():
        lang = settings_from(os.environ).lang
        with open_house(file, time.time) as house, refusals_told(lang):
            house.tokens.end("command line", name)


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
