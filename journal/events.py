"""The events file: one JSON line for each journal row, for scorers and integrators."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from engine.faults import Cause, Fault, TableError
from journal.trouble import FULL_ERRNOS


class EventsFile:
    """A journal that writes lines: camera time `t`, `kind`, and what the row says.

    `lines_schema.json` beside this module describes them. It holds only what was seen in one
    run, has no chain, and is no proof of anything: that is what the database is for.
    """

    def __init__(self, path: Path) -> None:
        """Begin the file anew; raises TableError that names it."""
        self.path = path
        self._lines = 0
        self._whole_bytes = 0
        try:
            self._number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        except OSError as error:
            raise self._table_error(error) from error

    def record(self, kind: str, taken_at: float, payload: dict[str, object]) -> int:
        """Hand one line to the operating system and return its number; raises TableError."""
        line = {"t": round(taken_at, 4), "kind": kind, **payload}
        text = json.dumps(line, ensure_ascii=False, allow_nan=False, default=str) + "\n"
        try:
            self._write(text.encode())
        except OSError as error:
            self._drop_half_line()
            raise self._table_error(error) from error

        self._lines += 1
        return self._lines

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._number)

    def _write(self, line: bytes) -> None:
        rest = memoryview(line)
        while rest:
            rest = rest[os.write(self._number, rest) :]
        self._whole_bytes += len(line)

    def _drop_half_line(self) -> None:
        """Keep the file whole, so that the line can be written again later."""
        with suppress(OSError):  # a pipe has nothing to cut
            os.ftruncate(self._number, self._whole_bytes)
            os.lseek(self._number, self._whole_bytes, os.SEEK_SET)

    def _table_error(self, error: OSError) -> TableError:
        if error.errno in FULL_ERRNOS:
            cause = Cause("events-full", str(self.path))
            told = f"the disk of events file {self.path} is full"
            return TableError(Fault.DISK_FULL, told, cause=cause)
        cause = Cause("events-failing", str(self.path))
        told = f"events file {self.path} cannot be written: {error.strerror}"
        return TableError(Fault.JOURNAL_BROKEN, told, cause=cause)
