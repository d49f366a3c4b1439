"""Before every route: who may come in. What is not listed here is open to nobody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from secrets import compare_digest
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from dealer_ui.accounts.house import House, Session
from dealer_ui.accounts.people import Role
from dealer_ui.accounts.tokens import may

COOKIE = "kozyr_session"
CSRF_COOKIE = "kozyr_csrf"
CSRF_HEADER = "x-csrf-token"
SAFE = frozenset({"GET", "HEAD"})

EVERYBODY = frozenset(Role)
TECHNICIANS = frozenset({Role.TECHNICIAN})
EQUIPMENT = frozenset({Role.TECHNICIAN, Role.PIT_BOSS})
INSPECTORS = frozenset({Role.INSPECTOR})
MANAGERS = frozenset({Role.MANAGER})
WATCHERS = frozenset({Role.PIT_BOSS, Role.INSPECTOR})
SPEAKERS = frozenset({Role.DEALER, Role.INSPECTOR})

METRICS = "/metrics"
"""Figures: open without a name to a program on this computer, as any monitoring agent is."""
LOOPBACK = frozenset({"127.0.0.1", "::1"})
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")

Door = tuple[str, str, frozenset[Role] | None]

DOORS: tuple[Door, ...] = (
    ("GET", "/", EVERYBODY),
    ("GET", "/live", EVERYBODY),
    ("GET", "/api/v1/state", EVERYBODY),
    ("GET", "/api/v1/events", EVERYBODY),
    ("POST", "/api/v1/commands", SPEAKERS),
    ("GET", "/api/v1/openapi.json", TECHNICIANS),
    ("GET", "/equipment", EQUIPMENT),
    ("GET", "/equipment/list", EQUIPMENT),
    ("GET", "/api/v1/equipment", EQUIPMENT),
    ("GET", "/api/v1/picture", WATCHERS),
    ("GET", "/training", EVERYBODY),
    ("GET", "/training/{number}", EVERYBODY),
    ("GET", "/rules", EVERYBODY),
    ("GET", "/shift", EVERYBODY),
    ("POST", "/shift", SPEAKERS),
    ("POST", "/shift/deck", SPEAKERS),
    ("GET", "/inspector", INSPECTORS),
    ("GET", "/inspector/now", INSPECTORS),
    ("GET", "/inspector/games", INSPECTORS),
    ("GET", "/inspector/games/{number}", INSPECTORS),
    ("GET", "/inspector/games/{number}/table/{move}", INSPECTORS),
    ("GET", "/inspector/video/{number}/{reel}", INSPECTORS),
    ("GET", "/inspector/video/{number}/{reel}/frames", INSPECTORS),
    ("GET", "/inspector/evidence/{sha256}", INSPECTORS),
    ("GET", "/inspector/cases", INSPECTORS),
    ("POST", "/inspector/cases", INSPECTORS),
    ("GET", "/inspector/cases/{case}", INSPECTORS),
    ("POST", "/inspector/cases/{case}", INSPECTORS),
    ("POST", "/inspector/cases/{case}/close", INSPECTORS),
    ("GET", "/inspector/cases/{case}/archive", INSPECTORS),
    ("GET", "/inspector/export/{form}", INSPECTORS),
    ("GET", "/inspector/{number}", INSPECTORS),
    ("POST", "/inspector/{number}/seen", INSPECTORS),
    ("POST", "/inspector/{number}/ruling", INSPECTORS),
    ("GET", "/manager", MANAGERS),
    ("POST", "/manager/tournament", MANAGERS),
    ("POST", "/manager/tournament/new", MANAGERS),
    ("GET", "/manager/statistics", MANAGERS),
    ("GET", "/manager/flags", MANAGERS),
    ("GET", "/manager/month", MANAGERS),
    ("GET", "/technician", TECHNICIANS),
    ("GET", "/technician/calibration/", TECHNICIANS),
    ("GET", "/technician/calibration/picture.jpg", TECHNICIANS),
    ("GET", "/technician/calibration/errors.png", TECHNICIANS),
    ("GET", "/technician/calibration/table.json", TECHNICIANS),
    ("GET", "/technician/calibration/layout/{name}.json", TECHNICIANS),
    ("POST", "/technician/calibration/find", TECHNICIANS),
    ("POST", "/technician/calibration/zones", TECHNICIANS),
    ("POST", "/technician/calibration/undo", TECHNICIANS),
    ("GET", "/technician/health", TECHNICIANS),
    ("GET", "/technician/support", TECHNICIANS),
    ("GET", "/technician/work", TECHNICIANS),
    ("GET", "/technician/models", TECHNICIANS),
    ("POST", "/technician/models/measure", TECHNICIANS),
    ("POST", "/technician/models/promote", TECHNICIANS),
    ("POST", "/technician/models/rollback", TECHNICIANS),
    ("GET", "/technician/decks", TECHNICIANS),
    ("POST", "/technician/decks", TECHNICIANS),
    ("POST", "/technician/decks/play", TECHNICIANS),
    ("POST", "/technician/decks/remove", TECHNICIANS),
    ("GET", "/technician/retention", TECHNICIANS),
    ("POST", "/technician/retention", TECHNICIANS),
    ("GET", "/screen", None),
    ("GET", "/healthz", None),
    ("GET", "/readyz", None),
    ("GET", METRICS, TECHNICIANS),
    ("GET", "/static/{path}", None),
    ("GET", "/login", None),
    ("POST", "/login", None),
    ("GET", "/first", None),
    ("POST", "/first", None),
    ("POST", "/logout", EVERYBODY),
    ("GET", "/account", EVERYBODY),
    ("POST", "/account/password", EVERYBODY),
    ("GET", "/accounts", TECHNICIANS),
    ("POST", "/accounts", TECHNICIANS),
    ("POST", "/accounts/{number}", TECHNICIANS),
    ("POST", "/accounts/{number}/proofs", TECHNICIANS),
    ("POST", "/accounts/{number}/end-sessions", TECHNICIANS),
)
"""Method, path and who may use it; None: everybody, also those who are nobody here yet."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """Who may use a route; `anybody` also without an account."""

    roles: frozenset[Role]
    anybody: bool = False


def _pattern(path: str) -> re.Pattern[str]:
    parts = (
        ".+" if p == "{path}" else r"[^/]+" if p[:1] == "{" else re.escape(p)
        for p in path.split("/")
    )
    return re.compile("/".join(parts))


Compiled = tuple[tuple[str, re.Pattern[str], frozenset[Role] | None], ...]


def compiled(doors: Iterable[Door]) -> Compiled:
    """Return a list of doors as it is searched."""
    return tuple((method, _pattern(path), roles) for method, path, roles in doors)


_COMPILED = compiled(DOORS)


def allowed_at(method: str, path: str, doors: Compiled = _COMPILED) -> Allowed:
    """Return who may use a route.

    >>> allowed_at("GET", "/healthz").anybody, allowed_at("GET", "/secret").roles
    (True, frozenset())
    """
    wanted = "GET" if method == "HEAD" else method
    for known, pattern, roles in doors:
        if known == wanted and pattern.fullmatch(path):
            return Allowed(frozenset(), anybody=True) if roles is None else Allowed(roles)
    return Allowed(frozenset())


class Gate:
    """Stands before an application; lets through whoever may come in, and says who it is."""

    def __init__(
        self,
        app: ASGIApp,
        house: House,
        forbidden: Callable[[Request, str], Response],
        doors: Iterable[Door] = DOORS,
    ) -> None:
        """Ask a house who people are, and a list who may use which door; `forbidden` says it."""
        self._app, self._house, self._doors = app, house, compiled(doors)
        self._forbidden = forbidden

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "websocket":
                return
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if bearer := _bearer(request):
            await self._program(bearer, request)(scope, receive, send)
            return
        token = request.cookies.get(COOKIE, "")
        session = await run_in_threadpool(self._house.session, token) if token else None
        refused = self._refused(request, session)
        if refused is not None:
            await refused(scope, receive, send)
            return
        scope.setdefault("state", {})["session"] = session
        await self._app(scope, receive, send)

    def _program(self, bearer: str, request: Request) -> ASGIApp:
        """Return what answers a program with a token: the application, or a refusal."""
        token = self._house.tokens.known(bearer)
        if token is None:
            return JSONResponse({"detail": "this token is not known"}, 401)
        if not may(token, request.method, request.url.path):
            return JSONResponse({"detail": "this token may not do this"}, 403)
        return self._app

    def _refused(self, request: Request, session: Session | None) -> Response | None:
        """Return the answer for somebody who may not come in, or None."""
        allowed = allowed_at(request.method, request.url.path, self._doors)
        if allowed.anybody or (request.url.path == METRICS and is_from_here(request)):
            return None
        if session is None:
            return _ask_who(request)
        if not allowed.roles & session.person.roles:
            return self._forbidden(request, "your role may not do this")
        if request.method not in SAFE and not _has_token(request, session):
            return JSONResponse({"detail": "the page is out of date: load it again"}, 403)
        return None


def is_from_here(request: Request) -> bool:
    """Tell whether a program of this computer asks, and not somebody behind a proxy on it."""
    here = request.client is not None and request.client.host in LOOPBACK
    return here and not any(name in request.headers for name in FORWARDED)


def _ask_who(request: Request) -> Response:
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if wants_page:
        back = quote(request.url.path, safe="/")
        return RedirectResponse(f"/login?next={back}", 303)
    return JSONResponse({"detail": "log in first"}, 401)


def _bearer(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def _has_token(request: Request, session: Session) -> bool:
    told = request.headers.get(CSRF_HEADER, "")
    return compare_digest(told.encode(), session.csrf.encode())


def session_of(request: Request) -> Session | None:
    """Return who sends a request; None where the table asks nobody for a name."""
    session: Session | None = getattr(request.state, "session", None)
    return session
