"""Every rule that people may be told of, by the clause that it rests on."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from dealer_ui.pages.desk import DeskOf, LanguageOf, shown
from engine.grounds import GROUNDS, Clause, Ground
from engine.verdict import Code

clauses = APIRouter(include_in_schema=False)


def by_clause() -> Mapping[Clause, Mapping[Code, Ground]]:
    """Return the codes of each clause, in the order of the catalogue."""
    found: dict[Clause, dict[Code, Ground]] = {clause: {} for clause in Clause}
    for code, ground in GROUNDS.items():
        found[ground.clause][code] = ground
    return {clause: codes for clause, codes in found.items() if codes}


@clauses.get("/rules", response_class=HTMLResponse)
def show_clauses(desk: DeskOf, language: LanguageOf) -> HTMLResponse:
    """Show what each clause asks for; a prompt leads to its own line."""
    return shown(desk, "rules.html", language, clauses=by_clause())
