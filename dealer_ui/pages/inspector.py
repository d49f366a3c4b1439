"""The inspector's pages: the queue of incidents, why each was flagged, rulings, held stops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import Field

from dealer_ui.inspecting import Inspection, change_told, moves_of, queue_of, reasons
from dealer_ui.pages.accounts import Asked, Done, Known
from dealer_ui.pages.desk import DeskOf, LanguageOf
from dealer_ui.pages.safety import same_origin
from dealer_ui.prompts import Catalogue, Language
from engine.faults import TableError
from engine.house import RulesError
from engine.row_reading import RowError
from engine.verdict import Severity
from journal.desk import Desk as Journal
from journal.desk import DeskError
from journal.incidents import Sort
from journal.rulings import Decision, Reason, Ruling

inspector = APIRouter(include_in_schema=False)
rulings = APIRouter(include_in_schema=False, dependencies=[Depends(same_origin)])


class Ruled(Asked):
    """What the inspector decides; `keep` false only says what it would change."""

    decision: Decision
    reason: Reason
    note: Annotated[str, Field(max_length=500)] = ""
    keep: bool = False


@dataclass(frozen=True, slots=True)
class Considered:
    """What a ruling changes, line by line, and whether it was kept."""

    lines: tuple[str, ...]
    is_kept: bool


def inspection_of(request: Request) -> Inspection:
    """Return the inspection of the application."""
    inspection: Inspection = request.app.state.inspection
    return inspection


InspectionOf = Annotated[Inspection, Depends(inspection_of)]


@inspector.get("/inspector", response_class=HTMLResponse)
def show_queue(  # noqa: PLR0913, PLR0917 - what is shown, to whom, and what of it
    desk: DeskOf,
    inspection: InspectionOf,
    session: Known,
    language: LanguageOf,
    sort: Annotated[list[Sort] | None, Query()] = None,
    show: Literal["all", "unseen"] = "all",
) -> HTMLResponse:
    """Show the queue, and what holds the table now."""
    words, now = Catalogue.load(language), desk.hub.latest
    queue = queue_of(_read(inspection), words, sorts=sort or (), unseen_only=show == "unseen")
    held = [] if now is None else [p for p in now.prompts if p.severity >= Severity.STOP]
    page = desk.templates.get_template("inspector.html").render(
        words=words,
        languages=tuple(Language),
        person=session.person,
        queue=queue,
        sorts=tuple(Sort),
        chosen=tuple(sort or ()),
        show=show,
        held=held,
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


@inspector.get("/inspector/{number}", response_class=HTMLResponse)
def show_incident(
    desk: DeskOf, inspection: InspectionOf, session: Known, language: LanguageOf, number: str
) -> HTMLResponse:
    """Show one incident: why, the moves around it, and the form of the ruling."""
    words, journal = Catalogue.load(language), _read(inspection)
    try:
        incident = journal.incident(number)
    except DeskError as error:
        raise HTTPException(404, str(error)) from None
    lines = queue_of(journal, words).lines
    place = next(n for n, line in enumerate(lines) if line.id == number)
    page = desk.templates.get_template("incident.html").render(
        words=words,
        languages=tuple(Language),
        person=session.person,
        line=lines[place],
        newer=lines[place - 1].id if place else "",
        older=lines[place + 1].id if place + 1 < len(lines) else "",
        reasons=reasons(incident, words),
        moves=moves_of(incident, journal, words),
        decisions=tuple(Decision),
        grounds=tuple(Reason),
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


@rulings.post("/inspector/{number}/seen")
def note_seen(inspection: InspectionOf, session: Known, number: str) -> Done:
    """Note that an inspector has looked at it."""
    journal = _read(inspection)
    try:
        inspection.pen(journal).review(journal, number, session.person.name)
    except DeskError as error:
        raise HTTPException(404, str(error)) from None
    return Done("/inspector")


@rulings.post("/inspector/{number}/ruling")
def rule(
    inspection: InspectionOf, session: Known, language: LanguageOf, number: str, ruled: Ruled
) -> Considered:
    """Say what a ruling changes, and keep it if that is wanted."""
    journal, by = _read(inspection), session.person.name
    try:
        wanted = Ruling(number, ruled.decision, ruled.reason, by, ruled.note)
        change = journal.considered(wanted)
    except DeskError as error:
        raise HTTPException(404, str(error)) from None
    if ruled.keep:
        inspection.pen(journal).rule(change)
    return Considered(change_told(change, Catalogue.load(language)), ruled.keep)


def _read(inspection: Inspection) -> Journal:
    """Read the journal; raises HTTPException 503 that says why it cannot be read now."""
    try:
        return inspection.desk()
    except TableError as error:
        raise HTTPException(503, error.detail) from None
    except (RowError, RulesError) as error:
        raise HTTPException(503, str(error)) from None
