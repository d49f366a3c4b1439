"""What a failing journal file means: one fault and one sentence that names the file."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from engine.faults import Cause, Fault, TableError
from journal.place import OnServer, Place

FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
SPARE_BYTES = 65_536
"""A disk with less than this is full: SQLite cannot even lengthen its shared index then."""

DATABASE_ERRORS = (DBAPIError, sqlite3.Error, UnicodeDecodeError)
"""What a bad file can raise; SQLite quotes damaged text in messages that are not UTF-8 then."""
DatabaseError = DBAPIError | sqlite3.Error | UnicodeDecodeError

SENTENCES = {
    "journal-full": (Fault.DISK_FULL, "the disk of journal {path} is full"),
    "journal-locked": (Fault.JOURNAL_BUSY, "journal {path} is locked by another program"),
    "journal-foreign": (Fault.JOURNAL_BROKEN, "{path} is not a journal"),
    "journal-damaged": (Fault.JOURNAL_BROKEN, "journal {path} is damaged"),
    "journal-closed": (Fault.JOURNAL_BROKEN, "journal {path} cannot be opened"),
    "journal-forbidden": (Fault.JOURNAL_BROKEN, "journal {path} may not be written"),
    "journal-failing": (Fault.JOURNAL_BROKEN, "the disk of journal {path} fails"),
    "journal-no-entry": (Fault.JOURNAL_BROKEN, "the server of journal {path} does not let us in"),
    "journal-nowhere": (Fault.JOURNAL_BROKEN, "the server of journal {path} has no such database"),
    "journal-absent": (
        Fault.JOURNAL_BROKEN,
        "there is no journal {path}, or it may not be written",
    ),
    "journal-kept": (Fault.JOURNAL_BROKEN, "journal {path} is append-only"),
    "journal-unreached": (Fault.JOURNAL_BROKEN, "the server of journal {path} cannot be reached"),
    "journal-in-use": (Fault.JOURNAL_BUSY, "journal {path} is in use by process {process}"),
    "journal-in-use-there": (
        Fault.JOURNAL_BUSY,
        "journal {path} is in use by process {process} of the server",
    ),
    "journal-later": (Fault.JOURNAL_BROKEN, "journal {path} is of a later release"),
    "journal-none": (Fault.JOURNAL_BROKEN, "there is no journal {path}"),
    "journal-no-game": (Fault.JOURNAL_BROKEN, "no game of {path} begins with row {row}"),
    "journal-no-copy": (Fault.JOURNAL_BROKEN, "{path} is no copy of that journal: row {row}"),
    "journal-breaks": (
        Fault.JOURNAL_BROKEN,
        "row {row} does not follow the row before it: verify the journal that goes to {path}",
    ),
    "tournament-none": (Fault.JOURNAL_BROKEN, "{path} holds no tournament"),
    "tournament-there": (Fault.JOURNAL_BROKEN, "{path} is there already"),
    "tournament-absent": (Fault.JOURNAL_BROKEN, "there is no tournament {path}"),
    "tournament-unreadable": (Fault.JOURNAL_BROKEN, "{path} holds a record that cannot be read"),
}
"""For the log; people read the cause of the same name in their own language."""

OF_SQLITE = {
    sqlite3.SQLITE_FULL: "journal-full",
    sqlite3.SQLITE_BUSY: "journal-locked",
    sqlite3.SQLITE_LOCKED: "journal-locked",
    sqlite3.SQLITE_NOTADB: "journal-foreign",
    sqlite3.SQLITE_CORRUPT: "journal-damaged",
    sqlite3.SQLITE_CANTOPEN: "journal-closed",
    sqlite3.SQLITE_READONLY: "journal-forbidden",
    sqlite3.SQLITE_IOERR: "journal-failing",
}

OF_SERVER = {
    "53": "journal-full",
    "55": "journal-locked",
    "28": "journal-no-entry",
    "3D": "journal-nowhere",
    "42": "journal-absent",
    "25": "journal-forbidden",
    "P0": "journal-kept",
    "": "journal-unreached",
}
"""By the class of PostgreSQL's code."""


def table_error(path: Place, error: DatabaseError | OSError) -> TableError:
    """Return the fault that an error of the database or of the system stands for."""
    if isinstance(path, OnServer):
        return _server_error(path, error)
    if isinstance(error, OSError):
        if error.errno in FULL_ERRNOS:
            return trouble("journal-full", path)
        return trouble("journal-closed", path, f": {error.strerror}")

    code = _code(error)
    if code == sqlite3.SQLITE_IOERR and _is_full(path):
        code = sqlite3.SQLITE_FULL
    return trouble(OF_SQLITE.get(code, "journal-damaged"), path)


def trouble(code: str, place: Place, more: str = "", **figures: int) -> TableError:
    """Return the fault of a code, about a journal; `more` is for the log."""
    fault, sentence = SENTENCES[code]
    detail = sentence.format(path=place, **figures) + more
    return TableError(fault, detail, tuple(figures.items()), Cause(code, str(place)))


def _server_error(place: OnServer, error: DatabaseError | OSError) -> TableError:
    """Return the fault that a server's error stands for; one without a code never got there."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(cause, "sqlstate", None) or ""
    return trouble(OF_SERVER.get(state[:2], OF_SERVER[""]), place)


def is_no_database(error: DatabaseError) -> bool:
    """Tell whether the file never was a database."""
    return _code(error) == sqlite3.SQLITE_NOTADB


def _code(error: DatabaseError) -> int:
    """Return SQLite's primary result code."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code: int = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF


def _is_full(path: Path) -> bool:
    room = os.statvfs(path.parent)
    return room.f_bavail * room.f_frsize < SPARE_BYTES
