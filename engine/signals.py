"""What the dealer's indicator shows."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, unique

from engine.verdict import Severity, Violation


@unique
class Signal(StrEnum):
    """Indicator states; the value is stored and translated."""

    CLEAR = "clear"
    WAITING = "waiting"
    DOUBT = "doubt"
    STOP = "stop"
    FAULT = "fault"


@unique
class SeatSign(StrEnum):
    """What a light at a seat shows; the value is stored and translated."""

    TURN = "turn"
    STOP = "stop"


def signal_for(open_violations: Sequence[Violation], *, doubt: bool, waiting: bool) -> Signal:
    """Choose the signal for what is open at the table now; hints and log entries stay silent.

    >>> signal_for((), doubt=False, waiting=False)
    <Signal.CLEAR: 'clear'>
    """
    if any(v.severity >= Severity.STOP for v in open_violations):
        return Signal.STOP
    if doubt:
        return Signal.DOUBT
    return Signal.WAITING if waiting else Signal.CLEAR
