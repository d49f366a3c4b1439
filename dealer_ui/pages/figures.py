"""The manager's figures: rates with their bands, what is behind each, and the month on paper."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query
from fastapi.responses import HTMLResponse, Response

from dealer_ui.exporting.chapters import sums_line, title_of
from dealer_ui.exporting.month import month_pdf, pace_line
from dealer_ui.exporting.protocol import judging_lines
from dealer_ui.figures import Behind, Figures
from dealer_ui.managing import Management
from dealer_ui.pages.accounts import Known
from dealer_ui.pages.desk import DeskOf, LanguageOf
from dealer_ui.pages.tournament import ManagementOf
from dealer_ui.plots import WIDTH, bars
from dealer_ui.prompts import Catalogue, Language
from engine.verdict import Code
from journal.statistics import By

figures = APIRouter(include_in_schema=False)

Month = Annotated[str, Query(pattern=r"^(\d{4}-\d{2})?$")]
Counted = Literal["rule", "dealer", "table", "hour", "day"]
DAY: Literal["day"] = "day"


@figures.get("/manager/statistics", response_class=HTMLResponse)
def show_statistics(
    desk: DeskOf,
    management: ManagementOf,
    session: Known,
    language: LanguageOf,
    month: Month = "",
) -> HTMLResponse:
    """Show how often what happened, by rule, dealer, table, hour and day."""
    words, found = Catalogue.load(language), _figures(management, month)
    titles = {code: words.texts[f"code.{Code(code)}.title"] for code in found.rates(By.RULE)}
    plots = {str(by): tuple(bars(found.rates(by), titles, words)) for by in By}
    plots[DAY] = tuple(bars(found.by_day(), {}, words))
    html = desk.templates.get_template("figures.html").render(
        words=words,
        languages=tuple(Language),
        person=session.person,
        found=found,
        plots=plots,
        width=WIDTH,
        sums=sums_line(found.sums, words),
        pace=pace_line(found, words),
        judging=tuple(judging_lines((found.desk,), words)),
        has_tournament=management.office is not None,
    )
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


@figures.get("/manager/flags", response_class=HTMLResponse)
def show_flags(  # noqa: PLR0913, PLR0917 - which ones, to whom
    desk: DeskOf,
    management: ManagementOf,
    session: Known,
    language: LanguageOf,
    by: Counted = DAY,
    key: Annotated[str, Query(max_length=100)] = "",
    month: Month = "",
) -> HTMLResponse:
    """Show the incidents that a bar counts."""
    words, found = Catalogue.load(language), _figures(management, month)
    listed = tuple(found.behind(None if by == DAY else By(by), key))
    name = words.texts.get(f"code.{key}.title", key) if by == "rule" else key
    html = desk.templates.get_template("behind.html").render(
        words=words,
        languages=tuple(Language),
        person=session.person,
        name=name,
        by=by,
        month=month,
        listed=[_told(one, words) for one in listed],
    )
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


@figures.get("/manager/month")
def print_month(
    management: ManagementOf, session: Known, language: LanguageOf, month: Month = ""
) -> Response:
    """Give the report of a month as a PDF; of the last one where none is named."""
    named = month or next(iter(_figures(management).months), "")
    found, words = _figures(management, named), Catalogue.load(language)
    before = _figures(management, month_before(named)) if named else found
    with TemporaryDirectory() as folder:
        pdf = month_pdf(found, before, session.person.name, words, Path(folder))
    head = {"Content-Disposition": f'attachment; filename="kozyr-{named}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=head)


def month_before(month: str) -> str:
    """Name the month before one.

    >>> month_before("2026-11"), month_before("2027-01")
    ('2026-10', '2026-12')
    """
    year, number = (int(part) for part in month.split("-"))
    return f"{year}-{number - 1:02d}" if number > 1 else f"{year - 1}-12"


def _told(one: Behind, words: Catalogue) -> dict[str, str]:
    incident = one.incident
    return {
        "at": "" if one.at is None else f"{one.at:%d.%m.%Y %H:%M:%S}",
        "table": one.game.played.table,
        "dealer": one.game.counted.dealer,
        "title": title_of(incident, words),
        "who": ", ".join(words.who(seat) for seat in incident.seats),
        "cards": words.cards(incident.cards),
        "sort": str(incident.sort),
    }


def _figures(management: Management, month: str = "") -> Figures:
    """Read the figures; raises HTTPException 404 where there are none."""
    found = management.figures(month)
    if found is None:
        raise HTTPException(404, "no journal is kept here")
    return found
