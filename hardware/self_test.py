"""The self-test of a light at the beginning of a shift: a list of things to tick off."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.signals import Signal
from hardware.busylights import find_lamp, phases
from hardware.choosing import Kind, Place, speaker
from hardware.line import Health, Line, LineState, Listeners, Way
from hardware.looks import BLACK
from hardware.port import Port
from hardware.slot import Slot


@unique
class Check(StrEnum):
    """What is tried; the value is translated."""

    OPENS = "opens"
    ANSWERS = "answers"
    SHOWS = "shows"
    READS_BACK = "reads-back"
    DARK = "dark"
    LOCKS = "locks"
    COUNTS = "counts"
    FLASHES = "flashes"


@dataclass(frozen=True, slots=True)
class Tick:
    """One line of the list; `sent` are the bytes, `signal` what should be seen now."""

    check: Check
    passed: bool
    signal: Signal | None = None
    sent: bytes = b""
    detail: str = ""


SIGNALS = (Signal.CLEAR, Signal.WAITING, Signal.DOUBT, Signal.STOP, Signal.FAULT)
ANSWER_WITHIN_S = 5.0
SENT_WITHIN_S = 2.0


class _Trial:
    """A line under test, and what went over it."""

    def __init__(self, place: Place) -> None:
        self._news = threading.Condition()
        self._sent = b""
        self._number = 0
        self.slot = Slot(on_sent=self._on_sent)
        spoken = speaker(place, self.slot)
        self.endpoint = spoken.endpoint
        Port(place.port, spoken.settings).close()
        listeners = Listeners(on_health=self._on_health, on_bytes=self._on_bytes)
        self.line = Line(place.port, spoken.endpoint, spoken.settings, listeners=listeners)

    def shows(self, signal: Signal) -> tuple[bool, bytes]:
        """Show a signal; tell whether it went out, and its bytes."""
        with self._news:
            before = self._number
            self.slot.show(signal)
            self.line.wake()
            passed = self._news.wait_for(lambda: self._number > before, SENT_WITHIN_S)
            return passed, self._sent

    def is_read_back(self) -> bool:
        """Wait until the light says that it shows what is wanted."""
        wanted = self.slot.wanted(time.monotonic())
        return self.becomes(lambda: self.endpoint.confirmed == wanted, SENT_WITHIN_S)

    def _on_sent(self, signal: Signal, at: float) -> None:
        del signal, at
        with self._news:
            self._number += 1

    def _on_bytes(self, way: Way, data: bytes, at: float) -> None:
        del at
        with self._news:
            if way is Way.SENT:
                self._sent = data
            self._news.notify_all()

    def _on_health(self, health: Health) -> None:
        del health
        with self._news:
            self._news.notify_all()

    def becomes(self, condition: Callable[[], bool], within_s: float) -> bool:
        """Wait until something holds that bytes on the line bring about."""
        with self._news:
            return self._news.wait_for(condition, within_s)


def light_test(
    place: Place, pause: Callable[[float], None] = time.sleep, seconds: float = 0.0
) -> Iterator[Tick]:
    """Walk a light through every signal, each for so many seconds, and leave it dark.

    Raises LineError when it cannot be opened.
    """
    if place.kind is Kind.BUSYLIGHT:
        yield from _busy_test(place, pause, seconds)
        return
    trial = _Trial(place)
    trial.line.start()
    try:
        yield Tick(Check.OPENS, passed=True)
        within_s = ANSWER_WITHIN_S
        if not trial.becomes(lambda: trial.line.health.state is LineState.UP, within_s):
            yield Tick(Check.ANSWERS, passed=False, detail=trial.line.health.detail)
            return
        yield from _signals(trial, pause, seconds)
    finally:
        trial.line.close()
    yield Tick(Check.DARK, passed=True, sent=trial.endpoint.farewell())


def _signals(trial: _Trial, pause: Callable[[float], None], seconds: float) -> Iterator[Tick]:
    if trial.endpoint.answers:
        yield Tick(Check.ANSWERS, passed=True, detail=trial.endpoint.about)
    for signal in SIGNALS:
        passed, sent = trial.shows(signal)
        yield Tick(Check.SHOWS, passed, signal, sent, trial.line.health.detail)
        if trial.endpoint.answers:
            yield Tick(Check.READS_BACK, trial.is_read_back(), signal)
        pause(seconds)


def _busy_test(place: Place, pause: Callable[[float], None], seconds: float) -> Iterator[Tick]:
    lamp = find_lamp(place.port)
    try:
        yield Tick(Check.OPENS, passed=True, detail=lamp.name)
        for signal in SIGNALS:
            ends_at = time.monotonic() + seconds
            for colour, stands_s in phases(signal):
                lamp.on(colour.rgb)
                pause(min(stands_s, max(0.0, ends_at - time.monotonic())))
                if time.monotonic() >= ends_at:
                    break
            yield Tick(Check.SHOWS, passed=True, signal=signal)
        lamp.on(BLACK.rgb)
        yield Tick(Check.DARK, passed=True)
    finally:
        lamp.release()
