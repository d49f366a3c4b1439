"""A journal's database, wherever it is kept: opened, laid out, asked about its end and guards."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from journal import server, sqlite
from journal.lock import WriterLock
from journal.migrating import migrate
from journal.place import OnServer, Place
from journal.trouble import trouble


def open_to_write(place: Place, *, alone: bool) -> tuple[Connection, WriterLock | None]:
    """Open a journal of the newest layout; `alone` keeps others from being its table.

    Raises TableError, DBAPIError, sqlite3.Error and OSError.
    """
    if isinstance(place, OnServer):
        return _open_server(place, alone=alone), None
    lock = WriterLock(place) if alone else None
    try:
        return _open_file(place), lock
    except BaseException:
        if lock is not None:
            lock.release()
        raise


def open_to_read(place: Place, *, lenient: bool = False) -> Connection:
    """Open a journal that cannot be changed by this connection; raises DBAPIError."""
    if isinstance(place, OnServer):
        return server.reading_engine(place).connect()
    return sqlite.reading_engine(place, lenient=lenient).connect()


def is_there(place: Place) -> bool:
    """Tell whether there is anything to be opened; of a server only opening it tells."""
    return isinstance(place, OnServer) or place.is_file()


def wait_turn(connection: Connection, place: Place) -> None:
    """Let nobody else append until the transaction is over; a file is held from its begin on."""
    if isinstance(place, OnServer):
        server.wait_turn(connection, place)


def note_end(connection: Connection, seq: int) -> None:
    """Remember the highest number that was given, where the database does not by itself."""
    if _is_server(connection):
        server.note_end(connection, seq)


def forget(connection: Connection) -> None:
    """Let nothing that was deleted stay in the file's log; a server sweeps by itself."""
    if not _is_server(connection):
        sqlite.forget(connection)


def is_ours(connection: Connection) -> bool:
    """Tell whether this was made as a journal."""
    return server.is_ours(connection) if _is_server(connection) else sqlite.is_ours(connection)


def highest_seq_given(connection: Connection) -> int:
    """Return the highest sequence number that was ever written, removed or not."""
    if _is_server(connection):
        return server.highest_seq_given(connection)
    return sqlite.highest_seq_given(connection)


def guards_present(connection: Connection) -> set[str]:
    """Return the names of the triggers that are there."""
    if _is_server(connection):
        return server.guards_present(connection)
    return sqlite.guards_present(connection)


def damage(connection: Connection) -> str:
    """Say what is wrong beneath the rows; a server looks after its own files."""
    return "" if _is_server(connection) else sqlite.damage(connection)


def _is_server(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"


def _open_server(place: OnServer, *, alone: bool) -> Connection:
    connection = server.writing_engine(place).connect()
    try:
        with connection.begin():
            if alone:
                server.take_lock(connection, place)
            server.wait_turn(connection, place)
            server.prepare(connection, place)
            migrate(connection, place)
    except BaseException:
        connection.close()
        raise
    return connection


def _open_file(path: Path) -> Connection:
    if not sqlite.prepare(path):
        raise trouble("journal-foreign", path)
    connection = sqlite.writing_engine(path).connect()
    try:
        with connection.begin():
            migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection
