"""Indicators: what the engine calls to show a signal, whatever light hangs on the line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.seats import Actor
from engine.signals import SeatSign, Signal
from hardware.last_will import LastWill
from hardware.line import Health, Line
from hardware.slot import Slot


class LineLight:
    """An indicator that is a light at the end of a line."""

    def __init__(
        self,
        line: Line,
        slot: Slot,
        may_buzz: Callable[[], bool] = lambda: False,
        will: LastWill | None = None,
    ) -> None:
        """Drive the light whose endpoint on this line reads the slot.

        A new stop sounds the buzzer when `may_buzz` says so; `will` is revoked on closing.
        """
        self.line = line
        self._slot = slot
        self._may_buzz = may_buzz
        self._will = will

    @property
    def name(self) -> str:
        """Return the name of its port."""
        return self.line.url

    @property
    def health(self) -> Health:
        """Return how its line is now."""
        return self.line.health

    def show(self, signal: Signal) -> None:
        """Show a signal until the next one; never blocks, never raises.

        The same signal again sends nothing, but tells that whoever shows it is alive: a slot with
        a stale time falls back to the fault signal when nobody does.
        """
        if self._slot.show(signal, buzzes=signal is Signal.STOP and self._may_buzz()):
            self.line.wake()

    def point(self, seats: Mapping[Actor, SeatSign]) -> None:
        """Show signs at seats, where the light has lamps there."""
        if self._slot.point(seats):
            self.line.wake()

    def close(self) -> None:
        """Put the light out and let go of the line."""
        if self._will is not None:
            self._will.revoke()
        self.line.close()


class NoLight:
    """The indicator of a table that has no light."""

    def show(self, signal: Signal) -> None:
        """Show nothing."""

    def point(self, seats: Mapping[Actor, SeatSign]) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Let go of nothing."""
