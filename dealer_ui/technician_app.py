"""The web application of the technician: one table's calibration."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from dealer_ui.app import STATIC
from dealer_ui.pages.desk import templates
from dealer_ui.pages.failing import tell_failures
from dealer_ui.pages.safety import SafeHeaders
from dealer_ui.pages.technician import TechnicianParts, commands_at, pages_at
from dealer_ui.zone_desk import ZoneDesk


def create_technician_app(desk: ZoneDesk) -> FastAPI:
    """Build the application around a desk."""
    app = FastAPI(title="Kozyr calibration", openapi_url=None, docs_url=None, redoc_url=None)
    shared = templates()
    tell_failures(app, shared)
    app.state.technician = TechnicianParts(lambda: desk, shared)
    app.add_middleware(SafeHeaders)
    app.include_router(pages_at())
    app.include_router(commands_at())
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app
