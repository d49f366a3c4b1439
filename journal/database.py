"""The journal's database: its table, the triggers that keep it append-only, how it is opened."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import (
    DDL,
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    NullPool,
    String,
    Table,
    Text,
    create_engine,
    event,
)
from sqlalchemy.schema import ExecutableDDLElement

APPLICATION_ID = 0x4B6F7A79
"""Says `Kozy` in the header of an SQLite file, so that another database is not taken for ours."""
BUSY_S = 5.0

METADATA = MetaData()

ROWS = Table(
    "journal",
    METADATA,
    Column("seq", Integer, primary_key=True),
    Column("taken_ns", BigInteger, nullable=False),
    Column("wall", String(40), nullable=False),
    Column("kind", String(40), nullable=False, index=True),
    Column("payload", Text, nullable=False),
    Column("software", Text, nullable=False),
    Column("models", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("prev_hash", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    sqlite_autoincrement=True,  # SQLite then remembers the highest number ever given
)

REFUSAL = "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
NOT_THE_NEXT = "NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM journal)"
GUARDS = {
    "journal_no_update": f"CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal {REFUSAL}",
    "journal_no_delete": f"CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal {REFUSAL}",
    "journal_next_only": (
        f"CREATE TRIGGER journal_next_only BEFORE INSERT ON journal WHEN {NOT_THE_NEXT} {REFUSAL}"
    ),
}
"""The third guards against INSERT OR REPLACE, which deletes without asking the second."""

for guard in GUARDS.values():
    layout: ExecutableDDLElement = DDL(guard)  # type: ignore[no-untyped-call] # is so upstream
    event.listen(ROWS, "after_create", layout.execute_if(dialect="sqlite"))


def writing_engine(path: Path) -> Engine:
    """Return an engine whose commits are on the disk when they return."""
    return _engine(path, "rw", "PRAGMA synchronous = FULL", begin="BEGIN IMMEDIATE")


def reading_engine(path: Path, *, lenient: bool = False) -> Engine:
    """Return an engine that cannot change the file, and reads beside a writer.

    A lenient one reads text that is not UTF-8 too, so that it can be found wrong.
    """
    engine = _engine(path, _reading_mode(path), "PRAGMA query_only = ON", begin="BEGIN")
    if lenient:

        @event.listens_for(engine, "connect")
        def take_any_text(connection: sqlite3.Connection, record: object) -> None:
            del record
            connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")

    return engine


def _reading_mode(path: Path) -> str:
    """Return how to open for reading; on a read-only medium SQLite cannot lay out its index."""
    has_log = path.with_name(f"{path.name}-wal").exists()
    return "ro" if has_log or os.access(path.parent, os.W_OK) else "ro&immutable=1"


def is_ours(connection: Connection) -> bool:
    """Tell whether the file was made as a journal."""
    return connection.exec_driver_sql("PRAGMA application_id").scalar() == APPLICATION_ID


def prepare(path: Path) -> bool:
    """Make a file ready to be written ahead of; tell whether it is (or can become) a journal.

    Another database, and what is no database, stays untouched. Raises sqlite3.Error.
    """
    with closing(sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application != APPLICATION_ID and things:
            return False
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        return bool(mode == "wal")


def create(connection: Connection) -> None:
    """Lay out a journal, all or nothing; one that is there stays."""
    METADATA.create_all(connection)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")


def highest_seq_given(connection: Connection) -> int:
    """Return the highest sequence number that was ever written, removed or not."""
    known = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
    return known.scalar() or 0


def guards_present(connection: Connection) -> set[str]:
    """Return the names of the triggers that are there."""
    names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    return set(names.scalars())


def _engine(path: Path, mode: str, *pragmas: str, begin: str) -> Engine:
    """Return an engine of one connection that begins its transactions itself.

    Python's driver would begin them late, and leave the layout of the table outside of them.
    """

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=BUSY_S,
            isolation_level=None,
            check_same_thread=False,
        )
        for pragma in pragmas:
            connection.execute(pragma)
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
