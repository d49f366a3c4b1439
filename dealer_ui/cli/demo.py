"""`kozyr demo`: the whole line on a recording that comes along."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.watch import Lang
from dealer_ui.endings import bad_input


def demo(
    *,
    loop: Annotated[bool, typer.Option("--loop", help="Begin again until Ctrl-C.")] = False,
    serve: Annotated[
        str, typer.Option("--serve", help="Serve the dealer's page at HOST:PORT.")
    ] = "127.0.0.1:8765",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    fast: Annotated[bool, typer.Option("--fast", help="Do not keep the recording's pace.")] = False,
    journal: Annotated[
        Path | None, typer.Option("--journal", help="Keep the demo's journal here.")
    ] = None,
    events: Annotated[
        Path | None, typer.Option("--events", help="Write moves and flags as JSON lines.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Play a short recording with three mistakes in it: page, light and verdicts.

    The recording is drawn, not filmed; everything else is the real thing, down to the bytes on
    the serial port, where a simulated light listens.
    """
    from dealer_ui.demo import Demo, run_demo
    from dealer_ui.serving import parse_address
    from dealer_ui.settings import settings_from

    with bad_input():
        plan = Demo(
            settings=settings_from(os.environ, lang=lang),
            address=parse_address(serve),
            journal=journal,
            events=events,
            opens_browser=browser,
            keeps_pace=not fast,
        )
    run_demo(plan, loop=loop)
