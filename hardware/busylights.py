"""USB busy lights (BlinkStick, blink(1), Luxafor, Kuando, ...) by busylight-core, an extra.

A single lamp has no places, so every signal has a rhythm of its own.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import cycle
from typing import Protocol

from engine.seats import Actor
from engine.signals import SeatSign, Signal
from hardware.line import Health, LineState, tell
from hardware.looks import BLACK, LOOKS, PHASES, Colour
from hardware.port import LineError, Trouble
from hardware.slot import Slot, Wanted

SCHEME = "busylight:"
REFRESH_S = 1.0
RETRY_S = 2.0

logger = logging.getLogger(__name__)


class Lamp(Protocol):
    """What we use of a device of busylight-core."""

    @property
    def name(self) -> str:
        """Return the name of the device."""
        ...

    def on(self, color: tuple[int, int, int]) -> None:
        """Light it in a colour; raises an exception when the device has gone."""
        ...

    def release(self) -> None:
        """Let go of the device."""
        ...


def find_lamp(name: str) -> Lamp:
    """Open the busy light whose name holds these words, or the first; raises LineError."""
    url = f"{SCHEME}{name}"
    try:
        from busylight_core import Light, NoLightsFoundError  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise LineError(url, Trouble.NO_EXTRA) from error
    try:
        lamp: Lamp = Light.first_light(
            predicate=lambda hardware: name.lower() in str(hardware.product_string).lower()
        )
    except NoLightsFoundError as error:
        raise LineError(url, Trouble.MISSING) from error
    except Exception as error:  # the library has many names for a device that cannot be had
        raise LineError(url, Trouble.BUSY) from error
    return lamp


def phases(signal: Signal) -> Iterator[tuple[Colour, float]]:
    """Yield the colours of a signal, over and over, and how long each stands."""
    look = LOOKS[signal]
    return cycle([(look.colour if lit else BLACK, s) for lit, s in PHASES[look.alone]])


class BusyLight:
    """An indicator that is a busy light; a thread of its own keeps its rhythm and finds it."""

    def __init__(
        self,
        name: str,
        slot: Slot,
        find: Callable[[str], Lamp] = find_lamp,
        on_health: Callable[[Health], None] | None = None,
    ) -> None:
        """Name the device; `start` looks for it."""
        self.name = name
        self._slot = slot
        self._find = find
        self._on_health = on_health
        self._health = Health(LineState.OPENING, time.monotonic())
        self._news = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name=f"{SCHEME}{name}", daemon=True)

    @property
    def health(self) -> Health:
        """Return how the device is now."""
        return self._health

    def start(self) -> None:
        """Begin to look for the device."""
        self._thread.start()

    def show(self, signal: Signal) -> None:
        """Show a signal until the next one; never blocks, never raises."""
        if self._slot.show(signal):
            self._news.set()

    def point(self, seats: Mapping[Actor, SeatSign]) -> None:
        """Show nothing: there is one lamp only."""

    def close(self) -> None:
        """Put the light out and let go of it."""
        self._closing = True
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._closing:
            try:
                lamp = self._find(self.name)
            except LineError as error:
                self._report(LineState.DOWN, error)
                self._news.wait(RETRY_S)
                continue
            self._report(LineState.UP)
            self._keep(lamp)

    def _keep(self, lamp: Lamp) -> None:
        """Keep the lamp in its rhythm until it has gone, or we are closed."""
        try:
            self._play(lamp)
            lamp.on(BLACK.rgb)
        except Exception as error:  # noqa: BLE001 - each kind of device fails in its own way
            logger.info("%s: %s", self.name, error)
            self._report(LineState.DOWN, LineError(f"{SCHEME}{self.name}", Trouble.GONE))
        finally:
            with suppress(Exception):
                lamp.release()

    def _play(self, lamp: Lamp) -> None:
        shown: Wanted | None = None
        steps: Iterator[tuple[Colour, float]] = iter(())
        while not self._closing:
            self._news.clear()
            wanted = self._slot.wanted(time.monotonic())
            seconds = REFRESH_S
            if wanted is not None:
                if wanted != shown:
                    shown, steps = wanted, phases(wanted.shown.signal)
                colour, seconds = next(steps)
                lamp.on(colour.rgb)
                self._slot.sent(wanted, time.monotonic())
            self._news.wait(min(seconds, REFRESH_S))

    def _report(self, state: LineState, error: LineError | None = None) -> None:
        if state is self._health.state:
            return
        trouble, detail = (error.trouble, error.detail) if error else (None, "")
        cause = error.cause if error else None
        self._health = Health(state, time.monotonic(), trouble, detail, cause)
        if self._on_health is not None:
            tell(self._on_health, self._health)
