"""The computer's clock: what it says, and whether something keeps it right."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from datetime import datetime

TIMEX_BYTES = 208
"""The size of the kernel's struct timex where a long has 64 bits."""
UNSYNCHRONISED = 5


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """The time with its zone, and whether it is kept right; None: this system does not say."""

    at: datetime
    is_kept: bool | None


def is_clock_kept() -> bool | None:
    """Ask the kernel whether a time service steers the clock; None where it cannot be asked."""
    try:
        asked = ctypes.create_string_buffer(TIMEX_BYTES)
        state = ctypes.CDLL(None, use_errno=True).adjtimex(asked)
    except (OSError, AttributeError):
        return None
    return None if state < 0 else state != UNSYNCHRONISED
