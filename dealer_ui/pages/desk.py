"""What every page needs: the hub, the place for commands, the language of the reader."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from fastapi import Depends, Header, Path, Query, Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from dealer_ui.commands import CommandSink
from dealer_ui.device_cards import CardMaker
from dealer_ui.live import Hub
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.snapshot import Snapshot

BEAT_S = 0.5
"""The pause after which a quiet stream says that it lives; a page gives up after three."""

RowNumber = Annotated[int, Path(ge=1, le=2**63 - 1)]
"""The number of something that a database keeps; beyond it no database can be asked."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The parts that the routes share, held by the application."""

    hub: Hub
    commands: CommandSink
    templates: Environment
    cards: Sequence[CardMaker] = ()
    """What the technician reads of each device."""


@cache
def templates() -> Environment:
    """Return the page templates, compiled once for all applications of a process.

    A name that is missing is an error, not a blank.
    """
    return Environment(
        loader=PackageLoader("dealer_ui"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def desk_of(request: Request) -> Desk:
    """Return the desk of the application that got the request."""
    desk: Desk = request.app.state.desk
    return desk


def language_of(request: Request, lang: Annotated[str, Query()] = "") -> Language:
    """Choose the language: asked for, chosen before, wanted by the browser, or Russian."""
    wanted = [lang, request.cookies.get("lang", "")]
    wanted += [part[:2] for part in request.headers.get("accept-language", "").split(",")]
    return next((Language(name) for name in wanted if name in set(Language)), Language.RU)


def last_seen(
    after: Annotated[int | None, Query(description="The last number that was seen")] = None,
    last_event_id: Annotated[int | None, Header()] = None,
) -> int | None:
    """Return the number after which a stream goes on; the browser's own header wins."""
    return after if last_event_id is None else last_event_id


DeskOf = Annotated[Desk, Depends(desk_of)]
LanguageOf = Annotated[Language, Depends(language_of)]
LastSeen = Annotated[int | None, Depends(last_seen)]


async def follow(hub: Hub, after: int | None) -> AsyncIterator[tuple[Snapshot, ...]]:
    """Give what comes, as it comes; an empty tuple for every pause in which nothing came."""
    with hub.subscribed(after) as subscription:
        while True:
            news = await subscription.fetch(within_s=BEAT_S)
            if subscription.closed and not news:
                return
            yield news


def shown(desk: Desk, name: str, language: Language, **parts: object) -> HTMLResponse:
    """Return a page that no browser keeps, in a language."""
    html = desk.templates.get_template(name).render(
        words=Catalogue.load(language), languages=tuple(Language), **parts
    )
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})
