"""The inspector's pages: the queue of incidents, why each was flagged, rulings, held stops."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from dealer_ui.inspecting import Inspection, change_told, queue_of, reasons
from dealer_ui.pages.accounts import Asked, Done, Known
from dealer_ui.pages.again import incident_again
from dealer_ui.pages.desk import DeskOf, LanguageOf, shown
from dealer_ui.pages.safety import same_origin
from dealer_ui.prompts import Catalogue
from dealer_ui.replaying import evidence_for, what_was_read
from dealer_ui.searching import Wish, found_moves
from engine.cards import DECK, parse_card
from engine.seats import PLAYERS, Actor
from engine.verdict import Code, Severity
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


class Sought(BaseModel):
    """What of the queue is wanted; empty fields of the form do not matter."""

    sort: list[Sort] = []
    show: Literal["all", "unseen"] = "all"
    card: Annotated[str, Field(pattern="^([6-9TJQKA][cdhs])?$")] = ""
    rule: Code | Literal[""] = ""
    seat: Actor | Literal[""] = ""
    dealer: Annotated[str, Field(max_length=100)] = ""
    table: Annotated[str, Field(max_length=100)] = ""
    since: date | Literal[""] = ""
    until: date | Literal[""] = ""

    @property
    def wish(self) -> Wish:
        """Return what is looked for."""
        return Wish(
            parse_card(self.card) if self.card else None,
            self.rule or None,
            self.seat or None,
            self.dealer,
            self.table,
            self.since or None,
            self.until or None,
        )


def inspection_of(request: Request) -> Inspection:
    """Return the inspection of the application."""
    inspection: Inspection = request.app.state.inspection
    return inspection


InspectionOf = Annotated[Inspection, Depends(inspection_of)]


@inspector.get("/inspector", response_class=HTMLResponse)
def show_queue(
    desk: DeskOf,
    inspection: InspectionOf,
    session: Known,
    language: LanguageOf,
    sought: Annotated[Sought, Query()],
) -> HTMLResponse:
    """Show the queue, and what holds the table now."""
    words, now, journal = Catalogue.load(language), desk.hub.latest, inspection.desk()
    wish, unseen_only = sought.wish, sought.show == "unseen"
    queue = queue_of(journal, words, sorts=sought.sort, unseen_only=unseen_only, wish=wish)
    held = [] if now is None else [p for p in now.prompts if p.severity >= Severity.STOP]
    return shown(
        desk,
        "inspector.html",
        language,
        person=session.person,
        queue=queue,
        sorts=tuple(Sort),
        sought=sought,
        is_search=wish != Wish(),
        moves=found_moves(journal, wish, words),
        codes=sorted({code for incident in journal.incidents for code in incident.codes}),
        deck=sorted(DECK),
        seats=PLAYERS,
        held=held,
        called=now is not None and now.table.is_called,
    )


@inspector.get("/inspector/{number}", response_class=HTMLResponse)
def show_incident(
    desk: DeskOf, inspection: InspectionOf, session: Known, language: LanguageOf, number: str
) -> HTMLResponse:
    """Show one incident: why, the moves around it, and the form of the ruling."""
    words, journal = Catalogue.load(language), inspection.desk()
    try:
        incident = journal.incident(number)
    except DeskError as error:
        raise HTTPException(404, words.cause(error.cause, error.figures)) from None
    lines = queue_of(journal, words).lines
    place = next(n for n, line in enumerate(lines) if line.id == number)
    return shown(
        desk,
        "incident.html",
        language,
        person=session.person,
        line=lines[place],
        newer=lines[place - 1].id if place else "",
        older=lines[place + 1].id if place + 1 < len(lines) else "",
        reasons=reasons(incident, words),
        again=incident_again(inspection, journal, incident, words),
        read=[what_was_read(one, words) for one in evidence_for(incident, journal)],
        cases=[case for case in journal.people.cases.values() if not case.closed_by],
        decisions=tuple(Decision),
        grounds=tuple(Reason),
    )


@rulings.post("/inspector/{number}/seen")
def note_seen(inspection: InspectionOf, session: Known, language: LanguageOf, number: str) -> Done:
    """Note that an inspector has looked at it."""
    words, journal = Catalogue.load(language), inspection.desk()
    try:
        inspection.pen(journal).review(journal, number, session.person.name)
    except DeskError as error:
        raise HTTPException(404, words.cause(error.cause, error.figures)) from None
    return Done("/inspector")


@rulings.post("/inspector/{number}/ruling")
def rule(
    inspection: InspectionOf, session: Known, language: LanguageOf, number: str, ruled: Ruled
) -> Considered:
    """Say what a ruling changes, and keep it if that is wanted."""
    journal, by = inspection.desk(), session.person.name
    words = Catalogue.load(language)
    try:
        wanted = Ruling(number, ruled.decision, ruled.reason, by, ruled.note)
        change = journal.considered(wanted)
    except DeskError as error:
        raise HTTPException(404, words.cause(error.cause, error.figures)) from None
    if ruled.keep:
        inspection.pen(journal).rule(change)
    return Considered(change_told(change, words), ruled.keep)
