"""A tower light drawn in one line of a terminal."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.tower_light import Lamp, Mode

SHAPES = {Mode.ON: "●", Mode.BLINK: "◍", Mode.OFF: "○"}


def lamps_line(lamps: Mapping[Lamp, Mode]) -> str:
    """Draw the lamps from the top down; colour is never the only sign.

    >>> lamps_line({Lamp.RED: Mode.OFF, Lamp.YELLOW: Mode.BLINK, Lamp.GREEN: Mode.OFF})
    '○ red  ◍ YELLOW (blinks)  ○ green'
    """
    return "  ".join(_drawn(lamp, mode) for lamp, mode in lamps.items() if lamp is not Lamp.BUZZER)


def _drawn(lamp: Lamp, mode: Mode) -> str:
    name = lamp.name.lower() if mode is Mode.OFF else lamp.name
    return f"{SHAPES[mode]} {name}{' (blinks)' if mode is Mode.BLINK else ''}"
