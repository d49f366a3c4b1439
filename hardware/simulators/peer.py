"""A simulated device behind a real terminal, which fails on demand."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from hardware.simulators.noise import Mishaps, Noise
from hardware.simulators.terminal import Terminal


class Device(Protocol):
    """What is inside a simulated device; all times are the peer's clock, in seconds."""

    def power_up(self, now: float) -> None:
        """Begin anew, as a device does that gets power or is reset."""
        ...

    def take(self, byte: int, now: float) -> bytes:
        """Take a byte in and return what is answered at once."""
        ...

    def tick(self, now: float) -> bytes:
        """Return what is said without being asked."""
        ...

    def rows(self) -> tuple[str, ...]:
        """Return what can be seen of it, a line for each lamp."""
        ...

    def obey(self, words: list[str], now: float) -> bool:
        """Do what somebody does to the device by hand; tell whether these words mean anything."""
        ...


D = TypeVar("D", bound=Device)


class Peer(Generic[D]):
    """A device at the far end of a line; safe to ask from any thread."""

    def __init__(
        self,
        link: Path | str,
        device: D,
        clock: Callable[[], float] = time.monotonic,
        chance: Random | None = None,
    ) -> None:
        """Name the link under which the device will be found; times are the clock's seconds."""
        self.device = device
        self.mishaps = Mishaps()
        self.noise = Noise(chance or Random(0))  # noqa: S311 - noise need not be secret
        self._clock = clock
        self._terminal = Terminal(Path(link), self._take, self._tick)
        self._news = threading.Condition()
        self._received: list[tuple[float, int]] = []
        self._delay_s = 0.0
        self._is_stuck = False
        self._hasty = threading.Event()

    def start(self) -> Self:
        """Plug the device in."""
        self._hasty.clear()
        with self._news:
            self.device.power_up(self._clock())
        self._terminal.plug()
        return self

    def stop(self) -> None:
        """Pull the plug for good."""
        self.unplug()

    def __enter__(self) -> Self:
        """Plug the device in."""
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
        """Return the path under which the device is found."""
        return self._terminal.link

    @property
    def received(self) -> tuple[tuple[float, int], ...]:
        """Return every byte that came, with the time at which it took effect."""
        with self._news:
            return tuple(self._received)

    @property
    def is_plugged(self) -> bool:
        """Tell whether the device is plugged in."""
        return self._terminal.is_plugged

    @property
    def rows(self) -> tuple[str, ...]:
        """Return what can be seen of the device."""
        with self._news:
            return self.device.rows()

    def unplug(self) -> None:
        """Pull the plug: the link vanishes and the device loses its power."""
        self._hasty.set()
        self._terminal.unplug()
        with self._news:
            self.device.power_up(self._clock())
            self._news.notify_all()

    def replug(self, link: Path | str | None = None) -> None:
        """Plug the device in again: another terminal under the same link, or under another."""
        if link is not None and not self.is_plugged:
            self._terminal.link = Path(link)
        self.start()

    def reset(self) -> None:
        """Let the device begin anew while plugged in, as a board does after a brown-out."""
        with self._news:
            self.device.power_up(self._clock())
            self._news.notify_all()

    def delay(self, seconds: float) -> None:
        """Let every later byte take effect so much later."""
        with self._news:
            self._delay_s = seconds

    def garble(self, count: int) -> None:
        """Flip a bit in each of the next bytes."""
        with self._news:
            self.mishaps.to_garble = count

    def stick(self, *, stuck: bool = True) -> None:
        """Let the device take every byte and do nothing about it, or go on."""
        with self._news:
            self._is_stuck = stuck

    def fill(self, *, full: bool = True) -> None:
        """Let the device read nothing more, so that its buffer fills, or go on."""
        if full:
            self._terminal.reads.clear()
        else:
            self._terminal.reads.set()

    def obey(self, words: list[str]) -> bool:
        """Do something to the device by hand; tell whether these words mean anything."""
        with self._news:
            is_known = self.device.obey(words, self._clock())
            self._news.notify_all()
        self._tick()
        return is_known

    def wait_for(self, condition: Callable[[Self], bool], timeout_s: float = 10.0) -> bool:
        """Wait until a condition on the device holds; tell whether it did in time."""
        with self._news:
            return self._news.wait_for(lambda: condition(self), timeout_s)

    def _take(self, chunk: bytes) -> None:
        answered = bytearray()
        for byte in self.noise.through(chunk):
            if self._delay_s:
                self._hasty.wait(self._delay_s)
            with self._news:
                answered += self._obey(byte)
                self._news.notify_all()
        self._say(bytes(answered))
        self._tick()

    def _obey(self, byte: int) -> bytes:
        answered = bytearray()
        for arrived in self.mishaps.befall(byte):
            self._received.append((self._clock(), arrived))
            if not self._is_stuck:
                answered += self.device.take(arrived, self._clock())
        return bytes(answered)

    def _tick(self) -> None:
        with self._news:
            said = b"" if self._is_stuck else self.device.tick(self._clock())
            if said:
                self._news.notify_all()
        self._say(said)

    def _say(self, data: bytes) -> None:
        if data:
            self._terminal.write(self.noise.through(data))
