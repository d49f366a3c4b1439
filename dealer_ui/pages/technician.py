"""The technician's page: the table found, its zones drawn and dragged over the live picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response, params
from fastapi.responses import HTMLResponse
from jinja2 import Environment
from pydantic import BaseModel, ConfigDict, Field

from calibration.layouts import LAYOUTS
from calibration.profile import Edge, ProfileError, TableProfile
from calibration.table_fit import Method
from dealer_ui.accounts.gate import session_of
from dealer_ui.calibrating_table import Wish
from dealer_ui.endings import BadInputError, about
from dealer_ui.pages.desk import LanguageOf
from dealer_ui.pages.safety import same_origin
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.zone_desk import ZoneDesk
from dealer_ui.zoning import seen_outline
from engine.seats import Actor
from engine.table import Zone


@dataclass(frozen=True, slots=True)
class TechnicianParts:
    """What the routes share; `open_desk` waits for a picture when it is first called."""

    open_desk: Callable[[], ZoneDesk]
    templates: Environment


@dataclass(frozen=True, slots=True)
class OpenParts:
    """The same with a desk that whoever asks sits at."""

    desk: ZoneDesk
    templates: Environment


Spot = Annotated[float, Field(ge=-20_000, le=20_000)]
Side = Annotated[float, Field(ge=100, le=10_000)]
Outline = Annotated[list[tuple[Spot, Spot]], Field(min_length=3, max_length=20)]


class Search(BaseModel):
    """How to find the table."""

    model_config = ConfigDict(extra="forbid")
    method: Method
    corners: list[tuple[Spot, Spot]] = Field(default_factory=list, max_length=4)
    felt_mm: tuple[Side, Side] | None = None
    layout: str = "casino"


class Drawing(BaseModel):
    """The zones as they were drawn, in millimetres, and who sits where."""

    model_config = ConfigDict(extra="forbid")
    zones: dict[Zone, Outline]
    seats: dict[Actor, Edge]


def _refused(status: int, error: Exception, language: Language) -> HTTPException:
    return HTTPException(status, about(error).said(Catalogue.load(language)))


def parts_of(request: Request, language: LanguageOf) -> OpenParts:
    """Return the parts of the application; raises HTTPException 503 where no picture comes."""
    parts: TechnicianParts = request.app.state.technician
    session = session_of(request)
    try:
        desk = parts.open_desk()
    except BadInputError as error:
        raise _refused(503, error, language) from error
    return OpenParts(desk if session is None else desk.of(session.person.name), parts.templates)


PartsOf = Annotated[OpenParts, Depends(parts_of)]


def show_page(request: Request, parts: PartsOf, language: LanguageOf) -> HTMLResponse:
    """Show the page; where it is a room of a running table, it lies below that table's pages."""
    words = Catalogue.load(language)
    page = parts.templates.get_template("technician.html").render(
        words=words,
        layouts=LAYOUTS,
        methods=tuple(Method),
        languages=tuple(Language),
        zones=Zone,
        base=request.url.path.rstrip("/"),
    )
    return HTMLResponse(page, headers={"Cache-Control": "no-store"})


def show_camera_picture(parts: PartsOf) -> Response:
    """Send the newest picture of the camera."""
    return Response(
        parts.desk.picture(), media_type="image/jpeg", headers={"Cache-Control": "no-store"}
    )


def show_errors(parts: PartsOf) -> Response:
    """Send the picture of the errors, once there is one."""
    path = parts.desk.errors_path
    if not path.exists():
        raise HTTPException(404)
    return Response(
        path.read_bytes(), media_type="image/png", headers={"Cache-Control": "no-store"}
    )


def show_table(parts: PartsOf) -> dict[str, object]:
    """Send the profile as the page draws it."""
    return _shown(parts.desk, parts.desk.profile())


def show_layout(parts: PartsOf, name: str, language: LanguageOf) -> dict[str, object]:
    """Send the zones of a layout, which nobody has saved yet."""
    if name not in LAYOUTS:
        raise HTTPException(404)
    try:
        return _shown(parts.desk, parts.desk.laid_out(name))
    except ProfileError as error:
        raise _refused(409, error, language) from error


def find_table(parts: PartsOf, search: Search, language: LanguageOf) -> dict[str, object]:
    """Find the table anew; 422 says what is wrong, and the old profile stays."""

    def wished(wish: Wish) -> Wish:
        return replace(
            wish,
            method=search.method,
            corners=tuple(search.corners),
            felt_mm=search.felt_mm or wish.felt_mm,
            layout=search.layout if search.layout in LAYOUTS else wish.layout,
        )

    try:
        profile = parts.desk.find(wished, Catalogue.load(language))
    except (BadInputError, ProfileError) as error:
        raise _refused(422, error, language) from error
    return _shown(parts.desk, profile)


def save_zones(parts: PartsOf, drawing: Drawing, language: LanguageOf) -> dict[str, object]:
    """Save the zones; 422 says what is wrong with them, and nothing is written."""
    words = Catalogue.load(language)
    try:
        troubles, profile = parts.desk.save(drawing.zones, drawing.seats, words)
    except ProfileError as error:
        raise _refused(409, error, language) from error
    if troubles:
        raise HTTPException(422, " ".join(troubles))
    return _shown(parts.desk, profile)


def undo_change(parts: PartsOf, language: LanguageOf) -> dict[str, object]:
    """Put the version before back."""
    try:
        return _shown(parts.desk, parts.desk.undo())
    except ProfileError as error:
        raise _refused(409, error, language) from error


def _shown(desk: ZoneDesk, profile: TableProfile | None) -> dict[str, object]:
    """Return what the page needs to draw a profile over the picture."""
    if profile is None:
        return {"size_px": desk.size_px, "version": None}
    camera = profile.camera
    return {
        "size_px": camera.size_px,
        "matrix": camera.matrix,
        "distortion": camera.distortion,
        "homography": camera.homography_px_to_mm,
        "zones": profile.zones_mm,
        "seats": profile.seats,
        "view_mm": seen_outline(profile),
        "version": profile.provenance.version,
        "error_mm": profile.provenance.error_mm,
    }


PAGES: Mapping[str, Callable[..., object]] = {
    "/picture.jpg": show_camera_picture,
    "/errors.png": show_errors,
    "/table.json": show_table,
    "/layout/{name}.json": show_layout,
}
COMMANDS: Mapping[str, Callable[..., object]] = {
    "/find": find_table,
    "/zones": save_zones,
    "/undo": undo_change,
}


def pages_at(base: str = "") -> APIRouter:
    """Return what is shown, below an address; alone it is the whole site."""
    router = APIRouter(prefix=base, include_in_schema=False)
    router.get("/", response_class=HTMLResponse)(show_page)
    for path, page in PAGES.items():
        router.get(path)(page)
    return router


def commands_at(base: str = "", *before: params.Depends) -> APIRouter:
    """Return what is done, below the same address; `before` is called first."""
    depends = [Depends(same_origin), *before]
    router = APIRouter(prefix=base, include_in_schema=False, dependencies=depends)
    for path, command in COMMANDS.items():
        router.post(path)(command)
    return router
