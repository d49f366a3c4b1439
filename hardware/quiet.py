"""Quiet hours: when no buzzer sounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time

from engine.faults import Cause, CausedError


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one time of the day to another, past midnight where the second is earlier."""

    begin: time
    end: time

    def holds(self, moment: time) -> bool:
        """Tell whether it is quiet at a time of the day.

        >>> night = quiet_hours("22:00-08:00")
        >>> night.holds(time(23, 30)), night.holds(time(7, 59)), night.holds(time(8, 0))
        (True, True, False)
        """
        if self.begin <= self.end:
            return self.begin <= moment < self.end
        return moment >= self.begin or moment < self.end


def quiet_hours(text: str) -> QuietHours:
    """Read `HH:MM-HH:MM`; raises ValueError."""
    parts = text.split("-")
    if len(parts) != 2:
        raise _unread(text)
    try:
        begin, end = (time.fromisoformat(part.strip()) for part in parts)
    except ValueError:
        raise _unread(text) from None
    return QuietHours(begin, end)


def _unread(text: str) -> CausedError:
    told = f"quiet hours are written as 22:00-08:00, not {text!r}"
    return CausedError(told, Cause("quiet-unread", text))


def buzzer(
    *, wanted: bool, quiet: QuietHours | None, local_time: Callable[[], time]
) -> Callable[[], bool]:
    """Return whether a buzzer may sound now: the house wants it, and it is no quiet hour."""
    return lambda: wanted and not (quiet is not None and quiet.holds(local_time()))
