"""Serves the pages of a table: to this computer only, to everybody, or to people with accounts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

from dealer_ui.accounts.opening import open_house, tell_first
from dealer_ui.app import create_app
from dealer_ui.auditing.rulebook import rulebook
from dealer_ui.commands import CommandSink
from dealer_ui.device_cards import CardMaker
from dealer_ui.endings import BadInputError
from dealer_ui.inspecting import Inspection
from dealer_ui.live import Hub
from dealer_ui.managing import Management
from dealer_ui.operating.meters import Meters
from dealer_ui.prompts import Catalogue
from dealer_ui.serving import Address, Server
from dealer_ui.settings import Settings
from dealer_ui.shift import Shift
from dealer_ui.tls import Certified
from dealer_ui.tournament_office import Office
from dealer_ui.tournament_shelf import TournamentShelf
from dealer_ui.workshop.bench import Bench
from engine.faults import Cause

TOURNAMENTS = "tournaments"
"""The folder, below the data folder, of tournaments that were announced on the page."""


def open_pages(  # noqa: PLR0913, PLR0917 - what a page shows, whom it serves, and where
    address: Address | None,
    settings: Settings,
    journal: Path | None,
    hub: Hub,
    commands: CommandSink,
    cards: Sequence[CardMaker],
    say: Callable[[str], None],
    stack: ExitStack,
    shift: Shift | None = None,
    bench: Bench | None = None,
    meters: Meters | None = None,
) -> str | None:
    """Serve the pages until the stack ends, and return their address; None where nobody asked.

    Raises BadInputError, TableError and OSError that say what cannot be opened, or must not be.
    """
    if address is None:
        return None
    tls = certified(settings.tls_certificate, settings.tls_key)
    words = Catalogue.load(settings.lang)
    house = None
    if settings.accounts is not None:
        house = stack.enter_context(open_house(settings.accounts, time.time))
    elif settings.access == "kiosk" and not address.is_local:
        raise BadInputError(words.text("account.kiosk-only", host=address.host))
    app = create_app(
        hub,
        commands=commands,
        cards=cards,
        house=house,
        inspection=_inspection(settings, journal, stack),
        management=_management(settings, journal),
        shift=shift,
        bench=bench,
        meters=meters,
    )
    server = Server(app, hub, address, tls)
    stack.callback(server.stop)
    server.start()
    if house is not None and settings.accounts is not None:
        tell_first(house, settings.accounts, server.address.url, words, say, os.environ)
    return server.address.url


def _inspection(settings: Settings, journal: Path | None, stack: ExitStack) -> Inspection | None:
    if journal is None:
        return None
    inspection = Inspection(journal, rulebook(settings.rules), version("kozyr"), settings.video)
    stack.callback(inspection.close)
    return inspection


def _management(settings: Settings, journal: Path | None) -> Management | None:
    """Let a manager see the tournament and the journal, where there is any of them."""
    if settings.tournament is None and journal is None:
        return None
    office, delay_s = None, settings.screen_delay_s
    if settings.tournament is not None:
        office = Office(settings.tournament, delay_s)
    shelf = TournamentShelf(settings.data / TOURNAMENTS, office, delay_s)
    return Management(rulebook(settings.rules), office, journal, shelf)


def certified(certificate: Path | None, key: Path | None) -> Certified | None:
    """Return by what the pages are served securely; raises BadInputError for half of it."""
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise BadInputError(Cause("tls-half", ""))
    return Certified(certificate, key)
