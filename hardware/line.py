"""One serial line: kept in the latest wanted state, watched, and reopened by itself."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeVar

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


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What the far end shall show.

    `steady` is the whole state and may be sent any number of times, every `refresh_s` seconds;
    `opening` is sent once, when the state is new, and is followed by `steady` after `opening_s`.
    """

    steady: bytes
    refresh_s: float = 1.0
    opening: bytes = b""
    opening_s: float = 0.0
    on_sent: Callable[[float], None] | None = None
    """Called once with the monotonic time at which the last byte of a new state was handed over."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How often a line is looked after, in seconds.

    Loss is noticed within `poll_s`; after it, opening is tried with growing pauses. `stale_s` is
    how long a state holds without being asked for again (None: for ever).
    """

    poll_s: float = 0.25
    first_retry_s: float = 0.1
    last_retry_s: float = 2.0
    stale_s: float | None = None


DEFAULT_TIMING = Timing()


class Line:
    """A serial line with a thread of its own; nothing that a caller does here can block or fail.

    States are not queued: the latest one wins, since an old light is of no use to anybody.
    """

    def __init__(
        self,
        url: str,
        settings: PortSettings = DEFAULT_SETTINGS,
        timing: Timing = DEFAULT_TIMING,
        on_health: Callable[[Health], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Name the port; `start` opens it. `on_health` is called from the line's own thread."""
        self.url = url
        self._settings = settings
        self._timing = timing
        self._on_health = on_health
        self._clock = clock
        self._changed = threading.Condition()
        self._health = Health(LineState.OPENING, clock())
        self._wanted: Outgoing | None = None
        self._otherwise: Outgoing | None = None
        self._asked_at = clock()
        self._is_new = False
        self._farewell: bytes | None = None
        self._thread = threading.Thread(target=self._run, name=f"line {url}", daemon=True)

    @property
    def health(self) -> Health:
        """Return how the line is now."""
        with self._changed:
            return self._health

    def start(self) -> None:
        """Begin to open the port, and go on until closed."""
        self._thread.start()

    def put(self, wanted: Outgoing, otherwise: Outgoing | None = None) -> None:
        """Keep the far end in a state; `otherwise` is what it shows once the state is stale."""
        with self._changed:
            self._is_new = self._is_new or wanted != self._wanted
            self._wanted, self._otherwise = wanted, otherwise
            self._asked_at = self._clock()
            self._changed.notify_all()

    def close(self, farewell: bytes = b"", patience_s: float = 2.0) -> None:
        """Send the last bytes, if the line is up, and let go of the port."""
        with self._changed:
            self._farewell = farewell
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join(patience_s)

    def _run(self) -> None:
        retry_s = self._timing.first_retry_s
        while not self._is_closing():
            try:
                with closing(Port(self.url, self._settings)) as port:
                    self._pause(self._settings.settle_s)
                    port.drain()
                    self._report(LineState.UP)
                    retry_s = self._timing.first_retry_s
                    self._serve(port)
            except LineError as error:
                self._report(LineState.DOWN, error)
                self._pause(retry_s)
                retry_s = min(2 * retry_s, self._timing.last_retry_s)

    def _serve(self, port: Port) -> None:
        """Keep the far end in the wanted state until the line is closed; raises LineError."""
        shown: Outgoing | None = None
        due = 0.0
        while not self._is_closing():
            port.drain()
            wanted, is_new = self._take_wanted()
            now = self._clock()

            if wanted is not None and (is_new or wanted != shown or now >= due):
                opens = is_new and bool(wanted.opening)
                self._send(port, wanted, opens=opens, is_new=is_new)
                shown = wanted
                due = now + (wanted.opening_s if opens else wanted.refresh_s)

            poll_s = self._timing.poll_s
            self._wait_for_news(poll_s if shown is None else min(poll_s, max(0.0, due - now)))

        if self._farewell:
            port.write(self._farewell)

    def _send(self, port: Port, wanted: Outgoing, *, opens: bool, is_new: bool) -> None:
        try:
            port.write(wanted.opening if opens else wanted.steady)
        except LineError:
            with self._changed:
                self._is_new = self._is_new or is_new
            raise
        if is_new and wanted.on_sent is not None:
            _tell(wanted.on_sent, self._clock())

    def _take_wanted(self) -> tuple[Outgoing | None, bool]:
        """Return what to show now, and whether it was asked for since the last look."""
        with self._changed:
            stale_s = self._timing.stale_s
            if stale_s is not None and self._clock() - self._asked_at > stale_s:
                return self._otherwise or self._wanted, False
            is_new, self._is_new = self._is_new, False
            return self._wanted, is_new

    def _is_closing(self) -> bool:
        with self._changed:
            return self._farewell is not None

    def _pause(self, seconds: float) -> None:
        """Wait, unless the line is closed meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: self._farewell is not None, seconds)

    def _wait_for_news(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_new or self._farewell is not None, seconds)

    def _report(self, state: LineState, error: LineError | None = None) -> None:
        """Remember how the line is, and tell when that is news."""
        trouble, detail = (error.trouble, error.detail) if error else (None, "")
        with self._changed:
            before = self._health
            is_same = before.state is state
            if is_same and (trouble == before.trouble or before.trouble is Trouble.GONE):
                return  # that a device which has gone is missing is no news
            since = before.since if is_same else self._clock()
            self._health = health = Health(state, since, trouble, detail)
            self._changed.notify_all()

        logger.log(
            logging.WARNING if error else logging.INFO, "%s is %s %s", self.url, state, detail
        )
        if self._on_health is not None:
            _tell(self._on_health, health)


def _tell(listener: Callable[[News], None], news: News) -> None:
    """Call a listener; its failure must not end the line."""
    try:
        listener(news)
    except Exception:
        logger.exception("a listener of a serial line failed")
