"""The self-test of a shoe at the beginning of a shift: a list of things to tick off."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator

from engine.faults import Fault
from hardware.line import Health, Line, Listeners
from hardware.port import Port, PortSettings
from hardware.self_test import Check, Tick
from hardware.shoe_host import Done, Event, HostNews, ShoeHost
from hardware.shoe_words import (
    ASK_COUNT,
    LOCK,
    UNLOCK,
    Ability,
    Command,
    Kind,
    Result,
    identify,
)
from hardware.shoes import SETTINGS

WITHIN_S = 6.0
FLASHES_S = 2


class _Trial:
    """A shoe under test, and what it said."""

    def __init__(self, url: str) -> None:
        self._changed = threading.Condition()
        self.news: list[HostNews] = []
        self.host = ShoeHost(lambda: secrets.randbelow(65536), self._hear)
        Port(url, PortSettings(SETTINGS.baud, settle_s=0.0), Fault.SHOE_LOST).close()
        listeners = Listeners(on_health=self._on_health)
        self.line = Line(url, self.host, SETTINGS, listeners=listeners, fault=Fault.SHOE_LOST)

    def becomes(self, condition: Callable[[], bool]) -> bool:
        with self._changed:
            return self._changed.wait_for(condition, WITHIN_S)

    def obeys(self, command: Command) -> bool:
        """Order something; tell whether the shoe says that it is done."""
        self.host.order(command)
        self.line.wake()
        return self.becomes(lambda: Done(command, Result.DONE) in self.news)

    def _hear(self, news: HostNews) -> None:
        with self._changed:
            self.news.append(news)
            self._changed.notify_all()

    def _on_health(self, health: Health) -> None:
        del health
        with self._changed:
            self._changed.notify_all()


def shoe_test(url: str) -> Iterator[Tick]:
    """Greet a shoe, lock and unlock it, let it count and flash; raises LineError."""
    trial = _Trial(url)
    trial.line.start()
    try:
        yield Tick(Check.OPENS, passed=True)
        if not trial.becomes(lambda: trial.host.is_up):
            yield Tick(Check.ANSWERS, passed=False, detail=trial.line.health.detail)
            return
        yield Tick(Check.ANSWERS, passed=True, detail=trial.host.about)
        yield from _deeds(trial)
    finally:
        trial.line.close()


def _deeds(trial: _Trial) -> Iterator[Tick]:
    welcome = trial.host.welcome
    abilities = Ability(0) if welcome is None else welcome.abilities
    if abilities & Ability.LOCKS:
        yield Tick(Check.LOCKS, passed=trial.obeys(LOCK) and trial.obeys(UNLOCK))
    if abilities & Ability.COUNTS:
        trial.obeys(ASK_COUNT)
        counted = trial.becomes(
            lambda: any(isinstance(n, Event) and n.kind is Kind.COUNT for n in trial.news)
        )
        yield Tick(Check.COUNTS, passed=counted)
    yield Tick(Check.FLASHES, passed=trial.obeys(identify(FLASHES_S)))
