"""Disk that is kept for the journal: when everything else is full, its rows still go on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

BYTES = 32 * 2**20
"""Room for some 30,000 rows: many evenings."""


class Reserve:
    """A file beside the journal that takes room, and gives it up when a row finds none."""

    def __init__(self, journal: Path, size: int = BYTES) -> None:
        """Take the room, if there is twice as much; one from before is taken over."""
        self.path = journal.with_name(f"{journal.name}.reserve")
        self._size = size
        self._is_held = self._is_there() or self._take()

    def release(self) -> bool:
        """Give the room up for the journal; tell whether there was any."""
        was_held, self._is_held = self._is_held, False
        with suppress(OSError):
            self.path.unlink(missing_ok=True)
        return was_held

    def is_held(self) -> bool:
        """Tell whether the room is kept; takes it again once there is twice as much."""
        if not self._is_held:
            self._is_held = self._take()
        return self._is_held

    def _is_there(self) -> bool:
        try:
            return self.path.stat().st_blocks * 512 >= self._size
        except OSError:
            return False

    def _take(self) -> bool:
        """Take the room on the disk itself: a file with a hole would keep none."""
        try:
            room = os.statvfs(self.path.parent)
            if room.f_bavail * room.f_frsize < 2 * self._size:
                return False
            with self.path.open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, self._size)
        except OSError:
            with suppress(OSError):
                self.path.unlink(missing_ok=True)
            return False
        return True
