"""`kozyr light`: the tower light on its serial line."""

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
        str, typer.Argument(help="Serial port, such as /dev/serial/by-id/… or socket://host:port.")
    ],
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="How long each signal stays.")
    ] = 1.5,
) -> None:
    """Show every signal once, one after the other, and leave the light dark."""
    from hardware.tower_light import light_test

    with bad_input():
        for step in light_test(url):
            shown = "dark" if step.signal is None else str(step.signal)
            typer.echo(f"{shown:<8} bytes {step.sent.hex(' ')}")
            if step.signal is not None:
                time.sleep(seconds)
    typer.echo("Compare what you saw with this list; every lamp should have been lit once.")
