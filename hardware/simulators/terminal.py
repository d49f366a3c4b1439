"""The far end of a serial line: a pseudo-terminal that can be unplugged and plugged in again."""

from __future__ import annotations

import os
import select
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

CHUNK_BYTES = 4096
TICK_S = 0.05


class Terminal:
    """A pseudo-terminal under a link that stays the same, as `/dev/serial/by-id` does.

    While plugged in, a thread hands every received chunk to `on_bytes`, and calls `on_tick` when
    nothing has come for a while.
    """

    def __init__(
        self, link: Path, on_bytes: Callable[[bytes], None], on_tick: Callable[[], None]
    ) -> None:
        """Name the link that clients open; `plug` makes it."""
        self.link = link
        self._on_bytes = on_bytes
        self._on_tick = on_tick
        self._plugged: _Plugged | None = None
        self.reads = threading.Event()
        self.reads.set()

    @property
    def is_plugged(self) -> bool:
        """Tell whether a client could open the link now."""
        return self._plugged is not None

    def plug(self) -> None:
        """Make a new terminal and let the link name it; an old link is replaced, a file never."""
        if self.link.exists() and not self.link.is_symlink():
            raise FileExistsError(f"{self.link} exists and is not a link")
        if self._plugged is None:
            self._plugged = _Plugged(self.link, self._on_bytes, self._on_tick, self.reads)

    def unplug(self) -> None:
        """Take link and terminal away, as pulling the plug does."""
        if self._plugged is not None:
            self._plugged.pull()
            self._plugged = None

    def write(self, data: bytes) -> None:
        """Send bytes to the client; what nobody reads is lost, as on any serial line."""
        if self._plugged is not None:
            self._plugged.write(data)


class _Plugged:
    """One life of a terminal, from plug to pull."""

    def __init__(
        self,
        link: Path,
        on_bytes: Callable[[bytes], None],
        on_tick: Callable[[], None],
        reads: threading.Event,
    ) -> None:
        self._link = link
        self._on_bytes = on_bytes
        self._on_tick = on_tick
        self._reads = reads
        self._near, self._far = os.openpty()
        self._stop_read, self._stop_write = os.pipe()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        _point(link, os.ttyname(self._far))
        self._thread = threading.Thread(target=self._read, name=f"terminal {link}", daemon=True)
        self._thread.start()

    def pull(self) -> None:
        self._link.unlink(missing_ok=True)
        os.close(self._stop_write)
        self._thread.join()
        for number in (self._near, self._far, self._stop_read):
            os.close(number)

    def write(self, data: bytes) -> None:
        with suppress(BlockingIOError):
            os.write(self._near, data)

    def _read(self) -> None:
        while True:
            watched = [self._stop_read, *([self._near] if self._reads.is_set() else [])]
            ready, _, _ = select.select(watched, [], [], TICK_S)
            if self._stop_read in ready:
                return
            if self._near in ready:
                self._on_bytes(os.read(self._near, CHUNK_BYTES))
            else:
                self._on_tick()


def _point(link: Path, target: str) -> None:
    """Let a symbolic link name a target, in one step."""
    fresh = link.with_name(f".{link.name}.{os.getpid()}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(target)
    fresh.replace(link)
