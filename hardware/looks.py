"""How signals look: told apart by place and rhythm first, by colour only besides.

One man in twelve confuses red with green, so no two signals differ by colour alone: on a tower by
place or rhythm, on a single lamp by rhythm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.seats import Actor
from engine.signals import SeatSign, Signal


@unique
class Place(StrEnum):
    """A lamp of a tower, from the top down; the value names it in register maps."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


@unique
class Rhythm(StrEnum):
    """How a lamp is lit in the course of time."""

    STEADY = "steady"
    BLINK = "blink"
    SLOW = "slow"
    DOUBLE = "double"
    FAST = "fast"
    BLIP = "blip"


PHASES: Mapping[Rhythm, tuple[tuple[bool, float], ...]] = {
    Rhythm.STEADY: ((True, 1.0),),
    Rhythm.BLINK: ((True, 0.5), (False, 0.5)),
    Rhythm.SLOW: ((True, 1.5), (False, 1.5)),
    Rhythm.DOUBLE: ((True, 0.15), (False, 0.15), (True, 0.15), (False, 1.0)),
    Rhythm.FAST: ((True, 0.15), (False, 0.15)),
    Rhythm.BLIP: ((True, 0.1), (False, 1.9)),
}
"""Lit or dark, and for how many seconds, over and over; below 4 Hz, for the sake of epileptics."""


@dataclass(frozen=True, slots=True)
class Colour:
    """Red, green and blue, each 0 to 255."""

    red: int
    green: int
    blue: int

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Return the three numbers."""
        return self.red, self.green, self.blue


RED, YELLOW, GREEN = Colour(255, 0, 0), Colour(255, 160, 0), Colour(0, 200, 40)
WHITE, BLACK = Colour(255, 255, 255), Colour(0, 0, 0)

COLOURS: Mapping[Place, Colour] = {
    Place.TOP: RED,
    Place.MIDDLE: YELLOW,
    Place.BOTTOM: GREEN,
}


@dataclass(frozen=True, slots=True)
class Look:
    """A signal: where on a tower and in which rhythm; `alone` is the rhythm of a single lamp."""

    place: Place
    rhythm: Rhythm
    alone: Rhythm

    @property
    def colour(self) -> Colour:
        """Return the colour of the place."""
        return COLOURS[self.place]


LOOKS: Mapping[Signal, Look] = {
    Signal.CLEAR: Look(Place.BOTTOM, Rhythm.STEADY, Rhythm.STEADY),
    Signal.WAITING: Look(Place.BOTTOM, Rhythm.BLINK, Rhythm.SLOW),
    Signal.DOUBT: Look(Place.MIDDLE, Rhythm.STEADY, Rhythm.DOUBLE),
    Signal.STOP: Look(Place.TOP, Rhythm.STEADY, Rhythm.FAST),
    Signal.FAULT: Look(Place.MIDDLE, Rhythm.BLINK, Rhythm.BLIP),
}
"""One lamp for each signal; dark is no signal at all."""

SEAT_LOOKS: Mapping[SeatSign, tuple[Colour, Rhythm]] = {
    SeatSign.TURN: (WHITE, Rhythm.STEADY),
    SeatSign.STOP: (RED, Rhythm.FAST),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything that a light shows at one time."""

    signal: Signal
    seats: tuple[tuple[Actor, SeatSign], ...] = ()
    buzzes: bool = False
    """A short tone as the signal begins."""


@dataclass(frozen=True, slots=True)
class Step:
    """Bytes, and for how many seconds they stand before the next."""

    data: bytes
    seconds: float


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What brings a light into a state and keeps it there: an opening, then a cycle for ever."""

    cycle: tuple[Step, ...]
    opening: tuple[Step, ...] = ()
