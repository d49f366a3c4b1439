"""A light that does not chatter: the graver signal at once, a lesser one only after its time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.ports import Indicator
from engine.signals import Signal
from engine.standing import Standing
from engine.verdict import Severity

GRAVITY: Mapping[Signal, int] = {
    Signal.CLEAR: 0,
    Signal.WAITING: 0,
    Signal.DOUBT: 1,
    Signal.STOP: 2,
    Signal.FAULT: 3,
}

SHOWN_AT_LEAST_S: Mapping[Signal, float] = {
    Signal.CLEAR: 0.5,
    Signal.WAITING: 0.5,
    Signal.DOUBT: 1.0,
    Signal.STOP: 1.5,
    Signal.FAULT: 1.0,
}
"""How long a signal stays before one that is not graver takes its place: people must see it."""


@dataclass(frozen=True, slots=True)
class Steady:
    """What is shown, since when, and whether a stop is held; times in seconds of any one clock."""

    shown: Signal | None = None
    since: float = 0.0
    latched: bool = False


def steadied(state: Steady, wanted: Signal, now: float) -> Steady:
    """Return what is shown next when a signal is wanted.

    A held stop gives way to a fault only, and comes back after it.
    """
    latched = state.latched or wanted is Signal.STOP
    if latched and GRAVITY[wanted] < GRAVITY[Signal.STOP]:
        wanted = Signal.STOP
    if wanted is state.shown:
        return Steady(state.shown, state.since, latched)
    if (
        state.shown is not None
        and GRAVITY[wanted] <= GRAVITY[state.shown]
        and now - state.since < SHOWN_AT_LEAST_S[state.shown]
    ):
        return Steady(state.shown, state.since, latched)
    return Steady(wanted, now, latched)


def released(state: Steady) -> Steady:
    """Return the state with a stop let go: the table is right, or a person has ruled."""
    return Steady(state.shown, state.since, latched=False)


def holds_stop(standing: Standing) -> bool:
    """Tell whether something that stops the game is open, be it acknowledged or not.

    To acknowledge silences; what clears is the table put right, play gone on, or a ruling.
    """
    return any(finding.violation.severity >= Severity.STOP for finding in standing.open)


class SteadyLight:
    """An indicator that keeps another from chattering, and a page that learns when a stop ends."""

    def __init__(self, light: Indicator, clock: Callable[[], float] | None) -> None:
        """Stand before a light.

        Without a clock, time is that of what was judged: a recording may run faster than people.
        """
        self._light = light
        self._clock = clock
        self._judged_at = 0.0
        self._state = Steady()
        self._wanted = Signal.WAITING

    def show(self, signal: Signal) -> None:
        """Show a signal, or go on showing the last one for as long as people need to see it."""
        self._wanted = signal
        self._step()

    def publish(self, standing: Standing) -> None:
        """Let go of a stop as soon as nothing that stops the game is open any more."""
        self._judged_at = standing.taken_at
        if self._state.latched and not holds_stop(standing):
            self._state = released(self._state)
            self._step()

    def close(self) -> None:
        """Close the light."""
        self._light.close()

    def _step(self) -> None:
        now = self._judged_at if self._clock is None else self._clock()
        self._state = steadied(self._state, self._wanted, now)
        self._light.show(self._state.shown or self._wanted)
