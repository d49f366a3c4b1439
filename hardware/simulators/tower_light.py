"""A simulated tower light: decodes the bytes, shows what its lamps do, fails on demand."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from hardware.simulators.terminal import Terminal
from hardware.tower_light import Lamp, Mode

GARBLED_BIT = 0x80
MODES = {mode.value: mode for mode in Mode}


class TowerLightPeer:
    """A tower light behind a real terminal; safe to ask from any thread."""

    def __init__(self, link: Path | str, clock: Callable[[], float] = time.monotonic) -> None:
        """Name the link under which the light will be found; times are the clock's seconds."""
        self._clock = clock
        self._terminal = Terminal(Path(link), self._take)
        self._news = threading.Condition()
        self._lamps = dict.fromkeys(Lamp, Mode.OFF)
        self._received: list[tuple[float, int]] = []
        self._to_garble = 0
        self._delay_s = 0.0
        self._hasty = threading.Event()

    def start(self) -> Self:
        """Plug the light in; its lamps are dark."""
        self._hasty.clear()
        self._terminal.plug()
        return self

    def stop(self) -> None:
        """Pull the plug for good."""
        self.unplug()

    def __enter__(self) -> Self:
        """Plug the light in."""
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Pull the plug."""
        self.stop()

    @property
    def link(self) -> Path:
        """Return the path under which the light is found."""
        return self._terminal.link

    @property
    def lamps(self) -> Mapping[Lamp, Mode]:
        """Return what each lamp does now."""
        with self._news:
            return dict(self._lamps)

    @property
    def received(self) -> tuple[tuple[float, int], ...]:
        """Return every byte that came, with the time at which it took effect."""
        with self._news:
            return tuple(self._received)

    @property
    def is_plugged(self) -> bool:
        """Tell whether the light is plugged in."""
        return self._terminal.is_plugged

    def unplug(self) -> None:
        """Pull the plug: the link vanishes and the lamps go dark."""
        self._hasty.set()
        self._terminal.unplug()
        with self._news:
            self._lamps = dict.fromkeys(Lamp, Mode.OFF)
            self._news.notify_all()

    def replug(self) -> None:
        """Plug the light in again: another terminal under the same link."""
        self.start()

    def delay(self, seconds: float) -> None:
        """Let every later byte take effect so much later."""
        with self._news:
            self._delay_s = seconds

    def garble(self, count: int) -> None:
        """Flip a bit in each of the next bytes."""
        with self._news:
            self._to_garble = count

    def wait_for(self, condition: Callable[[Self], bool], timeout_s: float = 10.0) -> bool:
        """Wait until a condition on the light holds; tell whether it did in time."""
        with self._news:
            return self._news.wait_for(lambda: condition(self), timeout_s)

    def _take(self, chunk: bytes) -> None:
        for byte in chunk:
            self._hasty.wait(self._delay_s)
            with self._news:
                self._obey(self._damaged(byte))
                self._news.notify_all()

    def _damaged(self, byte: int) -> int:
        if self._to_garble == 0:
            return byte
        self._to_garble -= 1
        return byte ^ GARBLED_BIT

    def _obey(self, byte: int) -> None:
        """Set the lamps that a byte names; a byte that names no mode changes nothing."""
        self._received.append((self._clock(), byte))
        mode = MODES.get(byte & 0xF0)
        if mode is not None:
            self._lamps |= {lamp: mode for lamp in Lamp if byte & lamp}
