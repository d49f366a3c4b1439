"""A journal in a file of SQLite: how it is opened, and what only SQLite knows of it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine, NullPool, create_engine, event

APPLICATION_ID = 0x4B6F7A79
"""Says `Kozy` in the header of an SQLite file, so that another database is not taken for ours."""
BUSY_S = 5.0


def writing_engine(path: Path) -> Engine:
    """Return an engine whose commits are on the disk when they return.

    What is deleted is overwritten: only what people may have forgotten is ever deleted.
    """
    pragmas = ("PRAGMA synchronous = FULL", "PRAGMA secure_delete = ON")
    return _engine(path, "rw", *pragmas, begin="BEGIN IMMEDIATE")


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


def highest_seq_given(connection: Connection) -> int:
    """Return the highest sequence number that was ever written, removed or not."""
    known = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = 'journal'")
    return known.scalar() or 0


def guards_present(connection: Connection) -> set[str]:
    """Return the names of the triggers that are there."""
    names = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    return set(names.scalars())


def damage(connection: Connection) -> str:
    """Say what is wrong with the structure of the file; nothing where all is well."""
    structure = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
    if structure != "ok":
        return f"the file is damaged: {structure}"
    (_, _, name) = connection.exec_driver_sql("PRAGMA database_list").all()[0]
    page = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    log = Path(f"{name}-wal")
    is_settled = not log.exists() or log.stat().st_size == 0
    is_cut = is_settled and Path(name).stat().st_size % page != 0
    return "the file is damaged: its end was cut off" if is_cut else ""


def forget(connection: Connection) -> None:
    """Let nothing that was deleted stay in the log; one that is read just now is cut later."""
    raw = connection.connection.driver_connection  # SQLAlchemy would begin a transaction first
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()  # type: ignore[union-attr]


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
