"""The progress page: every sitting of an audit, who runs it, how far, what did not come off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.staticfiles import StaticFiles

from dealer_ui.app import STATIC
from dealer_ui.auditing.recordings import Bad
from dealer_ui.fleet.letters import State
from dealer_ui.fleet.sending import Order, Orders
from dealer_ui.pages.desk import LanguageOf, templates
from dealer_ui.pages.safety import SafeHeaders
from dealer_ui.prompts import Catalogue, Language
from dealer_ui.serving import Server, parse_address
from engine.faults import Cause, CausedError

URGENCY = (State.DEAD, State.AGAIN, State.RUNNING, State.WAITING, State.DONE)


@dataclass(frozen=True, slots=True)
class Line:
    """One sitting on the page; `part` is what of it is done, in hundredths."""

    name: str
    state: State
    worker: str
    part: int
    tries: int
    why: str


@dataclass(frozen=True, slots=True)
class Board:
    """An audit as it stands; `part` is what of all frames is done, in hundredths."""

    audit: str
    part: int
    counts: dict[State, int]
    lines: tuple[Line, ...]


def board_of(orders: Orders) -> Board:
    """Return how an audit stands, what wants somebody first."""
    lines = sorted(_lines(orders), key=lambda line: (URGENCY.index(line.state), line.name))
    counts = Counter(line.state for line in lines)
    whole = sum(orders.frames)
    part = 100 * sum(orders.done()) // whole if whole else 100
    return Board(orders.audit, part, {s: counts[s] for s in URGENCY if counts[s]}, tuple(lines))


def _lines(orders: Orders) -> Iterator[Line]:
    for name in orders.old:
        yield Line(name, State.DONE, "", 100, 0, "")
    for order in list(orders.jobs.values()):
        yield _line(order, orders)


def _line(order: Order, orders: Orders) -> Line:
    now, frames = order.progress, order.letter.frames
    outcome = orders.outcomes.get(order.places[0])
    if isinstance(outcome, Bad):
        state, why = State.DEAD, outcome.why
    elif outcome is not None:
        state, why = State.DONE, ""
    else:
        state, why = order.state, now.why if now else ""
    part = 100 if state is State.DONE else 100 * (now.frames if now else 0) // max(1, frames)
    worker, tries = (now.worker, now.tries) if now else ("", 0)
    return Line(order.letter.name, state, worker, min(100, part), tries, why)


pages = APIRouter(include_in_schema=False)


def board_now(request: Request) -> Board:
    """Return how the audit of the application stands."""
    return board_of(request.app.state.orders)


@pages.get("/")
async def go_to_the_board() -> RedirectResponse:
    """Show the board to whoever names no page."""
    return RedirectResponse("/audit", 303)


@pages.get("/audit", response_class=HTMLResponse)
def show_board(
    request: Request, now: Annotated[Board, Depends(board_now)], language: LanguageOf
) -> HTMLResponse:
    """Show how the audit stands."""
    html = request.app.state.templates.get_template("fleet.html").render(
        words=Catalogue.load(language), languages=tuple(Language), board=now
    )
    return HTMLResponse(html, headers={"Cache-Control": "no-store"})


def create_board_app(orders: Orders) -> FastAPI:
    """Build the application around what is wanted of the fleet; it is only looked at."""
    app = FastAPI(title="Kozyr audit", openapi_url=None, docs_url=None, redoc_url=None)
    app.state.orders, app.state.templates = orders, templates()
    app.add_middleware(SafeHeaders)
    app.include_router(pages)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


class _NoStreams:
    """The page asks anew: there is no stream to end."""

    def close(self) -> None:
        """End nothing."""


def serve_board(orders: Orders, place: str) -> Server:
    """Serve the page to this computer only: nobody is asked for a name.

    Raises ValueError for another address, OSError where the port is taken.
    """
    address = parse_address(place)
    if not address.is_local:
        told = f"{place}: this page is served to this computer only, as 127.0.0.1:8095"
        raise CausedError(told, Cause("address-not-local", place))
    return Server(create_board_app(orders), _NoStreams(), address)
