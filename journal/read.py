"""The reading side of the journal: beside a writer, without holding it up."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from sqlalchemy import func, select

from engine.faults import Fault, TableError
from journal.database import ROWS, reading_engine
from journal.rows import Row
from journal.trouble import DATABASE_ERRORS, table_error


class JournalReader:
    """Reads one journal file; each thread takes a reader of its own."""

    def __init__(self, path: Path) -> None:
        """Open a journal that exists; raises TableError that names the file."""
        self.path = path.resolve()
        if not self.path.is_file():
            raise TableError(Fault.JOURNAL_BROKEN, f"there is no journal {path}")
        try:
            self._connection = reading_engine(self.path).connect()
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def since(
        self, seq: int = 0, kinds: Collection[str] = (), limit: int = 1000
    ) -> tuple[Row, ...]:
        """Return the next rows after a sequence number, of some kinds or of all.

        Raises TableError.
        """
        query = select(ROWS).where(ROWS.c.seq > seq).order_by(ROWS.c.seq).limit(limit)
        if kinds:
            query = query.where(ROWS.c.kind.in_(kinds))
        try:
            with self._connection.begin():
                return tuple(Row(*found) for found in self._connection.execute(query))
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def last_seq(self) -> int:
        """Return the number of the last row, 0 for an empty journal; raises TableError."""
        try:
            with self._connection.begin():
                return self._connection.execute(select(func.max(ROWS.c.seq))).scalar() or 0
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()


def read_rows(path: Path, kinds: Collection[str] = ()) -> tuple[Row, ...]:
    """Return every row of a journal, of some kinds or of all; raises TableError."""
    reader = JournalReader(path)
    rows: list[Row] = []
    try:
        while page := reader.since(rows[-1].seq if rows else 0, kinds):
            rows += page
    finally:
        reader.close()
    return tuple(rows)
