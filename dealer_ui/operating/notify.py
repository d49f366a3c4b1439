"""Tells systemd that a program is ready and lives: a few bytes to a socket, or nothing at all."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from engine.standing import Standing

SOCKET = "NOTIFY_SOCKET"
BEAT_S = 1.0
"""Once a second is enough: a watchdog waits for many."""


class Notifier:
    """Whoever started the program, where it listens."""

    def __init__(self, address: str = "") -> None:
        """Tell it at this address; tell nobody where there is none."""
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    def tell(self, *lines: str) -> None:
        """Send lines such as READY=1; nobody waits, and nobody minds that it is not heard."""
        if not self._address:
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.settimeout(0)
            out.sendto("\n".join(lines).encode(), self._address)


class Heart:
    """Beats for as long as the line itself goes round: a line that hangs is started anew.

    It is a page like any other, so that nothing beats for the line in its place.
    """

    def __init__(self, notifier: Notifier, clock: Callable[[], float] = time.monotonic) -> None:
        """Beat at most once a second by the clock (seconds)."""
        self._notifier, self._clock = notifier, clock
        self._beat_at: float | None = None

    def publish(self, standing: Standing) -> None:
        """Beat: something was told, or the line rests and says that it lives."""
        del standing
        self.beat()

    def beat(self) -> None:
        """Say that the program lives; the first time, that it is ready."""
        now = self._clock()
        if self._beat_at is None:
            self._notifier.tell("READY=1", "WATCHDOG=1")
        elif now - self._beat_at < BEAT_S:
            return
        else:
            self._notifier.tell("WATCHDOG=1")
        self._beat_at = now

    def stop(self) -> None:
        """Say that the program ends by itself."""
        self._notifier.tell("STOPPING=1")


@contextmanager
def beating(environment: Mapping[str, str]) -> Iterator[Heart]:
    """Let a program beat for whoever started it, until it ends."""
    heart = heart_of(environment)
    try:
        yield heart
    finally:
        heart.stop()


def heart_of(environment: Mapping[str, str]) -> Heart:
    """Return what beats for whoever started this program."""
    return Heart(Notifier(environment.get(SOCKET, "")))
