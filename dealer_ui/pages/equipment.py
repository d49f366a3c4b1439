"""The technician's page of a running table: camera, light, shoe and video as they are now."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from dealer_ui.device_cards import DeviceCard
from dealer_ui.pages.desk import Desk, DeskOf, LanguageOf
from dealer_ui.prompts import Catalogue, Language

equipment = APIRouter()


@equipment.get("/api/v1/equipment", tags=["health"])
def read_equipment(desk: DeskOf) -> list[DeviceCard]:
    """Return every device of the table as it is now."""
    return [card() for card in tuple(desk.cards)]


@equipment.get("/equipment", response_class=HTMLResponse, include_in_schema=False)
def show_equipment(desk: DeskOf, language: LanguageOf) -> HTMLResponse:
    """Show the page."""
    return _rendered("equipment.html", desk, language)


@equipment.get("/equipment/list", response_class=HTMLResponse, include_in_schema=False)
def show_list(desk: DeskOf, language: LanguageOf) -> HTMLResponse:
    """Send what changes on the page."""
    return _rendered("regions/equipment.html", desk, language)


def _rendered(name: str, desk: Desk, language: Language) -> HTMLResponse:
    snapshot = desk.hub.latest
    page = desk.templates.get_template(name).render(
        words=Catalogue.load(language),
        cards=read_equipment(desk),
        faults=() if snapshot is None else snapshot.faults,
        health=None if snapshot is None else snapshot.health,
        table=None if snapshot is None else snapshot.table_id,
        languages=tuple(Language),
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})
