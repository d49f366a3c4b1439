"""The web application of one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute
from starlette.staticfiles import StaticFiles

from dealer_ui.accounts.gate import Gate
from dealer_ui.accounts.house import House
from dealer_ui.commands import CommandSink
from dealer_ui.device_cards import CardMaker
from dealer_ui.inspecting import Inspection
from dealer_ui.live import Hub
from dealer_ui.managing import Management
from dealer_ui.operating.meters import Meters
from dealer_ui.operating.readiness import table_ready
from dealer_ui.pages.accounts import accounts, changes
from dealer_ui.pages.api import api
from dealer_ui.pages.cases import case_changes, cases
from dealer_ui.pages.clauses import clauses
from dealer_ui.pages.dealer import pages
from dealer_ui.pages.desk import Desk, templates
from dealer_ui.pages.equipment import equipment
from dealer_ui.pages.failing import forbidden_page, tell_failures
from dealer_ui.pages.figures import figures
from dealer_ui.pages.inspector import inspector, rulings
from dealer_ui.pages.operating import OperatingParts, operating
from dealer_ui.pages.picture import picture
from dealer_ui.pages.replay import replay
from dealer_ui.pages.safety import SafeHeaders, refuse_in_words
from dealer_ui.pages.shift import shift_acts, shift_page
from dealer_ui.pages.technician import TechnicianParts, commands_at, pages_at
from dealer_ui.pages.tournament import deeds, hall, tournament
from dealer_ui.pages.training import training
from dealer_ui.pages.workshop import noted, workshop
from dealer_ui.pages.workshop_shelves import shelf_acts, shelves
from dealer_ui.shift import Shift
from dealer_ui.workshop.bench import Bench

CALIBRATION = "/technician/calibration"
STATIC = Path(__file__).parent / "static"
FOR_WHOEVER_DEALS = (
    operating,
    api,
    picture,
    pages,
    equipment,
    training,
    clauses,
    shift_page,
    shift_acts,
)


def create_app(  # noqa: PLR0913 - what a table has, and who it is for
    hub: Hub,
    *,
    commands: CommandSink,
    cards: Sequence[CardMaker] = (),
    house: House | None = None,
    inspection: Inspection | None = None,
    management: Management | None = None,
    shift: Shift | None = None,
    bench: Bench | None = None,
    meters: Meters | None = None,
) -> FastAPI:
    """Build the application around a hub and a place for commands; it holds no state of its own.

    `cards` tell the technician of the devices; whoever opens one later may still add to them.
    Where there is a `house`, its gate lets in who may; else whoever reaches the page deals, and
    nobody inspects or manages.
    """
    app = FastAPI(
        title="Kozyr table",
        summary="What the assistant sees at one table, and what the dealer tells it.",
        version=version("kozyr"),
        openapi_url="/api/v1/openapi.json",
        docs_url=None,  # the stock documentation page loads its scripts from foreign hosts
        redoc_url=None,
        generate_unique_id_function=_named_after_its_function,
    )
    shared = templates()
    app.state.desk = Desk(hub, commands, shared, cards)
    tell_failures(app, shared)
    if house is not None:
        app.state.house = house
        app.add_middleware(Gate, house=house, forbidden=forbidden_page(shared))
    for router in _for_people(app, inspection, management, bench):
        app.include_router(router)
    app.add_middleware(SafeHeaders)
    refuse_in_words(app)
    registry = None if meters is None else meters.registry
    app.state.operating = OperatingParts(partial(table_ready, hub), registry)
    app.state.shift = shift
    for router in FOR_WHOEVER_DEALS:
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


def _for_people(
    app: FastAPI,
    inspection: Inspection | None,
    management: Management | None,
    bench: Bench | None,
) -> Iterator[APIRouter]:
    """Yield the pages of those who have accounts, and the screen that needs none."""
    logs_in = hasattr(app.state, "house")
    if logs_in:
        yield from (accounts, changes)
    if logs_in and inspection is not None:
        app.state.inspection = inspection
        yield from (replay, cases, case_changes, inspector, rulings)
    if logs_in and bench is not None:
        app.state.bench = bench
        yield from (workshop, shelves, shelf_acts)
        if bench.calibration is not None:
            app.state.technician = TechnicianParts(bench.calibration, app.state.desk.templates)
            yield pages_at(CALIBRATION)
            yield commands_at(CALIBRATION, Depends(noted))
    if management is not None:
        app.state.management = management
        yield from (hall, *((tournament, deeds, figures) if logs_in else ()))


def _named_after_its_function(route: APIRoute) -> str:
    return route.name
