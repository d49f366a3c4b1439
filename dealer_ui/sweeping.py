"""Removes evidence whose time is over while a table is watched: at the start, then every day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import Protocol

from engine.entries import Entry
from engine.faults import TableError

DAY_S = 86_400.0
AGAIN_S = 5.0
"""Rows that could not be kept are tried again after so long."""


class Keeping(Protocol):
    """Where rows go; any thread may write them."""

    def keep_aside(self, entries: Sequence[Entry]) -> None:
        """Keep rows for good; raises TableError, and then they were not kept."""
        ...


class Sweeper:
    """A thread of its own that sweeps every so often, and leaves a row of what went."""

    def __init__(
        self, sweep: Callable[[], Sequence[Entry]], records: Keeping, every_s: float = DAY_S
    ) -> None:
        """Begin; `sweep` removes what is too old and returns the rows that say so."""
        self._sweep, self._records, self._every_s = sweep, records, every_s
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="sweeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End; rows that wait are tried once more."""
        self._stopping.set()
        self._thread.join(timeout=AGAIN_S)

    def _run(self) -> None:
        is_over = False
        while not is_over:
            try:
                rows = tuple(self._sweep())
            except (OSError, TableError):
                rows = ()  # a disk or a journal that is not there now: the next day removes it
            self._keep(rows)
            is_over = self._stopping.wait(self._every_s)

    def _keep(self, rows: Sequence[Entry]) -> None:
        is_last = False
        while rows:
            try:
                self._records.keep_aside(rows)
            except TableError:
                if is_last:
                    return
                is_last = self._stopping.wait(AGAIN_S)
            else:
                return
