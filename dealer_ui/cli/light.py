"""`kozyr light`: the light on its line."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from dealer_ui.endings import bad_input

app = typer.Typer(help="Test the light on the dealer's table.", no_args_is_help=True)


@app.callback()
def _light() -> None:
    """Keep `light test` a command of its own."""


@app.command("test")
def show_every_signal(
    url: Annotated[
        str, typer.Argument(help="The light, such as /dev/serial/by-id/…, sl60:PORT or wled:PORT.")
    ],
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="How long each signal stays.")
    ] = 1.5,
) -> None:
    """Show every signal once, one after the other, and leave the light dark."""
    from hardware.choosing import light_place
    from hardware.self_test import Check, light_test

    with bad_input():
        for tick in light_test(light_place(url), time.sleep, seconds):
            if tick.check in {Check.SHOWS, Check.DARK}:
                shown = "dark" if tick.signal is None else str(tick.signal)
                typer.echo(f"{shown:<8} bytes {tick.sent.hex(' ')}")
    typer.echo("Compare what you saw with this list; every lamp should have been lit once.")
