"""The web application of a pit: the wall, its tables one by one, and the accounts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib.metadata import version

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from dealer_ui.accounts.gate import Gate
from dealer_ui.accounts.house import House
from dealer_ui.app import STATIC
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.operating.pit_figures import pit_registry
from dealer_ui.operating.readiness import pit_ready
from dealer_ui.pages.accounts import accounts, changes
from dealer_ui.pages.clauses import clauses
from dealer_ui.pages.desk import Desk, templates
from dealer_ui.pages.failing import forbidden_page, tell_failures
from dealer_ui.pages.operating import OperatingParts, operating
from dealer_ui.pages.safety import SafeHeaders, refuse_in_words
from dealer_ui.pit.doors import PIT_DOORS
from dealer_ui.pit.pages import PictureSource, PitParts, acts, pit
from dealer_ui.pit.wall import Wall


def create_pit_app(
    wall: Wall, pictures: Mapping[str, PictureSource], house: House | None = None
) -> FastAPI:
    """Build the application around a wall; `pictures` fetch what a table's camera sees.

    Without a `house` the wall is looked at by whoever reaches it, and nobody says anything.
    """
    app = FastAPI(
        title="Kozyr pit", version=version("kozyr"), openapi_url=None, docs_url=None, redoc_url=None
    )
    shared = templates()
    app.state.desk = Desk(Hub(clock=lambda: 0.0), CommandQueue(), shared)
    tell_failures(app, shared)
    app.state.pit = PitParts(wall, shared, pictures)
    if house is not None:
        app.state.house = house
        forbidden = forbidden_page(shared)
        app.add_middleware(Gate, house=house, forbidden=forbidden, doors=PIT_DOORS)
        app.include_router(accounts)
        app.include_router(changes)
    app.add_middleware(SafeHeaders)
    refuse_in_words(app)
    app.state.operating = OperatingParts(partial(pit_ready, wall), pit_registry(wall))
    app.include_router(operating)
    app.include_router(clauses)
    app.include_router(pit)
    app.include_router(acts)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app
