"""Where the rows of one run go: the journal first, then the events file; the tally counts."""

from __future__ import annotations

import json
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from dealer_ui.console import Tally
from engine.entries import Entry
from engine.faults import Cause, Fault, TableError
from engine.ports import Journal
from journal.anchors import AnchoredJournal, signer_at
from journal.reserve import Reserve
from journal.rows import Versions
from journal.store import SqlJournal


class ChainedJournal(Protocol):
    """A journal that takes several rows at once."""

    def record_all(self, entries: Sequence[Entry]) -> tuple[int, ...]:
        """Keep rows, all or none; raises TableError."""
        ...


def open_journal(
    path: Path, versions: Versions, data: Path, reserve: Reserve | None = None
) -> AnchoredJournal:
    """Open a journal that this installation signs; raises TableError and OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return AnchoredJournal(SqlJournal(path, versions, reserve=reserve), signer_at(data))


class RunRecords:
    """The records of one run; a table may have no journal and no events file."""

    def __init__(
        self,
        tally: Tally,
        journal: ChainedJournal | None,
        events: Journal | None,
        reserve: Reserve | None = None,
        on_entry: Callable[[Entry], None] = lambda _entry: None,
    ) -> None:
        """Count in the tally, keep in the journal, write the lines of the events file.

        `reserve` is the room that the journal still has when its disk is full; `on_entry` hears
        of every row, before it is kept.
        """
        self._on_entry = on_entry
        self.reserve = reserve
        self._tally = tally
        self._journal = journal
        self._events = events
        self._unkept: deque[Entry] = deque()
        self._unwritten: deque[Entry] = deque()

    def keep(self, entries: Sequence[Entry]) -> None:
        """Keep rows for good; raises TableError when they have to wait for the next call."""
        for entry in entries:
            self._tally.record(entry.kind, entry.taken_at, entry.payload)
            self._on_entry(entry)
        if self._journal is not None:
            self._unkept.extend(entries)
        if self._events is not None:
            self._unwritten.extend(entries)

        try:
            self._keep_rows()
        finally:
            self._write_lines()

    def waiting(self) -> int:
        """Return how many rows could not be kept yet."""
        return len(self._unkept)

    def keep_aside(self, entries: Sequence[Entry]) -> None:
        """Keep rows that no happening of the line wrote; any thread may.

        Raises TableError where they cannot be kept now, also while rows of the line wait: what
        they speak of shall stand before them.
        """
        if self._unkept:
            told = "rows wait for the journal"
            raise TableError(Fault.DISK_FULL, told, cause=Cause("rows-wait", "journal"))
        if self._journal is not None:
            self._journal.record_all(entries)

    def _keep_rows(self) -> None:
        if self._journal is not None and self._unkept:
            self._journal.record_all(tuple(self._unkept))
            self._unkept.clear()

    def _write_lines(self) -> None:
        while self._events is not None and self._unwritten:
            entry = self._unwritten[0]
            self._events.record(entry.kind, entry.taken_at, entry.payload)
            self._unwritten.popleft()

    def rescue(self, folder: Path | None = None) -> tuple[int, Path | None]:
        """Write the rows that the journal could not keep into a file of their own.

        Returns their number and the file; no file when there are none, or nowhere to write to.
        """
        rows = tuple(self._unkept)
        if not rows:
            return 0, None
        lines = [
            json.dumps(
                {"t": r.taken_at, "kind": r.kind, **r.payload}, ensure_ascii=False, default=str
            )
            for r in rows
        ]
        try:
            with tempfile.NamedTemporaryFile(
                *("w", -1, "utf-8"),
                prefix="kozyr-unkept-",
                suffix=".jsonl",
                dir=folder,
                delete=False,
            ) as kept:
                kept.write("\n".join(lines) + "\n")
        except OSError:
            return len(rows), None
        return len(rows), Path(kept.name)
