"""One writer for each journal file."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from journal.trouble import trouble


class WriterLock:
    """A lock beside the journal; the operating system drops it when its process dies.

    It is a file of its own, because closing any handle of the database file itself would drop
    SQLite's own locks on it.
    """

    def __init__(self, journal: Path) -> None:
        """Take the lock; raises TableError(JOURNAL_BUSY) that names journal and process."""
        path = journal.with_name(f"{journal.name}.lock")
        self._number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            owner = os.read(self._number, 20).decode(errors="replace").strip()
            os.close(self._number)
            if not owner.isdecimal():
                raise trouble("journal-locked", journal) from None
            raise trouble("journal-in-use", journal, process=int(owner)) from None

        self._is_held = True
        with suppress(OSError):  # a full disk has no room for the name; the lock holds without it
            os.ftruncate(self._number, 0)
            os.pwrite(self._number, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Let another process write; the empty file stays, since removing it would race."""
        if self._is_held:
            self._is_held = False
            os.ftruncate(self._number, 0)
            os.close(self._number)
