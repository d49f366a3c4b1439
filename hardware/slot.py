"""What a light shall show: one slot, in which the latest state wins."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.seats import Actor
from engine.signals import SeatSign, Signal
from hardware.line import tell
from hardware.looks import Shown

OnSent = Callable[[Signal, float], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the slot holds; `number` grows with every change, 0 is what nobody stands by."""

    shown: Shown
    number: int


class Slot:
    """Holds the latest state for a line's thread; a state that nobody repeats turns to a fault.

    States are not queued, since an old light is of no use to anybody.
    """

    def __init__(
        self,
        stale_s: float | None = None,
        on_sent: OnSent | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Let a state hold for `stale_s` seconds (None: for ever) unless it is put again.

        `on_sent` hears once for each new signal when (monotonic seconds) its last byte was handed
        to the operating system.
        """
        self._stale_s = stale_s
        self._on_sent = on_sent
        self._clock = clock
        self._lock = threading.Lock()
        self._shown: Shown | None = None
        self._number = 0
        self._sent = 0
        self._asked_at = clock()

    def show(self, signal: Signal, *, buzzes: bool = False) -> bool:
        """Want a signal, and stand by it; tell whether that changes anything."""
        with self._lock:
            self._asked_at = self._clock()
            if self._shown is not None and self._shown.signal is signal:
                return False
            seats = () if self._shown is None else self._shown.seats
            self._change(Shown(signal, seats, buzzes))
            return True

    def point(self, seats: Mapping[Actor, SeatSign]) -> bool:
        """Want signs at seats; tell whether that changes anything."""
        with self._lock:
            told = tuple(sorted(seats.items()))
            if self._shown is None or self._shown.seats == told:
                return False
            self._change(replace(self._shown, seats=told, buzzes=False))
            return True

    def wanted(self, now: float) -> Wanted | None:
        """Return what to show at a time; nothing before anything was wanted."""
        with self._lock:
            if self._shown is None:
                return None
            if self._stale_s is not None and now - self._asked_at > self._stale_s:
                return Wanted(Shown(Signal.FAULT), 0)
            return Wanted(self._shown, self._number)

    def sent(self, wanted: Wanted, now: float) -> None:
        """Note that a state went out."""
        with self._lock:
            is_news = wanted.number > self._sent
            self._sent = max(self._sent, wanted.number)
        if is_news and self._on_sent is not None:
            on_sent = self._on_sent
            tell(lambda at: on_sent(wanted.shown.signal, at), now)

    def _change(self, shown: Shown) -> None:
        self._shown = shown
        self._number += 1
