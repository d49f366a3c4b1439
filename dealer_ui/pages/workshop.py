"""The technician's pages: everything led to, health in one view, the support bundle."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, Response

from dealer_ui.pages.accounts import HouseOf, Known
from dealer_ui.pages.desk import DeskOf, LanguageOf, shown
from dealer_ui.pages.equipment import read_equipment
from dealer_ui.snapshot import Condition
from dealer_ui.workshop.bench import Bench
from vision.registry import WeightsError

workshop = APIRouter(include_in_schema=False)


def bench_of(request: Request) -> Bench:
    """Return the workshop of the table."""
    bench: Bench = request.app.state.bench
    return bench


BenchOf = Annotated[Bench, Depends(bench_of)]


def noted(request: Request, house: HouseOf, session: Known) -> None:
    """Write down who changes the calibration, before it is changed."""
    house.note(session, "calibration", {"did": request.url.path.rsplit("/", 1)[-1]})


@workshop.get("/technician", response_class=HTMLResponse)
def show_workshop(desk: DeskOf, bench: BenchOf, session: Known, language: LanguageOf) -> Response:
    """Show what there is to look after, and whether anything needs a hand."""
    now = desk.hub.latest
    parts = bench.parts(now)
    try:
        models, decks, trouble = bench.models.now(), bench.decks.now(), ""
    except (WeightsError, ValueError, OSError) as error:
        models, decks, trouble = None, (), str(error)
    return shown(
        desk,
        "workshop.html",
        language,
        person=session.person,
        table=None if now is None else now.table_id,
        broken=[part for part in parts if part.condition is Condition.FAULTY],
        live=next((one for one in models.releases if one.is_live), None) if models else None,
        named=next((one for one in decks if one.is_named), None),
        decks=decks,
        trouble=trouble,
        holds=bench.retention.now(),
        profile=bench.table.profile,
        calibrates=bench.calibration is not None,
    )


@workshop.get("/technician/health", response_class=HTMLResponse)
def show_health(desk: DeskOf, bench: BenchOf, session: Known, language: LanguageOf) -> Response:
    """Show camera, devices, disk, journal, models, clock and versions in one view."""
    now = desk.hub.latest
    return shown(
        desk,
        "workshop_health.html",
        language,
        person=session.person,
        parts=bench.parts(now),
        health=None if now is None else now.health,
        faults=() if now is None else now.faults,
        cards=read_equipment(desk),
        seen=bench.clock(),
        versions=bench.versions(),
        about=bench.table,
    )


@workshop.get("/technician/support")
def give_bundle(desk: DeskOf, bench: BenchOf, house: HouseOf, session: Known) -> Response:
    """Give the support bundle, and write down who took it."""
    house.note(session, "support-bundle", {})
    names = {person.name for person in house.people()}
    archive = bench.bundled(desk.hub.latest, read_equipment(desk), names)
    name = f"kozyr-support-{bench.clock().at:%Y%m%d-%H%M}.zip"
    head = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(archive, media_type="application/zip", headers=head)
