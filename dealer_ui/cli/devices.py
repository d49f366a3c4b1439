"""`kozyr devices`: devices that are not there, for trying things out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.endings import bad_input

app = typer.Typer(help="Simulate devices, for tests and training.", no_args_is_help=True)
simulate = typer.Typer(help="Stand in for a device on a real terminal.", no_args_is_help=True)
app.add_typer(simulate, name="simulate")


@simulate.callback()
def _simulate() -> None:
    """Keep `simulate tower-light` a command of its own."""


@simulate.command("tower-light")
def tower_light(
    link: Annotated[Path, typer.Option("--link", help="Path under which the port will be found.")],
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.0, help="Stop after so long; 0 goes on.")
    ] = 0.0,
) -> None:
    """Be an Adafruit USB tower light and print what its lamps do, until Ctrl-C."""
    from dealer_ui.lamps import lamps_line
    from hardware.simulators.tower_light import TowerLightPeer

    peer = TowerLightPeer(link)
    with bad_input():
        peer.start()
    typer.echo(f"A simulated tower light is plugged in at {link}; Ctrl-C pulls it.")
    ends_at = time.monotonic() + seconds if seconds else float("inf")
    shown = dict(peer.lamps)
    try:
        typer.echo(lamps_line(shown))
        while (left := ends_at - time.monotonic()) > 0:
            if peer.wait_for(lambda p: p.lamps != shown, min(left, 1.0)):  # noqa: B023
                shown = dict(peer.lamps)
                typer.echo(lamps_line(shown))
    except KeyboardInterrupt:
        typer.echo("Pulled.")
    finally:
        peer.stop()
