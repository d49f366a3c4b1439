"""Serves the calibration page until Ctrl-C."""

from __future__ import annotations

import time
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import typer

from calibration.lens_profile import load_lens
from dealer_ui.calibrating import somebody
from dealer_ui.calibrating_table import Wish
from dealer_ui.live import Hub
from dealer_ui.prompts import Catalogue
from dealer_ui.seeing import cards_of
from dealer_ui.serving import Address, Server, free_address
from dealer_ui.settings import Settings
from dealer_ui.technician_app import create_technician_app
from dealer_ui.zone_desk import Task, ZoneDesk
from vision.camera import open_source


def serve_zones(  # noqa: PLR0913, PLR0917 - what the command line says
    source: str,
    profile: Path,
    lens: Path | None,
    address: Address,
    settings: Settings,
    by: str | None,
    *,
    browser: bool,
    wait: Callable[[], None] = lambda: time.sleep(3600),
) -> None:
    """Open source and page, and wait until somebody stops it.

    Raises CameraError, ProfileError or OSError that name what cannot be opened.
    """
    words = Catalogue.load(settings.lang)
    wish = Wish(lens=load_lens(lens) if lens else None)
    task = Task(
        source, profile, wish, cards_of(settings), by or somebody(), lambda: datetime.now(UTC)
    )
    with closing(open_source(source)) as camera:
        app = create_technician_app(ZoneDesk(task, camera))
        server = Server(app, Hub(clock=time.monotonic), free_address(address))
        server.start()
        typer.echo(words.text("calibrate.page.opened", url=server.address.url))
        if browser:
            webbrowser.open(server.address.url)
        try:
            with suppress(KeyboardInterrupt):
                wait()
        finally:
            server.stop()
