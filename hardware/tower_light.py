"""The Adafruit USB tower light with buzzer (product 5125): one byte a command, no reply."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, unique

from engine.signals import Signal
from hardware.looks import LOOKS, Outgoing, Place, Rhythm, Shown, Step
from hardware.telling import Words


@unique
class Lamp(IntEnum):
    """A lamp, from the top of the tower down; the value is its bit in the low half of a byte."""

    RED = 0x01
    YELLOW = 0x02
    GREEN = 0x04
    BUZZER = 0x08


@unique
class Mode(IntEnum):
    """What a lamp does; the value is the high half of the byte."""

    ON = 0x10
    OFF = 0x20
    BLINK = 0x40


LAMPS: Mapping[Place, Lamp] = {
    Place.TOP: Lamp.RED,
    Place.MIDDLE: Lamp.YELLOW,
    Place.BOTTOM: Lamp.GREEN,
}
MODES = {Rhythm.STEADY: Mode.ON, Rhythm.BLINK: Mode.BLINK}

LIT: Mapping[Signal, Mapping[Lamp, Mode]] = {
    signal: {LAMPS[look.place]: MODES[look.rhythm]} for signal, look in LOOKS.items()
}

STEADY_REFRESH_S = 1.0
BLINK_REFRESH_S = 5.0
"""A blink command may begin the rhythm anew: sent every second it could look steady."""
BUZZ_S = 0.3


def encode(lit: Mapping[Lamp, Mode]) -> bytes:
    """Return the bytes that bring all lamps into a state.

    Lamps latch on their own, so the others are put out, and first: a line that dies half-way
    leaves the tower dark, not in the wrong colour.

    >>> encode({Lamp.RED: Mode.ON}).hex(" ")
    '22 24 28 11'
    """
    dark = [Mode.OFF | lamp for lamp in Lamp if lamp not in lit]
    return bytes([*dark, *(mode | lamp for lamp, mode in lit.items())])


def outgoing(shown: Shown) -> Outgoing:
    """Return the bytes of a state, sent again every second, or every five while it blinks."""
    lit = LIT[shown.signal]
    refresh_s = BLINK_REFRESH_S if Mode.BLINK in lit.values() else STEADY_REFRESH_S
    tone = (Step(encode({**lit, Lamp.BUZZER: Mode.ON}), BUZZ_S),) if shown.buzzes else ()
    return Outgoing((Step(encode(lit), refresh_s),), opening=tone)


WORDS = Words(outgoing, dark=encode({}))
