"""A journal on a PostgreSQL server: how it is opened, and what only PostgreSQL knows of it."""

from __future__ import annotations

from zlib import crc32

from sqlalchemy import Connection, Engine, NullPool, create_engine, func, inspect, select, text
from sqlalchemy.schema import CreateSchema

from journal.layout import END
from journal.place import OnServer
from journal.trouble import trouble

WRITES, APPENDS = 1, 2
"""Locks of a journal: held by its table for as long as it runs; by whoever appends, at a time."""
APPLICATION = "kozyr"
CONNECT_S = 5


def writing_engine(place: OnServer) -> Engine:
    """Return an engine whose commits are on the server's disk when they return."""
    return _engine(place, "synchronous_commit=on")


def reading_engine(place: OnServer) -> Engine:
    """Return an engine that cannot change anything, and sees one state for a whole transaction."""
    settings = (
        "default_transaction_read_only=on",
        "default_transaction_isolation=repeatable\\ read",
    )
    return _engine(place, *settings)


def prepare(connection: Connection, place: OnServer) -> None:
    """Give the journal its schema, if it has none yet."""
    if not inspect(connection).has_schema(place.name):
        connection.execute(CreateSchema(place.name, if_not_exists=True))


def take_lock(connection: Connection, place: OnServer) -> None:
    """Keep others from writing until the connection ends; raises TableError(JOURNAL_BUSY)."""
    key = _key(place)
    if connection.execute(select(func.pg_try_advisory_lock(key, WRITES))).scalar():
        return
    holder = connection.execute(
        text(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = :k AND objid = :w"
        ),
        {"k": key, "w": WRITES},
    ).scalar()
    if holder is None:
        raise trouble("journal-locked", place)
    raise trouble("journal-in-use-there", place, process=int(holder))


def wait_turn(connection: Connection, place: OnServer) -> None:
    """Let nobody else append until the transaction is over."""
    connection.execute(select(func.pg_advisory_xact_lock(_key(place), APPENDS)))


def is_ours(connection: Connection) -> bool:
    """Tell whether there is a journal in the schema."""
    return inspect(connection).has_table(END.name)


def highest_seq_given(connection: Connection) -> int:
    """Return the highest sequence number that was ever written, removed or not."""
    return connection.execute(select(END.c.seq)).scalar() or 0


def note_end(connection: Connection, seq: int) -> None:
    """Remember the highest number that was given."""
    connection.execute(END.update().values(seq=seq))


def guards_present(connection: Connection) -> set[str]:
    """Return the names of the triggers that are there and not switched off."""
    names = connection.execute(
        text(
            "SELECT tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " WHERE relnamespace = current_schema()::regnamespace AND tgenabled = 'O'"
        )
    )
    return set(names.scalars())


def _key(place: OnServer) -> int:
    """Return a number for the journal that every program comes to."""
    return crc32(place.name.encode()) & 0x7FFFFFFF


def _engine(place: OnServer, *settings: str) -> Engine:
    paths = (f'search_path="{place.name}"', *settings)
    return create_engine(
        place.url,
        poolclass=NullPool,
        connect_args={
            "options": " ".join(f"-c {one}" for one in paths),
            "application_name": APPLICATION,
            "connect_timeout": CONNECT_S,
        },
    )
