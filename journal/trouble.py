"""What a failing journal file means: one fault and one sentence that names the file."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from engine.faults import Fault, TableError
from journal.place import OnServer, Place

FULL_ERRNOS = frozenset({errno.ENOSPC, errno.EDQUOT})
SPARE_BYTES = 65_536
"""A disk with less than this is full: SQLite cannot even lengthen its shared index then."""

DATABASE_ERRORS = (DBAPIError, sqlite3.Error, UnicodeDecodeError)
"""What a bad file can raise; SQLite quotes damaged text in messages that are not UTF-8 then."""
DatabaseError = DBAPIError | sqlite3.Error | UnicodeDecodeError

SENTENCES = {
    sqlite3.SQLITE_FULL: (Fault.DISK_FULL, "the disk of journal {path} is full"),
    sqlite3.SQLITE_BUSY: (Fault.JOURNAL_BUSY, "journal {path} is locked by another program"),
    sqlite3.SQLITE_LOCKED: (Fault.JOURNAL_BUSY, "journal {path} is locked by another program"),
    sqlite3.SQLITE_NOTADB: (Fault.JOURNAL_BROKEN, "{path} is not a journal"),
    sqlite3.SQLITE_CORRUPT: (Fault.JOURNAL_BROKEN, "journal {path} is damaged"),
    sqlite3.SQLITE_CANTOPEN: (Fault.JOURNAL_BROKEN, "journal {path} cannot be opened"),
    sqlite3.SQLITE_READONLY: (Fault.JOURNAL_BROKEN, "journal {path} may not be written"),
    sqlite3.SQLITE_IOERR: (Fault.JOURNAL_BROKEN, "the disk of journal {path} fails"),
}


SERVER_SENTENCES = {
    "53": (Fault.DISK_FULL, "the disk of journal {path} is full"),
    "55": (Fault.JOURNAL_BUSY, "journal {path} is locked by another program"),
    "28": (Fault.JOURNAL_BROKEN, "the server of journal {path} does not let us in"),
    "3D": (Fault.JOURNAL_BROKEN, "the server of journal {path} has no such database"),
    "42": (Fault.JOURNAL_BROKEN, "there is no journal {path}, or it may not be written"),
    "25": (Fault.JOURNAL_BROKEN, "journal {path} may not be written"),
    "P0": (Fault.JOURNAL_BROKEN, "journal {path} is append-only"),
    "": (Fault.JOURNAL_BROKEN, "the server of journal {path} cannot be reached"),
}
"""By the class of PostgreSQL's code."""


def table_error(path: Place, error: DatabaseError | OSError) -> TableError:
    """Return the fault that an error of the database or of the system stands for."""
    if isinstance(path, OnServer):
        return _server_error(path, error)
    if isinstance(error, OSError):
        if error.errno in FULL_ERRNOS:
            return TableError(Fault.DISK_FULL, f"the disk of journal {path} is full")
        return TableError(
            Fault.JOURNAL_BROKEN, f"journal {path} cannot be opened: {error.strerror}"
        )

    code = _code(error)
    if code == sqlite3.SQLITE_IOERR and _is_full(path):
        code = sqlite3.SQLITE_FULL
    fault, sentence = SENTENCES.get(code, SENTENCES[sqlite3.SQLITE_CORRUPT])
    return TableError(fault, sentence.format(path=path))


def _server_error(place: OnServer, error: DatabaseError | OSError) -> TableError:
    """Return the fault that a server's error stands for; one without a code never got there."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    state = getattr(cause, "sqlstate", None) or ""
    fault, sentence = SERVER_SENTENCES.get(state[:2], SERVER_SENTENCES[""])
    return TableError(fault, sentence.format(path=place))


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
