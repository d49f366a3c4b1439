"""Our end of a line to a light that never answers: the state is told again and again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain, cycle

from hardware.looks import Outgoing, Shown, Step
from hardware.slot import Slot, Wanted


@dataclass(frozen=True, slots=True)
class Words:
    """How a kind of light is spoken to: the bytes of a state, and those that put it out."""

    outgoing: Callable[[Shown], Outgoing]
    dark: bytes


@dataclass(slots=True)
class Telling:
    """Tells a light what to show, at once when that is new, and in its rhythm ever after."""

    slot: Slot
    words: Words
    is_up: bool = True
    answers: bool = False
    about: str = ""
    confirmed: Wanted | None = None
    _wanted: Wanted | None = None
    _opened: int = -1
    _steps: Iterator[Step] = field(default_factory=lambda: iter(()))
    _due: float = 0.0

    def begin(self, now: float) -> None:
        """Forget what was told: whoever listens now may have been elsewhere."""
        self._wanted, self._due = None, now

    def receive(self, data: bytes, now: float) -> None:
        """Pay no heed: this kind of light has nothing to say."""

    def send(self, now: float) -> bytes:
        """Return a new state at once, the next step of an old one when it is due."""
        wanted = self.slot.wanted(now)
        if wanted is None:
            return b""
        if wanted != self._wanted:
            self._wanted = wanted
            self._steps = self._beginning(wanted)
        elif now < self._due:
            return b""
        step = next(self._steps)
        self._due = now + step.seconds
        return step.data

    def sent(self, now: float) -> None:
        """Tell the slot that its state is out."""
        if self._wanted is not None:
            self.slot.sent(self._wanted, now)

    def due(self) -> float:
        """Return when the next step is due."""
        return self._due if self._wanted is not None else float("inf")

    def farewell(self) -> bytes:
        """Return what puts the light out."""
        return self.words.dark

    def _beginning(self, wanted: Wanted) -> Iterator[Step]:
        """Yield the steps of a state; after a reconnection no tone is sounded once more."""
        outgoing = self.words.outgoing(wanted.shown)
        is_new, self._opened = wanted.number != self._opened, wanted.number
        return chain(outgoing.opening if is_new else (), cycle(outgoing.cycle))
