"""What people tell the table from a page, and the queue that carries it to the watching thread."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum, unique
from threading import Lock
from typing import Annotated, Literal, Protocol

from pydantic import AfterValidator, Field

from dealer_ui.snapshot import CardName
from dealer_ui.tellings import Tell
from engine.deeds import Deed
from engine.seats import Actor
from engine.truths import TELLABLE


@unique
class ButtonName(StrEnum):
    """The dealer's four big buttons; the value is stored and translated."""

    BEATEN = "beaten"
    TAKES = "takes"
    CORRECTION = "correction"
    CALL_INSPECTOR = "call_inspector"


@dataclass(frozen=True, slots=True)
class Button:
    """The dealer pressed a big button."""

    name: ButtonName
    kind: Literal["button"] = "button"


@dataclass(frozen=True, slots=True)
class Answer:
    """The dealer answered a doubt; `choice` counts from 1, 0 says that none of them is right."""

    doubt: int
    choice: Annotated[int, Field(ge=0, le=9)]
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """The dealer has seen a prompt: it goes quiet, and stays until the table is right."""

    prompt: int
    kind: Literal["acknowledge"] = "acknowledge"


@dataclass(frozen=True, slots=True)
class LetGo:
    """The inspector lets a prompt go that holds the table; the flag stays for a ruling."""

    prompt: int
    by: Annotated[str, Field(min_length=1, max_length=60)]
    kind: Literal["let-go"] = "let-go"


@dataclass(frozen=True, slots=True)
class Pause:
    """Play pauses, or goes on: until then nobody's time is counted."""

    begins: bool
    kind: Literal["pause"] = "pause"


def _tellable(deed: Deed) -> Deed:
    if deed not in TELLABLE:
        raise ValueError(f"{deed}: no move is corrected into this kind")
    return deed


@dataclass(frozen=True, slots=True)
class Correct:
    """A person says what a move truly was; what is left out stays as it was read.

    `nothing` says that there was no move at all; whatever else is said then does not count.
    """

    move: Annotated[int, Field(ge=1, description="The number of the move")]
    nothing: bool = False
    deed: Annotated[Deed, AfterValidator(_tellable)] | None = None
    seat: Actor | None = None
    cards: Annotated[tuple[CardName, ...], Field(max_length=6)] | None = None
    on: CardName | None = None
    count: Annotated[int, Field(ge=1, le=36)] | None = None
    who: Literal["dealer", "inspector"] = "dealer"
    kind: Literal["correct"] = "correct"


Command = Button | Answer | Acknowledge | LetGo | Pause | Correct | Tell


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command that was taken in, with its number."""

    id: int
    command: Command


class CommandsFullError(Exception):
    """Nobody takes the commands: the table does not listen."""


class CommandSink(Protocol):
    """Where a page puts what people say."""

    def accept(self, command: Command) -> int:
        """Take a command in and return its number, from 1.

        Raises CommandsFullError when nobody takes the commands that came before.
        """
        ...


class CommandQueue:
    """A short queue between the page's threads and the watching thread."""

    def __init__(self, *, room: int = 32) -> None:
        """Hold at most so many commands that nobody has taken yet."""
        self._room = room
        self._waiting: deque[Accepted] = deque()
        self._lock = Lock()
        self._newest = 0

    def accept(self, command: Command) -> int:
        """Take a command in and return its number."""
        with self._lock:
            if len(self._waiting) >= self._room:
                raise CommandsFullError(f"{self._room} commands wait and nobody takes them")
            self._newest += 1
            self._waiting.append(Accepted(self._newest, command))
            return self._newest

    def waiting(self) -> int:
        """Return how many commands nobody has taken yet."""
        return len(self._waiting)

    def take(self) -> tuple[Accepted, ...]:
        """Take out everything that waits, the oldest first; never blocks."""
        with self._lock:
            taken = tuple(self._waiting)
            self._waiting.clear()
        return taken
