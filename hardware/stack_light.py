"""The USB stack light SL60USB2 and its like: frames of four bytes with a checksum, no reply."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, unique

from hardware.looks import LOOKS, Outgoing, Place, Rhythm, Shown, Step
from hardware.telling import Words

HEADER = 0xA0
FLASH = 0x11
"""What a flashing lamp adds to the checksum: `A0 01 01 A2` is steady red, `A0 01 01 B3` flashes."""

REFRESH_S = 1.0
FLASH_REFRESH_S = 5.0
BUZZ_S = 0.3


@unique
class Lamp(IntEnum):
    """A lamp by its number in a frame."""

    RED = 0x01
    GREEN = 0x02
    YELLOW = 0x03
    BUZZER = 0x04


LAMPS: Mapping[Place, Lamp] = {
    Place.TOP: Lamp.RED,
    Place.MIDDLE: Lamp.YELLOW,
    Place.BOTTOM: Lamp.GREEN,
}


def frame(lamp: Lamp, *, lit: bool, flashes: bool = False) -> bytes:
    """Return the frame that lights a lamp, lets it flash, or puts it out.

    >>> frame(Lamp.RED, lit=True).hex(" "), frame(Lamp.GREEN, lit=True, flashes=True).hex(" ")
    ('a0 01 01 a2', 'a0 02 01 b4')
    """
    body = (HEADER, lamp, int(lit))
    return bytes((*body, (sum(body) + (FLASH if flashes else 0)) & 0xFF))


def encode(lamp: Lamp | None, *, flashes: bool = False, buzzes: bool = False) -> bytes:
    """Return the frames that leave one lamp lit, or none; the others are put out first."""
    dark = [other for other in Lamp if other is not lamp and not (buzzes and other is Lamp.BUZZER)]
    frames = [frame(other, lit=False) for other in dark]
    if lamp is not None:
        frames.append(frame(lamp, lit=True, flashes=flashes))
    if buzzes:
        frames.append(frame(Lamp.BUZZER, lit=True))
    return b"".join(frames)


def outgoing(shown: Shown) -> Outgoing:
    """Return the frames of a state, sent again every second, or every five while it flashes."""
    look = LOOKS[shown.signal]
    lamp, flashes = LAMPS[look.place], look.rhythm is Rhythm.BLINK
    tone = (Step(encode(lamp, flashes=flashes, buzzes=True), BUZZ_S),) if shown.buzzes else ()
    refresh_s = FLASH_REFRESH_S if flashes else REFRESH_S
    return Outgoing((Step(encode(lamp, flashes=flashes), refresh_s),), opening=tone)


WORDS = Words(outgoing, dark=encode(None))
