"""What a line asks of whoever speaks to the device at its far end: no port, no thread, no clock."""

from __future__ import annotations

from typing import Protocol

from hardware.port import Trouble


class MisbehavedError(Exception):
    """The far end does not do what it should; the line is given up and opened anew."""

    def __init__(self, trouble: Trouble) -> None:
        """Name the trouble."""
        super().__init__(str(trouble))
        self.trouble = trouble


class Endpoint(Protocol):
    """Our end of a conversation with one device; times are monotonic seconds.

    A line calls it from its own thread only, in this order: `begin` after every opening; then over
    and over `receive`, `send`, `sent`, `due`; at the very end `farewell`.
    """

    @property
    def is_up(self) -> bool:
        """Tell whether the far end has answered; one that never answers is up when opened."""
        ...

    @property
    def answers(self) -> bool:
        """Tell whether this kind of device says anything."""
        ...

    @property
    def about(self) -> str:
        """Return what the device tells about itself, for the technician."""
        ...

    def begin(self, now: float) -> None:
        """Begin anew: the port was opened, and nobody knows what the far end remembers."""
        ...

    def receive(self, data: bytes, now: float) -> None:
        """Take in what came; raises MisbehavedError."""
        ...

    def send(self, now: float) -> bytes:
        """Return what is to be sent now, often nothing; raises MisbehavedError."""
        ...

    def sent(self, now: float) -> None:
        """Note that the system has taken the last byte of what `send` returned."""
        ...

    def due(self) -> float:
        """Return when `send` has something to say, unless something comes in before."""
        ...

    def farewell(self) -> bytes:
        """Return the last bytes before the port is closed."""
        ...
