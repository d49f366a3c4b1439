"""A tournament's journal: its records as rows of the chained journal, read back after a restart."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from engine.faults import Fault, TableError
from engine.tournament_events import Event, Record, RowError, event_row, parse_event
from journal.read import JournalReader
from journal.rows import Versions
from journal.store import SqlJournal, utc_now

KIND = "tournament"
"""The kind of the rows."""


def read_records(path: Path) -> tuple[Record, ...]:
    """Return every record of a tournament, in order; the number is that of the row.

    Raises TableError that names the file: not there, no journal, damaged, no tournament in it.
    """
    reader = JournalReader(path)
    records: list[Record] = []
    try:
        while rows := reader.since(records[-1].number if records else 0, kinds=(KIND,)):
            records += [Record(row.seq, parse_event(row.content), row.wall) for row in rows]
    except RowError as error:
        raise TableError(Fault.JOURNAL_BROKEN, f"{path}: {error}") from error
    finally:
        reader.close()
    if not records:
        raise TableError(Fault.JOURNAL_BROKEN, f"{path} holds no tournament")
    return tuple(records)


class TournamentJournal:
    """The one writer of a tournament; a record that is kept is on the disk."""

    def __init__(
        self,
        path: Path,
        versions: Versions,
        *,
        begin: bool = False,
        wall_clock: Callable[[], datetime] = utc_now,
    ) -> None:
        """Open a tournament that is there, or begin one; raises TableError that names the file."""
        if begin and path.exists():
            raise TableError(Fault.JOURNAL_BROKEN, f"{path} is there already")
        if not begin and not path.is_file():
            raise TableError(Fault.JOURNAL_BROKEN, f"there is no tournament {path}")
        self._path = path
        self._clock = wall_clock
        self._journal = SqlJournal(path, versions, wall_clock)

    @property
    def records(self) -> tuple[Record, ...]:
        """Every record so far; raises TableError."""
        return read_records(self._path) if self._journal.last_seq else ()

    def keep(self, event: Event) -> int:
        """Keep a record for good and return its number; raises TableError."""
        seconds = self._clock().timestamp()
        return self._journal.record(KIND, seconds, event_row(event))

    def close(self) -> None:
        """Let go of the file."""
        self._journal.close()
