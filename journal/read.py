"""The reading side of the journal: beside a writer, without holding it up."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Select, func, select

from journal import database, personal
from journal.layout import ROWS
from journal.place import Place
from journal.rows import Row
from journal.trouble import DATABASE_ERRORS, table_error, trouble


class JournalReader:
    """Reads one journal; each thread takes a reader of its own."""

    def __init__(self, place: Place) -> None:
        """Open a journal that exists; raises TableError that names it."""
        self.path: Place = place.resolve() if isinstance(place, Path) else place
        if not database.is_there(self.path):
            raise trouble("journal-none", place)
        try:
            self._connection = database.open_to_read(self.path)
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
        return self._found(query)

    def back(self, kinds: Collection[str], before: int | None, limit: int) -> tuple[Row, ...]:
        """Return the last rows of some kinds, or the last before a number, the newest first.

        Raises TableError.
        """
        query = select(ROWS).where(ROWS.c.kind.in_(kinds))
        if before is not None:
            query = query.where(ROWS.c.seq < before)
        return self._found(query.order_by(ROWS.c.seq.desc()).limit(limit))

    def span(self, first: int, end: int | None) -> tuple[Row, ...]:
        """Return the rows from a number on, and before another one; raises TableError."""
        query = select(ROWS).where(ROWS.c.seq >= first).order_by(ROWS.c.seq)
        return self._found(query if end is None else query.where(ROWS.c.seq < end))

    def pages(self, seq: int = 0, kinds: Collection[str] = ()) -> Iterator[Row]:
        """Yield all rows after a sequence number; raises TableError."""
        while page := self.since(seq, kinds):
            yield from page
            seq = page[-1].seq

    def _found(self, query: Select[Any]) -> tuple[Row, ...]:
        try:
            with self._connection.begin():
                return tuple(Row(*found) for found in self._connection.execute(query))
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def version(self) -> int:
        """Return a number that is another one as soon as anybody else has written to this file.

        It is asked of SQLite itself, and costs a thirtieth of asking for rows; raises TableError.
        """
        try:
            asked = self._connection.connection.cursor()
            asked.execute("PRAGMA data_version")
            (version,) = asked.fetchone() or (0,)
            return int(version)
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def last_seq(self) -> int:
        """Return the number of the last row, 0 for an empty journal; raises TableError."""
        try:
            with self._connection.begin():
                return self._connection.execute(select(func.max(ROWS.c.seq))).scalar() or 0
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def texts(self) -> dict[str, str]:
        """Return the texts that stand apart from the chain, by their tokens; raises TableError."""
        try:
            with self._connection.begin():
                return personal.texts_in(self._connection)
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def kept_texts(self) -> list[dict[str, str]]:
        """Return these texts as they are kept, with their salts, for a copy; raises TableError."""
        try:
            with self._connection.begin():
                return personal.kept_in(self._connection)
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error

    def close(self) -> None:
        """Let go of the journal."""
        self._connection.close()


def read_rows(place: Place, kinds: Collection[str] = ()) -> tuple[Row, ...]:
    """Return every row of a journal, of some kinds or of all; raises TableError."""
    reader = JournalReader(place)
    try:
        return tuple(reader.pages(0, kinds))
    finally:
        reader.close()


def read_texts(place: Place) -> dict[str, str]:
    """Return the texts that stand apart from the chain, by their tokens; raises TableError."""
    reader = JournalReader(place)
    try:
        return reader.texts()
    finally:
        reader.close()
