"""The pit boss's pages: the wall, one table of it, and what is said there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Body, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from jinja2 import Environment
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from dealer_ui.accounts.gate import session_of
from dealer_ui.accounts.house import Session
from dealer_ui.accounts.people import Role
from dealer_ui.pages.api import Pulse
from dealer_ui.pages.desk import BEAT_S, LanguageOf, LastSeen
from dealer_ui.pages.picture import AGE
from dealer_ui.pages.safety import same_origin
from dealer_ui.pit.alarms import Shelf
from dealer_ui.pit.showing import WallView, wording_of
from dealer_ui.pit.tiles import Tile
from dealer_ui.pit.wall import RefusedError, Wall
from dealer_ui.prompts import Catalogue, Language

GATHER_S = 0.25
"""Tiles are sent four times a second at most: so that 200 tables are one change of the page."""

MINUTES = (5, 15, 30, 60, 240)
"""For so long a kind of alarm may be shelved."""

PictureSource = Callable[[], Awaitable[tuple[bytes, str]]]
"""Fetches the picture of a table now, and its age in milliseconds; raises OSError."""

pit = APIRouter(include_in_schema=False)
acts = APIRouter(include_in_schema=False, dependencies=[Depends(same_origin)])


@dataclass(frozen=True, slots=True)
class PitParts:
    """What the routes share, held by the application."""

    wall: Wall
    templates: Environment
    pictures: Mapping[str, PictureSource] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)
    """Who was shown the picture of which table already, by session."""


def parts_of(request: Request) -> PitParts:
    """Return what the application holds."""
    parts: PitParts = request.app.state.pit
    return parts


def someone(request: Request) -> Session:
    """Return who says something; 403 where nobody is asked for a name."""
    session = session_of(request)
    if session is None:
        raise HTTPException(403, "log in first: without accounts the wall is only looked at")
    return session


PartsOf = Annotated[PitParts, Depends(parts_of)]
Someone = Annotated[Session, Depends(someone)]


def tile_named(parts: PartsOf, name: str) -> Tile:
    """Return the tile of a table; 404 for none such."""
    try:
        return parts.wall.tile(name)
    except KeyError:
        raise HTTPException(404, "there is no such table") from None


class Told(BaseModel):
    """A form as it comes; a name that it does not know is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Taken(Told):
    """An alarm that somebody sees to."""

    alarm: Annotated[str, Field(max_length=300)]


class Shelved(Told):
    """A kind of alarm that wants nobody for a while, and why."""

    code: Annotated[str, Field(max_length=100)]
    why: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    minutes: Annotated[int, Field(ge=1, le=max(MINUTES))]


class Unshelved(Told):
    """A kind of alarm that wants somebody again."""

    code: Annotated[str, Field(max_length=100)]


@dataclass(frozen=True, slots=True)
class Done:
    """It is done."""

    done: bool = True


@pit.get("/")
async def go_to_the_wall() -> RedirectResponse:
    """Show the wall to whoever names no page."""
    return RedirectResponse("/pit", 303)


@pit.get("/pit", response_class=HTMLResponse)
async def show_wall(parts: PartsOf, language: LanguageOf, request: Request) -> HTMLResponse:
    """Show every table as it stands now."""
    view = WallView(parts.templates, language, parts.wall)
    now = parts.wall.changes()
    session = session_of(request)
    return _page(
        parts,
        "pit.html",
        language,
        tiles=[(tile.name, view.tile(tile)) for tile in now.by_urgency],
        counts=view.counts(now.by_urgency),
        number=now.number,
        now=_ms(parts.wall),
        is_kept=parts.wall.is_kept,
        person=None if session is None else session.person,
    )


@pit.get("/healthz")
def read_health(parts: PartsOf) -> dict[str, int]:
    """Tell a watchdog that the wall answers, and how many tables are on it."""
    return {"tables": len(parts.wall.changes().by_urgency)}


@pit.get("/pit/live", response_class=EventSourceResponse)
async def keep_wall_up_to_date(
    parts: PartsOf, language: LanguageOf, after: LastSeen
) -> AsyncIterator[ServerSentEvent]:
    """Send the tiles that change; a page that comes back gets those that changed meanwhile."""
    view, sent, quiet_s = WallView(parts.templates, language, parts.wall), after or 0, 0.0
    while not parts.wall.closed:
        update = view.update(sent, _ms(parts.wall))
        if update is not None:
            sent, quiet_s = update.sequence, 0.0
            yield ServerSentEvent(event="update", id=str(sent), data=update, retry=500)
        elif quiet_s >= BEAT_S:
            quiet_s = 0.0
            yield ServerSentEvent(event="beat", data=Pulse("live", sent, 0))
        await asyncio.sleep(GATHER_S)
        quiet_s += GATHER_S


@pit.get("/pit/tables/{name}", response_class=HTMLResponse)
async def show_table(
    parts: PartsOf,
    tile: Annotated[Tile, Depends(tile_named)],
    language: LanguageOf,
    request: Request,
) -> HTMLResponse:
    """Show what one table wants, and what may be said of it."""
    session = session_of(request)
    roles = frozenset() if session is None else session.person.roles
    words = Catalogue.load(language)
    return _page(
        parts,
        "regions/pit_table.html",
        language,
        tile=tile,
        told={raised.alarm.key: wording_of(words, raised.alarm) for raised in tile.alarms},
        minutes=MINUTES,
        may_say=Role.PIT_BOSS in roles,
        may_watch=bool(roles & {Role.PIT_BOSS, Role.INSPECTOR}),
    )


@pit.get("/pit/tables/{name}/picture")
async def show_picture(
    parts: PartsOf, tile: Annotated[Tile, Depends(tile_named)], session: Someone
) -> Response:
    """Pass on what the table's camera sees; that somebody was shown it is a row, before he is."""
    if (session.key, tile.name) not in parts.seen:
        with _kept():
            parts.wall.view(tile.name, session.person.name)
        parts.seen.add((session.key, tile.name))
    try:
        jpeg, age_ms = await parts.pictures[tile.name]()
    except (OSError, KeyError):
        raise HTTPException(504, "the table gives no picture") from None
    return Response(
        jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store", AGE: age_ms}
    )


@acts.post("/pit/tables/{name}/take")
def take_alarm(
    parts: PartsOf,
    tile: Annotated[Tile, Depends(tile_named)],
    session: Someone,
    taken: Annotated[Taken, Body()],
) -> Done:
    """Let whoever is logged in see to an alarm; 409 where it is over."""
    with _kept():
        parts.wall.take(tile.name, taken.alarm, session.person.name)
    return Done()


@acts.post("/pit/tables/{name}/shelve")
def shelve_alarm(
    parts: PartsOf,
    tile: Annotated[Tile, Depends(tile_named)],
    session: Someone,
    shelved: Annotated[Shelved, Body()],
) -> Done:
    """Shelve a kind of alarm with a reason and an end; 409 where there is none such."""
    until = parts.wall.now() + timedelta(minutes=shelved.minutes)
    with _kept():
        shelf = Shelf(session.person.name, shelved.why, until)
        parts.wall.shelve(tile.name, shelved.code, shelf)
    return Done()


@acts.post("/pit/tables/{name}/unshelve")
def unshelve_alarm(
    parts: PartsOf,
    tile: Annotated[Tile, Depends(tile_named)],
    session: Someone,
    unshelved: Annotated[Unshelved, Body()],
) -> Done:
    """Take a kind of alarm from the shelf before its time; 409 where it is not there."""
    with _kept():
        parts.wall.unshelve(tile.name, unshelved.code, session.person.name)
    return Done()


@contextmanager
def _kept() -> Iterator[None]:
    """Answer what does not fit with 409."""
    try:
        yield
    except RefusedError:
        raise HTTPException(409, "this is over") from None


def _ms(wall: Wall) -> int:
    return round(wall.now().timestamp() * 1000)


def _page(parts: PitParts, name: str, language: Language, **told: object) -> HTMLResponse:
    html = parts.templates.get_template(name).render(
        words=Catalogue.load(language), languages=tuple(Language), **told
    )
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})
