"""What we believe of a shoe: its events, set right by its heartbeats, which carry its whole state.

An event may be lost: the shoe was reset, or its memory was full while nobody listened. Its lid and
its jam are in every heartbeat; the cards of a gap in the numbers have left, whoever got them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.shoe import CardOut, Counted, Emptied, Jammed, LidMoved, ShoeNews
from hardware.shoe_words import (
    MISREAD,
    UNASKED,
    Flags,
    Kind,
    Pulse,
    face_of,
    seat_of,
)

NUMBERS = 256
MOST_MISSED = 100
"""A gap of more cards than this is no gap: the count has begun anew."""

NOTHING = Flags(0)
CONDITIONS: Mapping[Flags, Callable[[bool], ShoeNews]] = {
    Flags.LID_OPEN: LidMoved,
    Flags.JAMMED: Jammed,
    Flags.EMPTY: Emptied,
}
FLAGS = {Kind.LID: Flags.LID_OPEN, Kind.JAM: Flags.JAMMED, Kind.EMPTY: Flags.EMPTY}

QUIET_BEATS = 2
"""So many heartbeats without an event, and what they count more than was told is not told later."""


@dataclass(slots=True)
class Belief:
    """How the shoe stands as far as the table was told; each news is told once."""

    flags: Flags = NOTHING
    """Lid, jam and emptiness."""
    last: int | None = None
    """The number of the last card that was told; None before the first."""
    missed: int = 0
    """How many cards no event told of."""
    _boot: int | None = None
    _is_new: bool = False
    _quiet: int = 0
    _guessed: set[int] = field(default_factory=set)
    """Numbers of cards that the heartbeats counted; their events may still come, late."""

    def greeted(self, boot: int) -> None:
        """Note which life of the shoe answers; after a restart its count may begin anew."""
        self._is_new = self._boot is not None and boot != self._boot
        self._boot, self._quiet = boot, 0
        if self._is_new:
            self._guessed.clear()

    def told(self, kind: Kind, payload: bytes) -> Iterator[ShoeNews]:
        """Yield what an event means, and before it the cards that no event told of."""
        self._quiet = 0
        match kind, tuple(payload):
            case Kind.CARD_OUT, (number, seat, face, flags):
                yield from self._card(number, seat, face, flags)
            case Kind.LID | Kind.JAM | Kind.EMPTY, (holds,):
                flag = FLAGS[kind]
                yield from self._stand(flag if holds else NOTHING, flag)
            case Kind.COUNT, (out, _left):
                yield Counted(out)
            case _:
                return

    def felt(self, pulse: Pulse) -> Iterator[ShoeNews]:
        """Yield what a heartbeat says and no event has told."""
        yield from self._stand(pulse.flags, ~NOTHING)
        self._quiet += 1
        if self._quiet >= QUIET_BEATS:
            guessed = tuple(self._up_to(pulse.out))
            self._guessed.update(card.number for card in guessed)
            yield from guessed

    def _card(self, number: int, seat: int, face: int, flags: int) -> Iterator[ShoeNews]:
        if number in self._guessed:
            self._guessed.remove(number)
            return  # the heartbeats' count was quicker: the card is on the table already
        yield from self._up_to((number - 1) % NUMBERS)
        self.last = number
        self._guessed.clear()  # events come in order: those before this one will not come any more
        card = None if face == MISREAD else face_of(face)
        yield CardOut(number, seat_of(seat), card, bool(flags & UNASKED))

    def _up_to(self, out: int) -> Iterator[CardOut]:
        """Yield the cards that have left and that nobody told of, up to a number."""
        is_new_count = self._is_new and self.last is not None and out < self.last
        gap = 0 if self.last is None or is_new_count else (out - self.last) % NUMBERS
        self._is_new = False
        for missed in range(gap if gap <= MOST_MISSED else 0):
            self.missed += 1
            yield CardOut((out - gap + missed + 1) % NUMBERS)
        self.last = out

    def _stand(self, flags: Flags, about: Flags) -> Iterator[ShoeNews]:
        """Yield what has changed of the conditions that somebody spoke about."""
        for flag, news in CONDITIONS.items():
            if flag & about & (flags ^ self.flags):
                self.flags ^= flag
                yield news(bool(flags & flag))
