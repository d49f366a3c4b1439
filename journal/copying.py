"""A journal copied as it is: to another file as a backup, to a server as the floor's record of it.

Rows keep their numbers and hashes. A copy that has a part of them already gets the rest, so
copying again and again is following, and what was cut off goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from sqlalchemy import select

from journal import database
from journal.layout import PERSONAL, ROWS
from journal.place import Place
from journal.read import JournalReader
from journal.rows import GENESIS, Row, hash_of
from journal.trouble import DATABASE_ERRORS, table_error, trouble

PAGE_ROWS = 5000


@dataclass(frozen=True, slots=True)
class Copied:
    """How many rows were copied, and how many the copy has now."""

    rows: int
    of: int


def copy(source: Place, target: Place) -> Copied:
    """Copy what a journal has and its copy has not; raises TableError.

    Refuses a copy whose last row is not that row of the source, and a source whose chain breaks.
    """
    reader = JournalReader(source)
    try:
        with _Copy(target) as copied:
            copied.check_same(reader)
            before = copied.seq
            while page := reader.since(copied.seq, limit=PAGE_ROWS):
                copied.add(page)
            copied.take_texts(reader.kept_texts())  # after the rows that name them
            return Copied(copied.seq - before, copied.seq)
    except DATABASE_ERRORS as error:
        raise table_error(target, error) from error
    finally:
        reader.close()


class _Copy:
    """The journal that is copied to, held for as long as it takes."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._connection, self._lock = database.open_to_write(place, alone=True)
        with self._connection.begin():
            last = select(ROWS.c.seq, ROWS.c.hash).order_by(ROWS.c.seq.desc()).limit(1)
            found = self._connection.execute(last).first()
        self.seq, self.head = (0, GENESIS) if found is None else (int(found[0]), str(found[1]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def check_same(self, reader: JournalReader) -> None:
        """Check that the last row here is the source's row of that number."""
        if self.seq == 0:
            return
        rows = reader.since(self.seq - 1, limit=1)
        if not rows or (rows[0].seq, rows[0].hash) != (self.seq, self.head):
            raise trouble("journal-no-copy", self._place, row=self.seq)

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows that continue the chain, all or none."""
        for row in rows:
            if (row.seq, row.prev_hash) != (self.seq + 1, self.head) or hash_of(row) != row.hash:
                raise trouble("journal-breaks", self._place, row=row.seq)
            self.seq, self.head = row.seq, row.hash
        with self._connection.begin():
            self._connection.execute(ROWS.insert(), [as_values(row) for row in rows])
            database.note_end(self._connection, self.seq)

    def take_texts(self, texts: Sequence[dict[str, str]]) -> None:
        """Keep the texts that the source knows, and forget those that it has forgotten."""
        with self._connection.begin():
            known = set(self._connection.execute(select(PERSONAL.c.token)).scalars())
            wanted = {one["token"] for one in texts}
            if gone := known - wanted:
                self._connection.execute(PERSONAL.delete().where(PERSONAL.c.token.in_(gone)))
            if fresh := [one for one in texts if one["token"] not in known]:
                self._connection.execute(PERSONAL.insert(), fresh)
        database.forget(self._connection)


def as_values(row: Row) -> dict[str, object]:
    """Return a row as its columns."""
    return {name: getattr(row, name) for name in Row.__slots__}
