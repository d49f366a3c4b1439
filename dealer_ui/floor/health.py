"""Tells how the floor is over HTTP: whether it lives, whether it is ready, and its figures."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version

from fastapi import APIRouter, FastAPI, Request, Response

from dealer_ui.floor.figures import floor_registry
from dealer_ui.floor.parts import Parts
from dealer_ui.floor.pulse import Pulse
from dealer_ui.live import Hub
from dealer_ui.operating.readiness import Readiness, by_reasons
from dealer_ui.pages.operating import OperatingParts, operating
from dealer_ui.pages.safety import SafeHeaders
from dealer_ui.serving import Server, parse_address

health = APIRouter()


def floor_ready(parts: Parts) -> Readiness:
    """Tell whether rows of tables are taken in and kept now, and what keeps the floor from it."""
    pulse = parts.loop.pulse
    told = {
        "not-served-yet": pulse.age_ms is None,
        "silent": pulse.is_silent,
        "broker-lost": not parts.broker.is_up,
        "ledger-lost": not parts.folds.is_kept,
    }
    return by_reasons(tuple(name for name, holds in told.items() if holds))


@health.get("/healthz", tags=["health"], responses={503: {"model": Pulse}})
def read_health(request: Request, response: Response) -> Pulse:
    """Tell a watchdog whether the floor's loop goes round; 503 when it hangs."""
    parts: Parts = request.app.state.floor
    pulse = parts.loop.pulse
    response.status_code = 503 if pulse.is_silent else 200
    return pulse


def create_floor_app(parts: Parts) -> FastAPI:
    """Build the application: it shows no table, no row and no person."""
    title, release = "Kozyr floor", version("kozyr")
    app = FastAPI(title=title, version=release, openapi_url=None, docs_url=None, redoc_url=None)
    app.state.floor = parts
    app.state.operating = OperatingParts(partial(floor_ready, parts), floor_registry(parts))
    app.add_middleware(SafeHeaders)
    app.include_router(health)
    app.include_router(operating)
    return app


def begin_to_tell(parts: Parts, wanted: str) -> Server:
    """Begin to answer at HOST:PORT, in a thread; raises ValueError and OSError that name it."""
    streams = Hub(clock=lambda: 0.0)
    server = Server(create_floor_app(parts), streams, parse_address(wanted))
    server.start()
    return server
