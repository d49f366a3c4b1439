"""The manager's pages: the tournament and what is done to it, and the screen for the hall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Body, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from dealer_ui import tournament_words as saying
from dealer_ui.accounts.house import Session
from dealer_ui.bracket import rounds_of
from dealer_ui.managing import Management
from dealer_ui.pages.accounts import Done, HouseOf, Known
from dealer_ui.pages.desk import Desk, DeskOf, LanguageOf, shown
from dealer_ui.pages.safety import same_origin
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.tournament_deeds import AnyDeed, Plan, records_of
from dealer_ui.tournament_office import BrokenRuleError, Office
from engine.house import profile_names
from engine.prizes import EmptyPlaces
from engine.tournament import Story, fold
from engine.tournament_events import Opened, Record, event_row
from engine.tournament_places import places
from engine.tournament_refusals import TournamentError
from engine.tournament_state import Tournament

tournament = APIRouter(include_in_schema=False)
deeds = APIRouter(include_in_schema=False, dependencies=[Depends(same_origin)])
hall = APIRouter(include_in_schema=False)

LAST_RECORDS = 30
"""So many records are listed, the newest first; `kozyr tournament records` lists them all."""


MONEY = frozenset({"fee", "amount", "amounts"})
"""Parts of records that are amounts in minor units."""


@dataclass(frozen=True, slots=True)
class Line:
    """A record as it is listed."""

    number: int
    told: str
    state: str


def management_of(request: Request) -> Management:
    """Return what the application lets a manager see."""
    management: Management = request.app.state.management
    return management


def office_of(request: Request) -> Office:
    """Return the tournament's office; 404 where no tournament is played."""
    office = management_of(request).office
    if office is None:
        raise HTTPException(404, "no tournament is played here")
    return office


ManagementOf = Annotated[Management, Depends(management_of)]
OfficeOf = Annotated[Office, Depends(office_of)]


@tournament.get("/manager", response_class=HTMLResponse)
def show_tournament(
    desk: DeskOf, management: ManagementOf, session: Known, language: LanguageOf
) -> Response:
    """Show the tournament from entries to prizes; the figures where none is played."""
    office = management.office
    if office is None:
        return _nothing_played(desk, management, session, language)
    words, records = Catalogue.load(language), office.records()
    story = fold(records)
    told = story.tournament
    is_played = any(d.can_be_played for one in rounds_of(told) for d in one.matches)
    return _page(
        desk,
        "manager.html",
        words,
        told,
        person=session.person,
        flags=[saying.told(words, f.irregularity, told.plan) for f in story.flags],
        records=_lines(records, story, words),
        choices=tuple(EmptyPlaces),
        is_played=is_played,
        has_figures=management.journal is not None,
        may_announce=management.shelf is not None and story.tournament.payment is not None,
        profiles=profile_names(),
    )


def _nothing_played(
    desk: Desk, management: Management, session: Session, language: Language
) -> Response:
    """Show how a tournament is announced; the figures where none can be."""
    if management.shelf is None:
        return RedirectResponse("/manager/statistics", 303)
    has_figures = management.journal is not None
    return shown(
        desk,
        "manager_new.html",
        language,
        person=session.person,
        has_figures=has_figures,
        profiles=profile_names(),
    )


@deeds.post("/manager/tournament/new")
def announce(
    management: ManagementOf, house: HouseOf, session: Known, language: LanguageOf, plan: Plan
) -> Done:
    """Announce a tournament; 422 says why it makes no sense, 404 where none can be announced."""
    words, shelf = Catalogue.load(language), management.shelf
    if shelf is None:
        raise HTTPException(404)
    try:
        path = shelf.announce(plan.opened())
    except TournamentError as error:
        raise HTTPException(422, saying.refused(words, error.refusal)) from None
    except ValueError:
        raise HTTPException(422, words.text("tournament.refused.bad-amount")) from None
    house.note(session, "tournament", {"deed": "new", "title": plan.title, "file": path.name})
    return Done("/manager")


@deeds.post("/manager/tournament")
def do(
    office: OfficeOf,
    house: HouseOf,
    session: Known,
    language: LanguageOf,
    deed: Annotated[AnyDeed, Body()],
) -> Done:
    """Keep the records of a deed; 422 says why it makes no sense, or which rule it breaks."""
    words = Catalogue.load(language)
    try:
        for making in records_of(deed, session.person.name):
            kept = office.keep(making, words, happened=deed.happened)
            house.note(session, "tournament", {"deed": deed.kind, "record": kept.number})
    except BrokenRuleError as broken:
        told = f"{broken} {words.text('manager.not-recorded')}"
        raise HTTPException(422, told) from None
    except TournamentError as error:
        raise HTTPException(422, saying.refused(words, error.refusal)) from None
    except ValueError:
        refused = words.text("tournament.refused.bad-amount")
        raise HTTPException(422, refused) from None
    return Done("/manager")


@hall.get("/screen", response_class=HTMLResponse)
def show_screen(desk: DeskOf, office: OfficeOf, language: LanguageOf) -> HTMLResponse:
    """Show the hall the bracket and the places: no money, nothing to press."""
    return _page(desk, "screen.html", Catalogue.load(language), office.shown().tournament)


def _page(
    desk: Desk, name: str, words: Catalogue, told: Tournament, **parts: object
) -> HTMLResponse:
    due = saying.due_of(told)
    prizes = dict(zip(due.names, due.prizes.shares, strict=True)) if due else {}
    html = desk.templates.get_template(name).render(
        words=words,
        languages=tuple(Language),
        told=told,
        rounds=rounds_of(told),
        places=places(told),
        money=lambda amount: saying.money(words, amount, told.plan),
        money_lines=tuple(saying.money_lines(told, words, due)),
        prizes=prizes,
        **parts,
    )
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


def _lines(records: tuple[Record, ...], story: Story, words: Catalogue) -> list[Line]:
    senseless = {number for number, _ in story.senseless}
    lines = []
    for record in reversed(records[-LAST_RECORDS:]):
        row = event_row(record.event)
        parts = [
            _part(words, name, row[name], story.tournament.plan) for name in row if name != "event"
        ]
        state = "undone" if record.number in story.undone else ""
        state = "senseless" if record.number in senseless else state
        named = words.text(f"manager.record.{row['event']}")
        shown = words.text(f"tournament.{state}") if state else ""
        lines.append(Line(record.number, f"{named}: {' · '.join(filter(None, parts))}", shown))
    return lines


def _part(words: Catalogue, name: str, value: object, plan: Opened | None) -> str:
    """Write a part of a record: amounts as money, lists with commas."""
    if isinstance(value, tuple):
        return ", ".join(_part(words, name, one, plan) for one in value)
    if name in MONEY and isinstance(value, int):
        return saying.money(words, value, plan)
    if name == "fund_part" and isinstance(value, int):
        return f"{words.number(value / 100)} %"
    return "" if value is None or name == "decimals" else str(value)
