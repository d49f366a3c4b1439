"""`kozyr release`: is this what was released, and signed by whom."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input

app = typer.Typer(help="Releases: signed, and checked before installing.", no_args_is_help=True)
Folder = Annotated[Path, typer.Argument(help="The folder of the release.")]


@app.command("verify")
def verify(
    folder: Folder,
    *,
    key: Annotated[Path, typer.Option("--key", help="The public key of releases (PEM).")],
) -> None:
    """Check that a release is whole and signed; every file of it is named."""
    from dealer_ui.operating.releases import verify as verified

    with bad_input():
        for name in verified(folder, key):
            typer.echo(name)


@app.command("sign")
def sign(
    folder: Folder,
    *,
    key: Annotated[Path, typer.Option("--key", help="The private key, kept outside this folder.")],
) -> None:
    """Write the hashes of all files and sign them."""
    from dealer_ui.operating.releases import sign as signed

    with bad_input():
        for name in signed(folder, key):
            typer.echo(name)


@app.command("key")
def key(path: Annotated[Path, typer.Argument(help="Where the private key shall lie.")]) -> None:
    """Make a key for releases, and its public half beside it (.pub)."""
    from dealer_ui.operating.releases import make_key

    with bad_input():
        typer.echo(make_key(path))
