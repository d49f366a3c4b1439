"""What fails while an answer is made, told in the reader's language, as a page if one was wanted.

A page or a form says for itself what it refuses. What it cannot mend (the journal's disk, weights
that are gone, a file that may not be written) passes through to here and is answered with 503.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exception_handlers import http_exception_handler
from fastapi.requests import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from jinja2 import Environment
from starlette.exceptions import HTTPException

from dealer_ui.endings import about
from dealer_ui.pages.desk import language_of
from dealer_ui.prompts import Catalogue, Language
from engine.faults import Cause, TableError
from engine.house import RulesError
from engine.row_reading import RowError

logger = logging.getLogger(__name__)

BROKEN = HTTPStatus.SERVICE_UNAVAILABLE
TITLES = {HTTPStatus.FORBIDDEN: "forbidden", HTTPStatus.NOT_FOUND: "absent"}
"""What the page says that comes instead; of everything else it says that it failed."""


def tell_failures(app: FastAPI, templates: Environment) -> None:
    """Let an application answer what fails in it."""

    def failed(request: Request, error: Exception) -> Response:
        logger.error("%s %s: %s", request.method, request.url.path, error)
        words = _words(request)
        return _answer(request, BROKEN, _why(words, error), templates)

    async def refused(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException) or not wants_page(request):
            return await http_exception_handler(request, error)  # type: ignore[arg-type]
        return _answer(request, HTTPStatus(error.status_code), "", templates)

    for fault in (TableError, OSError, RowError, RulesError):
        app.add_exception_handler(fault, failed)
    app.add_exception_handler(HTTPException, refused)


def forbidden_page(templates: Environment) -> Callable[[Request, str], Response]:
    """Return what tells a person on a page, and a program in a word, that a door is not theirs."""

    def forbidden(request: Request, why: str) -> Response:
        if not wants_page(request):
            return JSONResponse({"detail": why}, HTTPStatus.FORBIDDEN)
        return _answer(request, HTTPStatus.FORBIDDEN, "", templates)

    return forbidden


def wants_page(request: Request) -> bool:
    """Tell whether a person waits for a page, not a program or a script for an answer."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def _words(request: Request) -> Catalogue:
    return Catalogue.load(language_of(request, request.query_params.get("lang", "")))


def _why(words: Catalogue, error: Exception) -> str:
    """Say what is broken; what has no words of its own yet is told as the log has it."""
    match error:
        case TableError(cause=Cause() as cause, figures=figures):
            return words.cause(cause, figures)
        case TableError(detail=detail):
            return detail
        case RowError():
            return words.cause(Cause("journal-row", str(error)))
        case RulesError():
            return words.cause(Cause("rules-wrong", about(error).said(words)))
        case OSError(filename=name):
            return words.cause(Cause("file-failing", str(name or error)))
        case _:
            return str(error)


def _answer(request: Request, status: HTTPStatus, why: str, templates: Environment) -> Response:
    if not wants_page(request):
        return JSONResponse({"detail": why}, status)
    words = _words(request)
    title = words.text(f"page.{TITLES.get(status, 'failed')}")
    page = templates.get_template("failed.html").render(
        words=words, languages=tuple(Language), name=title, why=why
    )
    return HTMLResponse(page, status, headers={"Cache-Control": "no-store"})
