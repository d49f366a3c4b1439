"""Cases on the inspector's pages: made, added to, closed; and what leaves the house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse
from pydantic import Field

from dealer_ui.accounts.house import House, Session
from dealer_ui.exporting.exports import Exporter
from dealer_ui.inspecting import queue_of
from dealer_ui.pages.accounts import Asked, Done, Known
from dealer_ui.pages.desk import DeskOf, LanguageOf, shown
from dealer_ui.pages.inspector import InspectionOf
from dealer_ui.pages.safety import same_origin
from dealer_ui.prompts import Catalogue, Language
from journal.desk import DeskError

cases = APIRouter(include_in_schema=False)
case_changes = APIRouter(include_in_schema=False, dependencies=[Depends(same_origin)])

TYPES = {
    "pdf": "application/pdf",
    "dkn": "text/plain; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "zip": "application/zip",
}
CaseName = Annotated[str, InPath(pattern="^c[0-9]{1,6}$")]


class Item(Asked):
    """An incident or a note that is added to a case."""

    incident: Annotated[str, Field(pattern="^(i[0-9]{1,12})?$")] = ""
    note: Annotated[str, Field(max_length=2000)] = ""


class AddedTo(Item):
    """An incident that is added to the case that is named, or to a new one."""

    case: Annotated[str, Field(pattern="^(c[0-9]{1,6})?$")] = ""
    title: Annotated[str, Field(max_length=200)] = ""


@contextmanager
def _refusing(language: Language) -> Iterator[None]:
    """Answer 404 for what the journal does not know."""
    try:
        yield
    except DeskError as error:
        why = Catalogue.load(language).cause(error.cause, error.figures)
        raise HTTPException(404, why) from None


@cases.get("/inspector/cases", response_class=HTMLResponse)
def show_cases(
    desk: DeskOf, inspection: InspectionOf, session: Known, language: LanguageOf
) -> HTMLResponse:
    """List the cases."""
    told = tuple(inspection.desk().people.cases.values())
    return shown(desk, "cases.html", language, person=session.person, cases=told)


@cases.get("/inspector/cases/{case}", response_class=HTMLResponse)
def show_case(
    desk: DeskOf, inspection: InspectionOf, session: Known, language: LanguageOf, case: CaseName
) -> HTMLResponse:
    """Show a case: its incidents, its notes."""
    journal = inspection.desk()
    if case not in journal.people.cases:
        raise HTTPException(404, "there is no such case")
    told = journal.people.cases[case]
    lines = queue_of(journal, Catalogue.load(language)).lines
    held = [line for line in lines if line.id in told.incidents]
    person = session.person
    return shown(desk, "case.html", language, person=person, case=told, lines=held)


@case_changes.post("/inspector/cases")
def open_case(
    inspection: InspectionOf, session: Known, language: LanguageOf, made: AddedTo
) -> Done:
    """Open a case, or take the one that is named, and put into it what is told."""
    journal = inspection.desk()
    pen, by = inspection.pen(journal), session.person.name
    if not made.case and not made.title.strip():
        raise HTTPException(422, "name the case")
    with _refusing(language):
        if made.incident:
            journal.incident(made.incident)
        case = made.case or pen.open_case(journal, made.title.strip(), by)
        journal = inspection.desk()
        for item in _items(made):
            pen.add_to_case(journal, case, item, by)
    return Done(f"/inspector/cases/{case}")


@case_changes.post("/inspector/cases/{case}")
def add_to_case(
    inspection: InspectionOf, session: Known, language: LanguageOf, case: CaseName, added: Item
) -> Done:
    """Add an incident or a note."""
    journal = inspection.desk()
    with _refusing(language):
        for item in _items(added):
            inspection.pen(journal).add_to_case(journal, case, item, session.person.name)
    return Done(f"/inspector/cases/{case}")


@case_changes.post("/inspector/cases/{case}/close")
def close_case(
    inspection: InspectionOf, session: Known, language: LanguageOf, case: CaseName
) -> Done:
    """Close a case."""
    journal = inspection.desk()
    with _refusing(language):
        inspection.pen(journal).close_case(journal, case, session.person.name)
    return Done("/inspector/cases")


@cases.get("/inspector/cases/{case}/archive")
def give_archive(
    request: Request,
    inspection: InspectionOf,
    session: Known,
    language: LanguageOf,
    case: CaseName,
) -> Response:
    """Give a case as one archive that kozyr journal verify checks."""
    journal = inspection.desk()
    with _refusing(language):
        inspection.pen(journal).view_case(journal, case, session.person.name)
    exporter = Exporter(inspection.desk(), inspection.rules, Catalogue.load(language))
    with TemporaryDirectory(prefix="kozyr-case-") as folder, _refusing(language):
        out = Path(folder) / "case.zip"
        exporter.case(case, out)
        data = out.read_bytes()
    return _given(request, session, data, f"{case}.zip")


@cases.get("/inspector/export/{form}")
def give_export(
    request: Request,
    inspection: InspectionOf,
    session: Known,
    language: LanguageOf,
    form: Literal["pdf", "dkn", "csv", "json"],
) -> Response:
    """Give the journal as protocol, record, table or JSON."""
    journal = inspection.desk()
    exporter = Exporter(journal, inspection.rules, Catalogue.load(language))
    name = f"{journal.path.stem if isinstance(journal.path, Path) else 'journal'}.{form}"
    return _given(request, session, exporter.as_bytes(f".{form}"), name)


def _items(told: Item) -> Iterator[dict[str, object]]:
    if told.incident:
        yield {"incident": told.incident}
    if told.note.strip():
        yield {"note": told.note.strip()}


def _given(request: Request, session: Session, data: bytes, name: str) -> Response:
    """Return a file that is to be kept, once it is noted who took it out of the house."""
    house: House = request.app.state.house
    house.note(session, "export", {"file": name})
    safe = name.encode("ascii", "replace").decode().replace('"', "_")
    headers = {"Content-Disposition": f'attachment; filename="{safe}"'}
    return Response(data, media_type=TYPES[name.rpartition(".")[2]], headers=headers)
