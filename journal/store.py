"""The writing side of the journal: rows that are on the disk before they are acknowledged."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, select

from engine.entries import Entry
from engine.faults import Cause, Fault, TableError
from journal import database, personal
from journal.layout import PERSONAL, ROWS
from journal.place import Place
from journal.reserve import Reserve
from journal.rows import GENESIS, Row, Versions, draft, hash_of, seal
from journal.trouble import DATABASE_ERRORS, table_error

EntriesAfter = Callable[[int, str], Sequence[Entry]]
"""Rows that speak of the row before them, by its number and hash."""


def utc_now() -> datetime:
    """Return the time of day."""
    return datetime.now(UTC)


def fresh_salt() -> str:
    """Return a salt that nobody can guess."""
    return secrets.token_hex(16)


class SqlJournal:
    """The journal of one table; any thread may write, and people's programs beside the table's.

    A row that is acknowledged is on the disk. One that cannot be written (disk full, file
    locked) raises TableError, leaves the journal as it was, and may be recorded again later.
    """

    def __init__(
        self,
        place: Place,
        versions: Versions,
        wall_clock: Callable[[], datetime] = utc_now,
        *,
        alone: bool = True,
        reserve: Reserve | None = None,
    ) -> None:
        """Open a journal, or begin one; an old one goes on where it ended.

        One program at a time is the table that a journal is of, and opens it `alone`. Others add
        what people decide. A `reserve` is given up when the disk is full. Raises TableError that
        names the journal: in use, not a journal, of a later release, damaged, not writable.
        """
        self.path: Place = place.resolve() if isinstance(place, Path) else place
        self._versions, self._wall_clock = versions, wall_clock
        self._reserve = reserve
        self._guard = threading.Lock()
        self._tail: Row | None = None
        try:
            self._connection, self._lock = database.open_to_write(self.path, alone=alone)
        except (*DATABASE_ERRORS, OSError) as error:
            raise table_error(self.path, error) from error
        try:
            with self._connection.begin():
                self._tail = self._end()
        except DATABASE_ERRORS as error:
            self.close()
            raise table_error(self.path, error) from error
        except TableError:
            self.close()
            raise

    @property
    def last_seq(self) -> int:
        """Return the number of the last row that this program knows of; 0 for an empty journal."""
        return self._tail.seq if self._tail else 0

    def record(self, kind: str, taken_at: float, payload: dict[str, object]) -> int:
        """Keep one row for good and return its sequence number; raises TableError."""
        return self.record_all([Entry(kind, taken_at, payload)])[0]

    def record_all(self, entries: Sequence[Entry]) -> tuple[int, ...]:
        """Keep several rows with one wait for the disk, all or none; raises TableError."""
        return self._append(lambda _seq, _head: entries) if entries else ()

    def record_next(self, entry_after: Callable[[int, str], Entry]) -> int:
        """Keep a row that speaks of the row before it, by number and hash; raises TableError."""
        return self._append(lambda seq, head: (entry_after(seq, head),))[0]

    def forget(self, tokens: Sequence[str], erased: Entry) -> int:
        """Forget texts, and keep the row that says so; raises TableError."""
        (seq,) = self._append(
            lambda _seq, _head: (erased,),
            beside=lambda connection: personal.forget(connection, tokens),
        )
        try:
            database.forget(self._connection)
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error
        return seq

    def close(self) -> None:
        """Let go of the journal."""
        with self._guard:
            self._connection.close()
            if self._lock is not None:
                self._lock.release()

    def _append(
        self,
        entries_after: EntriesAfter,
        beside: Callable[[Connection], None] = lambda _connection: None,
    ) -> tuple[int, ...]:
        with self._guard:
            try:
                rows = self._kept(entries_after, beside)
            except TableError as error:
                is_full = error.fault is Fault.DISK_FULL
                if not is_full or self._reserve is None or not self._reserve.release():
                    raise
                rows = self._kept(entries_after, beside)
            self._tail = rows[-1]
            return tuple(row.seq for row in rows)

    def _kept(
        self, entries_after: EntriesAfter, beside: Callable[[Connection], None]
    ) -> tuple[Row, ...]:
        """Write rows and what goes with them, all or none; raises TableError."""
        try:
            with self._connection.begin():
                rows = self._written(entries_after)
                beside(self._connection)
        except DATABASE_ERRORS as error:
            raise table_error(self.path, error) from error
        return rows

    def _written(self, entries_after: EntriesAfter) -> tuple[Row, ...]:
        """Write rows behind whatever stands there now, and the texts that stand apart."""
        connection = self._connection
        database.wait_turn(connection, self.path)
        tail = self._end()
        seq, head = (tail.seq, tail.hash) if tail else (0, GENESIS)
        texts: list[personal.Told] = []
        rows = tuple(self._chained(entries_after(seq, head), seq, head, texts))
        connection.execute(ROWS.insert(), [asdict(row) for row in rows])
        if texts:
            connection.execute(PERSONAL.insert(), [asdict(told) for told in texts])
        database.note_end(connection, rows[-1].seq)
        return rows

    def _chained(
        self, entries: Sequence[Entry], seq: int, head: str, texts: list[personal.Told]
    ) -> Iterator[Row]:
        """Yield the rows that continue the chain."""
        wall = self._wall_clock()
        for entry in entries:
            marked = personal.marked(entry.kind, entry.payload)
            payload, told = personal.parted(marked, fresh_salt)
            texts += told
            fresh = draft(entry.kind, entry.taken_at, payload, wall, self._versions)
            row = seal(fresh, seq + 1, head)
            seq, head = row.seq, row.hash
            yield row

    def _end(self) -> Row | None:
        """Return the last row; raises TableError for an end that does not fit.

        Others may have added rows, but nobody can have changed the one that is known here.
        """
        connection = self._connection
        found = connection.execute(select(ROWS).order_by(ROWS.c.seq.desc()).limit(1)).first()
        tail = Row(*found) if found else None
        if tail is not None and tail == self._tail:
            return tail
        ends_at = database.highest_seq_given(connection)
        if (tail.seq if tail else 0) != ends_at or (tail and hash_of(tail) != tail.hash):
            told = f"the end of journal {self.path} was tampered with: verify it"
            cause = Cause("journal-tampered", str(self.path))
            raise TableError(Fault.JOURNAL_BROKEN, told, cause=cause)
        return tail
