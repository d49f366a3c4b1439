"""What the engine asks of the world around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine.cards import Card
from engine.moves import Move
from engine.signals import Signal


@dataclass(frozen=True, slots=True)
class Doubt:
    """The camera cannot tell: one question, and the moves that would explain what is seen."""

    question: str
    answers: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Misread:
    """A card that lies there was told by a wrong face; now the eye reads another one, surely.

    None now: it was never let go of, and was taken away again, so that it was no move.
    """

    was: Card
    now: Card | None


@dataclass(frozen=True, slots=True)
class Sighting:
    """A move read off the table.

    `taken_at` is the capture time of the frame that showed it, in seconds on the camera's clock;
    `probability` is how sure the reading is; a doubt means that no move was decided, and so does
    a card that was misread: it makes an earlier move another one.
    """

    move: Move | None
    taken_at: float
    frame: int
    probability: float = 1.0
    doubt: Doubt | None = None
    misread: Misread | None = None


class Indicator(Protocol):
    """What the dealer looks at."""

    def show(self, signal: Signal) -> None:
        """Show a signal until the next one; never blocks, never raises."""
        ...

    def close(self) -> None:
        """Put the light out and let go of the line."""
        ...


class Journal(Protocol):
    """Where everything that happened is kept."""

    def record(self, kind: str, taken_at: float, payload: dict[str, object]) -> int:
        """Keep one row for good and return its sequence number.

        Raises TableError (disk full, journal busy) when the row could not be kept.
        """
        ...
