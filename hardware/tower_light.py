"""The Adafruit USB tower light with buzzer (product 5125): one byte a command, no reply."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum, unique
from functools import partial

from engine.signals import Signal
from hardware.last_will import LastWill
from hardware.line import Line, Outgoing
from hardware.port import DEFAULT_SETTINGS, LineError, Port


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


LIT: Mapping[Signal, Mapping[Lamp, Mode]] = {
    Signal.CLEAR: {Lamp.GREEN: Mode.ON},
    Signal.WAITING: {Lamp.GREEN: Mode.BLINK},
    Signal.DOUBT: {Lamp.YELLOW: Mode.ON},
    Signal.STOP: {Lamp.RED: Mode.ON},
    Signal.FAULT: {Lamp.YELLOW: Mode.BLINK},
}
"""One lamp for each signal, told apart by position and rhythm; dark is no signal at all."""

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


ALL_OFF = encode({})
LAST_WILL = encode(LIT[Signal.FAULT])
"""What the tower shall show when the program has died: never a green that nobody stands for."""


class TowerLight:
    """An indicator that is a tower light at the end of a line."""

    def __init__(
        self,
        line: Line,
        on_sent: Callable[[Signal, float], None] | None = None,
        *,
        buzzes: bool = False,
        will: LastWill | None = None,
    ) -> None:
        """Drive the light at the far end of a started line; `will` is revoked when it is closed.

        `on_sent` hears, from the line's thread, when (monotonic seconds) the last byte of a
        signal was handed to the operating system.
        """
        self._line = line
        self._will = will
        self._outgoing = {
            signal: _outgoing(signal, on_sent, buzzes=buzzes and signal is Signal.STOP)
            for signal in Signal
        }

    def show(self, signal: Signal) -> None:
        """Show a signal until the next one; never blocks, never raises.

        The same signal again sends nothing, but tells that whoever shows it is alive: a line
        with a stale time falls back to the fault signal when nobody does.
        """
        self._line.put(self._outgoing[signal], otherwise=self._outgoing[Signal.FAULT])

    def close(self) -> None:
        """Put the light out and let go of the line."""
        if self._will is not None:
            self._will.revoke()
        self._line.close(farewell=ALL_OFF)


class NoLight:
    """The indicator of a table that has no light."""

    def show(self, signal: Signal) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Let go of nothing."""


@dataclass(frozen=True, slots=True)
class LightStep:
    """One step of a light's self-test: the signal that shall be seen (None: dark), its bytes."""

    signal: Signal | None
    sent: bytes


def light_test(url: str, pause: Callable[[float], None] = time.sleep) -> Iterator[LightStep]:
    """Walk a light through every signal, one a step, and leave it dark; raises LineError.

    Whoever asks for the next step decides how long each one stays; `pause` waits out the time
    that the board needs after opening.
    """
    port = Port(url)
    try:
        pause(DEFAULT_SETTINGS.settle_s)
        for signal in (Signal.CLEAR, Signal.WAITING, Signal.DOUBT, Signal.STOP, Signal.FAULT):
            yield _step(port, signal, encode(LIT[signal]))
        yield _step(port, None, ALL_OFF)
    finally:
        with suppress(LineError):
            port.write(ALL_OFF)
        port.close()


def _step(port: Port, signal: Signal | None, data: bytes) -> LightStep:
    port.drain()
    port.write(data)
    return LightStep(signal, data)


def _outgoing(
    signal: Signal, on_sent: Callable[[Signal, float], None] | None, *, buzzes: bool
) -> Outgoing:
    lit = LIT[signal]
    blinks = Mode.BLINK in lit.values()
    return Outgoing(
        steady=encode(lit),
        refresh_s=BLINK_REFRESH_S if blinks else STEADY_REFRESH_S,
        opening=encode({**lit, Lamp.BUZZER: Mode.ON}) if buzzes else b"",
        opening_s=BUZZ_S,
        on_sent=partial(on_sent, signal) if on_sent else None,
    )
