"""Training: a dealer judges scripted moves; no table hears of it, no lamp is lit."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, RedirectResponse

from dealer_ui.pages.desk import DeskOf, LanguageOf
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.training import lessons

training = APIRouter(include_in_schema=False)


@training.get("/training")
def begin_training(language: LanguageOf) -> RedirectResponse:
    """Begin with the first lesson, in the reader's language."""
    return RedirectResponse(f"/training/1?lang={language}", status_code=303)


@training.get("/training/{number}", response_class=HTMLResponse)
def show_lesson(
    desk: DeskOf, language: LanguageOf, number: Annotated[int, InPath(ge=1)]
) -> HTMLResponse:
    """Show a move to judge; what the referee says of it is uncovered after the answer."""
    book = lessons()
    if number > len(book):
        raise HTTPException(404, "there is no such lesson")
    page = desk.templates.get_template("training.html").render(
        words=Catalogue.load(language),
        lesson=book[number - 1],
        count=len(book),
        languages=tuple(Language),
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})
