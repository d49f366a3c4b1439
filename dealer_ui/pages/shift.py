"""The page with which a shift begins: everything ticked off, the deck checked, begun by name."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse

from dealer_ui.accounts.gate import session_of
from dealer_ui.deck_words import report_told
from dealer_ui.pages.accounts import Done
from dealer_ui.pages.desk import DeskOf, LanguageOf, shown
from dealer_ui.pages.safety import same_origin
from dealer_ui.prompts import Catalogue
from dealer_ui.shift import BETWEEN_GAMES, Shift, is_ready
from engine.faults import TableError

shift_page = APIRouter(include_in_schema=False)
shift_acts = APIRouter(include_in_schema=False, dependencies=[Depends(same_origin)])


def shift_of(request: Request) -> Shift:
    """Return the start of a shift at this table; raises HTTPException 404 where there is none."""
    shift: Shift | None = request.app.state.shift
    if shift is None:
        raise HTTPException(404)
    return shift


ShiftOf = Annotated[Shift, Depends(shift_of)]


@shift_page.get("/shift", response_class=HTMLResponse)
def show_shift(desk: DeskOf, shift: ShiftOf, language: LanguageOf) -> HTMLResponse:
    """Show what works, and what the last deck check saw."""
    now, words, look = desk.hub.latest, Catalogue.load(language), shift.deck
    lines: tuple[str, ...] = ()
    if look is not None:
        lines = report_told(look.report, words, shift.indices, compared=look.compared)
    ticks = shift.ticks(now)
    may_check = now is not None and now.phase in BETWEEN_GAMES
    return shown(
        desk,
        "shift.html",
        language,
        ticks=ticks,
        ready=is_ready(ticks),
        lines=lines,
        may_check=may_check,
        table=None if now is None else now.table_id,
    )


@shift_acts.post("/shift/deck")
def check_deck(desk: DeskOf, shift: ShiftOf, language: LanguageOf) -> Done:
    """Look at the deck that is spread on the table; 409 while a game is played."""
    now, words = desk.hub.latest, Catalogue.load(language)
    if now is None or now.phase not in BETWEEN_GAMES:
        raise HTTPException(409, words.text("shift.not-now"))
    try:
        shift.check_deck()
    except TableError as error:
        raise HTTPException(503, words.text("shift.no-check")) from error
    return Done("/shift")


@shift_acts.post("/shift")
def begin_shift(request: Request, desk: DeskOf, shift: ShiftOf, language: LanguageOf) -> Done:
    """Write down that the shift begins, by whom, and how everything stood."""
    session = session_of(request)
    try:
        shift.begin("" if session is None else session.person.name, desk.hub.latest)
    except TableError as error:
        raise HTTPException(503, Catalogue.load(language).text("shift.not-kept")) from error
    return Done("/")
