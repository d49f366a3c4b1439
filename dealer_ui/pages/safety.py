"""What keeps a page harmless: nothing foreign is loaded, nobody else's page sends commands."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

from fastapi import FastAPI, HTTPException, Request, status
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dealer_ui.prompts import Language

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


LANGUAGE_KEPT = "Max-Age=31536000; Path=/; SameSite=strict; HttpOnly"


def _chosen_language(scope: Scope) -> str:
    """Return the language that a page was asked for, so that the next ones are in it too."""
    asked = parse_qs(scope["query_string"].decode("latin-1")).get("lang", [""])
    is_read = scope["method"] == "GET"
    return asked[-1] if is_read and asked[-1] in set(Language) else ""


class SafeHeaders:
    """Puts the headers on every answer; a stream passes through unbuffered."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/static/"):
                    headers.setdefault("Cache-Control", "no-cache")
                elif chosen := _chosen_language(scope):
                    headers.append("Set-Cookie", f"lang={chosen}; {LANGUAGE_KEPT}")
            await send(message)

        await self._app(scope, receive, send_safely if scope["type"] == "http" else send)


def refuse_in_words(app: FastAPI) -> None:
    """Answer what makes no sense with where and why, never with what was sent.

    It may be a password; and half a character, which JSON can say, no answer can repeat.
    """

    async def unfit(request: Request, error: Exception) -> JSONResponse:
        del request
        told = error.errors() if isinstance(error, RequestValidationError) else ()
        kept = [{name: one[name] for name in ("loc", "msg", "type")} for one in told]
        words = json.dumps({"detail": kept or "this is no text"}).encode("ascii", "replace")
        return JSONResponse(json.loads(words), status.HTTP_422_UNPROCESSABLE_CONTENT)

    app.add_exception_handler(RequestValidationError, unfit)
    app.add_exception_handler(UnicodeEncodeError, unfit)


def same_origin(request: Request) -> None:
    """Refuse a command that comes from another site's page, or from none that says so.

    Raises HTTPException 403; integrators will get tokens instead.
    """
    origin = request.headers.get("origin", "")
    if urlsplit(origin).netloc != request.headers.get("host") or not origin:
        raise HTTPException(status.HTTP_403_FORBIDDEN, "commands come from this table's own page")
