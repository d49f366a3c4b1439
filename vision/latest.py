"""A place for one thing: what comes later replaces what nobody has taken yet."""

from __future__ import annotations

from threading import Condition
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class Latest(Generic[Thing]):
    """A queue of one between two threads."""

    def __init__(self) -> None:
        """Begin empty."""
        self._changed = Condition()
        self._held: list[Thing] = []
        self._last: list[Thing] = []

    def offer(self, thing: Thing) -> None:
        """Put a thing there, in place of one that was not taken."""
        with self._changed:
            self._held = [thing]
            self._changed.notify()

    def finish(self, last: Thing) -> None:
        """Say what everybody gets once the held thing has been taken."""
        with self._changed:
            self._last = [last]
            self._changed.notify_all()

    def take(self, timeout_s: float | None = None) -> Thing:
        """Wait for a thing and take it; raises TimeoutError when none comes in time."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._held or self._last, timeout_s):
                raise TimeoutError
            if self._held:
                return self._held.pop()
            return self._last[0]
