"""A tournament's journal: its records as rows of the chained journal, read back after a restart."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path

from engine.rows import Row as Payload
from engine.tournament_events import Event, Record, RowError, event_row, parse_event
from journal.personal import FORGOTTEN, Personal, told
from journal.read import JournalReader, read_rows, read_texts
from journal.rows import Row, Versions
from journal.store import SqlJournal, utc_now
from journal.trouble import trouble

KIND = "tournament"
"""The kind of the rows."""
NAMED = frozenset({"who", "order", "resting", "first", "second", "winner", "names", "by", "why"})
"""The fields that hold names, or words about people: they stand apart from the chain."""
TELLING = 8
"""So many figures of a token tell forgotten people apart: a bracket is read by its names."""


def read_records(path: Path) -> tuple[Record, ...]:
    """Return every record of a tournament, in order; the number is that of the row.

    Raises TableError that names the file: not there, no journal, damaged, no tournament in it.
    """
    reader = JournalReader(path)
    try:
        rows = told(reader.pages(0, (KIND,)), reader.texts(), stand_in)
        records = [Record(row.seq, parse_event(row.content), row.wall) for row in rows]
    except RowError as error:
        raise trouble("tournament-unreadable", path, f": {error}") from error
    finally:
        reader.close()
    if not records:
        raise trouble("tournament-none", path)
    return tuple(records)


def stand_in(token: str) -> str:
    """Return what a forgotten person is called: always the same, so that the bracket stays whole.

    >>> stand_in("3f9a01c57b")
    '— 3f9a01c5'
    """
    return f"{FORGOTTEN} {token[:TELLING]}"


def _apart(row: Payload, before: Iterable[Row], texts: Mapping[str, str]) -> Payload:
    """Return the row of an event with its names marked, each by the token that it has already.

    A name that an earlier release wrote into the rows themselves stays as it is there: one person
    must not have two names.
    """
    tokens = {text: token for token, text in texts.items()}
    plain = "".join(one.payload for one in before)

    def marked(value: object) -> object:
        match value:
            case str() if value and json.dumps(value, ensure_ascii=False) not in plain:
                return Personal(value, tokens.get(value, ""))
            case list() | tuple():
                return [marked(one) for one in value]
            case _:
                return value

    return {name: marked(value) if name in NAMED else value for name, value in row.items()}


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
            raise trouble("tournament-there", path)
        if not begin and not path.is_file():
            raise trouble("tournament-absent", path)
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
        rows, texts = read_rows(self._path, (KIND,)), read_texts(self._path)
        return self._journal.record(KIND, seconds, _apart(event_row(event), rows, texts))

    def close(self) -> None:
        """Let go of the file."""
        self._journal.close()
