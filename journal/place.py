"""Where a journal is kept: in a file beside its table, or on a PostgreSQL server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from engine.faults import Cause, CausedError

SCHEMES = ("postgresql://", "postgres://")
NAME = re.compile(r"[a-z][a-z0-9_-]{0,62}")


@dataclass(frozen=True, slots=True)
class OnServer:
    """A journal on a server: a schema of its own, so that rights are given table by table."""

    url: URL
    name: str

    def __str__(self) -> str:
        """Name it where people read: without the password."""
        return f"{self.url.render_as_string(hide_password=True)}?journal={self.name}"


Place = Path | OnServer


def evidence_folder(place: Place) -> Path:
    """Return where the evidence of a journal lies: beside its file, or where one stands."""
    if isinstance(place, OnServer):
        return Path(f"{place.name}.evidence").resolve()
    return place.resolve().with_suffix(".evidence")


def place_of(text: str) -> Place:
    """Read a place: a path, or ``postgresql://user@host/database?journal=table-7``.

    Raises ValueError that says what is missing.

    >>> str(place_of("postgresql://floor:secret@db/kozyr?journal=table-7"))
    'postgresql+psycopg://floor:***@db/kozyr?journal=table-7'
    """
    if not text.startswith(SCHEMES):
        return Path(text)
    try:
        url = make_url(text.replace("postgres://", "postgresql://", 1))
    except (ArgumentError, ValueError) as error:  # the latter of a port that is no number
        raise CausedError(f"{text}: no address of a server", Cause("place-wrong", text)) from error
    name = url.query.get("journal", "")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        told = "name the journal on the server: …?journal=table-7 (a-z, 0-9, - and _)"
        raise CausedError(told, Cause("place-unnamed", text))
    url = url.difference_update_query(["journal"])
    return OnServer(url.set(drivername="postgresql+psycopg"), name)
