"""One serial line: opened, listened to, watched, and reopened by itself."""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeVar

from engine.faults import Cause, Fault
from hardware.endpoint import Endpoint, MisbehavedError
from hardware.port import DEFAULT_SETTINGS, LineError, Port, PortSettings, Trouble

News = TypeVar("News")

logger = logging.getLogger(__name__)


@unique
class LineState(StrEnum):
    """Whether the far end can be reached; the value is stored and translated."""

    OPENING = "opening"
    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Health:
    """How a line is, since when (monotonic seconds), and its trouble by name and sentence."""

    state: LineState
    since: float
    trouble: Trouble | None = None
    detail: str = ""
    cause: Cause | None = None


@unique
class Way(StrEnum):
    """Which way bytes went."""

    SENT = "sent"
    RECEIVED = "received"


@dataclass(frozen=True, slots=True)
class Timing:
    """How often a line is looked after, in seconds.

    Loss is noticed within `poll_s`; after it, opening is tried with growing pauses.
    """

    poll_s: float = 0.25
    first_retry_s: float = 0.1
    last_retry_s: float = 2.0


DEFAULT_TIMING = Timing()


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who hears of a line, from the line's own thread: its health, and every byte."""

    on_health: Callable[[Health], None] | None = None
    on_bytes: Callable[[Way, bytes, float], None] | None = None


NOBODY = Listeners()


class Line:
    """A serial line with a thread of its own; nothing that a caller does here can block or fail."""

    def __init__(  # noqa: PLR0913 - one place, and what may differ in a test
        self,
        url: str,
        endpoint: Endpoint,
        settings: PortSettings = DEFAULT_SETTINGS,
        timing: Timing = DEFAULT_TIMING,
        listeners: Listeners = NOBODY,
        *,
        clock: Callable[[], float] = time.monotonic,
        fault: Fault = Fault.LIGHT_LOST,
    ) -> None:
        """Name the port and who speaks at our end; `start` opens it."""
        self.url = url
        self._endpoint = endpoint
        self._settings = settings
        self._timing = timing
        self._listeners = listeners
        self._clock = clock
        self._fault = fault
        self._lock = threading.Lock()
        self._health = Health(LineState.OPENING, clock())
        self.losses = 0
        """How often the far end was lost."""
        self._closing = threading.Event()
        self._wakes: tuple[int, int] | None = None
        self._thread = threading.Thread(target=self._run, name=f"line {url}", daemon=True)

    @property
    def health(self) -> Health:
        """Return how the line is now."""
        with self._lock:
            return self._health

    @property
    def about(self) -> str:
        """Return what the device tells about itself."""
        return self._endpoint.about

    @property
    def answers(self) -> bool:
        """Tell whether this kind of device says anything."""
        return self._endpoint.answers

    def start(self) -> None:
        """Begin to open the port, and go on until closed."""
        self._wakes = os.pipe()
        for number in self._wakes:
            os.set_blocking(number, False)
        self._thread.start()

    def wake(self) -> None:
        """Let the line ask its endpoint at once: there is something to send."""
        with self._lock:
            if self._wakes is not None:
                with suppress(BlockingIOError):  # full of wakes: it will wake
                    os.write(self._wakes[1], b".")

    def close(self, patience_s: float = 2.0) -> None:
        """Send the farewell, if the line is up, and let go of the port."""
        self._closing.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(patience_s)

    def _run(self) -> None:
        retry_s = self._timing.first_retry_s
        while not self._closing.is_set():
            try:
                self._live()
            except LineError as error:
                was_up = self.health.state is LineState.UP
                self.losses += was_up
                retry_s = self._timing.first_retry_s if was_up else retry_s
                self._report(LineState.DOWN, error)
                self._pause(retry_s)
                retry_s = min(2 * retry_s, self._timing.last_retry_s)
        self._let_go()

    def _live(self) -> None:
        """Open the port and speak through it until the line is closed; raises LineError."""
        with closing(Port(self.url, self._settings, self._fault)) as port:
            self._pause(self._settings.settle_s)
            port.drain()
            self._endpoint.begin(self._clock())
            self._serve(port)

    def _serve(self, port: Port) -> None:
        is_up = False
        while not self._closing.is_set():
            self._listen(port)
            self._speak(port)
            if not is_up and self._endpoint.is_up:
                is_up = True
                self._report(LineState.UP)
            left = self._endpoint.due() - self._clock()
            port.wait(self._wake_file, min(self._timing.poll_s, left))
            self._forget_wakes()
        if farewell := self._endpoint.farewell():
            port.write(farewell)
            self._trace(Way.SENT, farewell)

    def _listen(self, port: Port) -> None:
        if received := port.drain():
            try:
                self._endpoint.receive(received, self._clock())
            except MisbehavedError as error:
                raise LineError(self.url, error.trouble, self._fault) from error
            finally:
                self._trace(Way.RECEIVED, received)

    def _speak(self, port: Port) -> None:
        try:
            data = self._endpoint.send(self._clock())
        except MisbehavedError as error:
            raise LineError(self.url, error.trouble, self._fault) from error
        if data:
            port.write(data)
            self._endpoint.sent(self._clock())
            self._trace(Way.SENT, data)

    @property
    def _wake_file(self) -> int:
        return -1 if self._wakes is None else self._wakes[0]

    def _forget_wakes(self) -> None:
        with suppress(BlockingIOError):
            os.read(self._wake_file, 4096)

    def _pause(self, seconds: float) -> None:
        """Wait, unless the line is closed meanwhile."""
        ends_at = time.monotonic() + seconds
        while not self._closing.is_set() and (left := ends_at - time.monotonic()) > 0:
            select.select([self._wake_file], [], [], left)
            self._forget_wakes()

    def _let_go(self) -> None:
        with self._lock:
            for number in self._wakes or ():
                os.close(number)
            self._wakes = None

    def _trace(self, way: Way, data: bytes) -> None:
        if self._listeners.on_bytes is not None:
            try:
                self._listeners.on_bytes(way, data, self._clock())
            except Exception:
                logger.exception("a listener of a serial line failed")

    def _report(self, state: LineState, error: LineError | None = None) -> None:
        """Remember how the line is, and tell when that is news."""
        trouble, detail = (error.trouble, error.detail) if error else (None, "")
        cause = error.cause if error else None
        with self._lock:
            before = self._health
            is_same = before.state is state
            if is_same and (trouble == before.trouble or before.trouble is Trouble.GONE):
                return  # that a device which has gone is missing is no news
            since = before.since if is_same else self._clock()
            self._health = health = Health(state, since, trouble, detail, cause)

        logger.log(
            logging.WARNING if error else logging.INFO, "%s is %s %s", self.url, state, detail
        )
        if self._listeners.on_health is not None:
            tell(self._listeners.on_health, health)


def tell(listener: Callable[[News], None], news: News) -> None:
    """Call a listener; its failure must not end the line."""
    try:
        listener(news)
    except Exception:
        logger.exception("a listener of a serial line failed")
