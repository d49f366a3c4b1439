"""What people tell the table from a page, and the queue that carries it to the watching thread."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum, unique
from threading import Lock
from typing import Annotated, Literal, Protocol

from pydantic import Field


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


Command = Button | Answer | Acknowledge


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

    def take(self) -> tuple[Accepted, ...]:
        """Take out everything that waits, the oldest first; never blocks."""
        with self._lock:
            taken = tuple(self._waiting)
            self._waiting.clear()
        return taken
