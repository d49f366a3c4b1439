"""`kozyr calibrate zones`: the table found and its zones dragged in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.calibrate_lens import ByOption, SourceArgument
from dealer_ui.cli.calibrate_table import ProfileArgument
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import bad_input


def zones(
    source: SourceArgument,
    profile: ProfileArgument,
    *,
    lens: Annotated[
        Path | None, typer.Option("--lens", help="The lens file; a straight lens if unset.")
    ] = None,
    serve: Annotated[str, typer.Option("--serve", help="Serve at HOST:PORT.")] = "127.0.0.1:8766",
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    by: ByOption = None,
    lang: Lang = None,
) -> None:
    """Find the table and drag its zones in the browser, over the picture of the camera."""
    from dealer_ui.serving import parse_address
    from dealer_ui.settings import settings_from
    from dealer_ui.zone_serving import serve_zones

    with bad_input():
        settings = settings_from(os.environ, lang=lang)
        serve_zones(source, profile, lens, parse_address(serve), settings, by, browser=browser)
