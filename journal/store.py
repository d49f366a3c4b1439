"""The writing side of the journal: rows that are on the disk before they are acknowledged."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, select

from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.database import ROWS, create, highest_seq_given, prepare, writing_engine
from journal.lock import WriterLock
from journal.rows import GENESIS, Row, Versions, draft, hash_of, seal
from journal.trouble import DATABASE_ERRORS, table_error


def utc_now() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


class SqlJournal:
    """The journal of one table in one file; any thread may write.

    A row that is acknowledged is on the disk. One that cannot be written (disk full, file
    locked) raises TableError, leaves the file as it was, and may be recorded again later.
    """

    def __init__(
        self, path: Path, versions: Versions, wall_clock: Callable[[], datetime] = utc_now
    ) -> None:
        """Open a journal, or begin one; an old one goes on where it ended.

        Raises TableError that names the file: in use, not a journal, damaged, not writable.
        """
        self.path = path.resolve()
        self._versions = versions
        self._wall_clock = wall_clock
        self._guard = threading.Lock()
        try:
            self._lock = WriterLock(self.path)
        except OSError as error:
            raise table_error(self.path, error) from error
        try:
            self._connection, self._tail = _resume(self.path)
        except DATABASE_ERRORS as error:
            self._lock.release()
            raise table_error(self.path, error) from error
        except TableError:
            self._lock.release()
            raise

    @property
    def last_seq(self) -> int:
        """Return the number of the last row on the disk; 0 for an empty journal."""
        return self._tail.seq if self._tail else 0

    def record(self, kind: str, taken_at: float, payload: dict[str, object]) -> int:
        """Keep one row for good and return its sequence number; raises TableError."""
        return self.record_all([Entry(kind, taken_at, payload)])[0]

    def record_all(self, entries: Sequence[Entry]) -> tuple[int, ...]:
        """Keep several rows with one wait for the disk, all or none; raises TableError."""
        with self._guard:
            wall = self._wall_clock()
            rows = tuple(self._chained(entries, wall))
            if rows:
                self._write(rows)
                self._tail = rows[-1]
            return tuple(row.seq for row in rows)

    def record_next(self, entry_after: Callable[[int, str], Entry]) -> int:
        """Keep a row that speaks of the row before it, by number and hash; raises TableError."""
        with self._guard:
            seq, head = (self._tail.seq, self._tail.hash) if self._tail else (0, GENESIS)
            rows = tuple(self._chained((entry_after(seq, head),), self._wall_clock()))
            self._write(rows)
            self._tail = rows[-1]
            return self._tail.seq

    def close(self) -> None:
        """Let go of the file."""
        with self._guard:
            self._connection.close()
            self._lock.release()

    def _chained(self, entries: Sequence[Entry], wall: datetime) -> Iterator[Row]:
        """Yield the rows that continue the chain."""
        seq, prev_hash = (self._tail.seq, self._tail.hash) if self._tail else (0, GENESIS)
        for entry in entries:
            fresh = draft(entry.kind, entry.taken_at, entry.payload, wall, self._versions)
            row = seal(fresh, seq + 1, prev_hash)
            seq, prev_hash = row.seq, row.hash
            yield row

    def _write(self, rows: Sequence[Row]) -> None:
        try:
            with self._connection.begin():
                self._connection.execute(ROWS.insert(), [asdict(row) for row in rows])
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error


def _resume(path: Path) -> tuple[Connection, Row | None]:
    """Open the database and find the row to go on from.

    Raises DBAPIError or sqlite3.Error, and TableError for an end that does not fit.
    """
    if not prepare(path):
        raise TableError(Fault.JOURNAL_BROKEN, f"{path} is not a journal")
    connection = writing_engine(path).connect()
    with connection.begin():
        create(connection)
        found = connection.execute(select(ROWS).order_by(ROWS.c.seq.desc()).limit(1)).first()
        tail = Row(**found._mapping) if found else None  # noqa: SLF001 (SQLAlchemy's public name)
        ends_at = highest_seq_given(connection)

    if (tail.seq if tail else 0) != ends_at or (tail and hash_of(tail) != tail.hash):
        connection.close()
        raise TableError(
            Fault.JOURNAL_BROKEN, f"the end of journal {path} was tampered with: verify it"
        )
    return connection, tail
