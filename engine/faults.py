"""Faults of the equipment, as the table sees them, and what is worth a notice but no alarm."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from engine.table import Zone


@unique
class Fault(StrEnum):
    """What is broken; the value is stored and translated."""

    CAMERA_LOST = "camera-lost"
    CAMERA_FROZEN = "camera-frozen"
    CAMERA_MOVED = "camera-moved"
    CAMERA_CHANGED = "camera-changed"
    CAMERA_BLURRED = "camera-blurred"
    CAMERA_DARK = "camera-dark"
    CAMERA_GLARE = "camera-glare"
    CAMERA_SLOW = "camera-slow"
    CAMERA_REPEATS = "camera-repeats"
    JUDGING_LATE = "judging-late"
    FRAMES_MISSED = "frames-missed"
    VIDEO_STOPPED = "video-stopped"
    LIGHT_LOST = "light-lost"
    SHOE_LOST = "shoe-lost"
    SHOE_JAMMED = "shoe-jammed"
    SHOE_OPEN = "shoe-open"
    RESERVE_USED = "reserve-used"
    DISK_FULL = "disk-full"
    JOURNAL_BUSY = "journal-busy"
    JOURNAL_BROKEN = "journal-broken"
    MODEL_BROKEN = "model-broken"
    OUT_OF_STEP = "out-of-step"


@unique
class Notice(StrEnum):
    """What people may want to know although nothing is broken; the value is stored."""

    CAMERA_ADJUSTED = "camera-adjusted"
    CAMERA_UNCHECKED = "camera-unchecked"
    CAMERA_CLOCK_STEPPED = "camera-clock-stepped"
    CLOCK_STEPPED = "clock-stepped"


Figures = tuple[tuple[str, float], ...]
"""Measured values by name; the name says the unit: ``mm``, ``degrees``, ``seconds``, ``rate``."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why something is broken, by a name that is translated, and which thing it is about."""

    code: str
    thing: str


class CausedError(ValueError):
    """Something given that cannot be used; the message says it to the log.

    >>> CausedError("a.mp4: there is no such file", Cause("source-missing", "a.mp4")).cause.thing
    'a.mp4'
    """

    def __init__(
        self, told: str, cause: Cause | None = None, more: str = "", figures: Figures = ()
    ) -> None:
        """Name the thing; the cause, and what more it is about, say it to people."""
        super().__init__(told)
        self.cause, self.more, self.figures = cause, more, figures


@dataclass(frozen=True, slots=True)
class BrokenThing:
    """A fault that lasts; the detail names the thing for the technician, the zones the place."""

    fault: Fault
    detail: str
    zones: tuple[Zone, ...] = ()
    figures: Figures = ()
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class Noted:
    """A notice with its time in seconds; it needs nobody to act."""

    notice: Notice
    taken_at: float
    figures: Figures = ()


class TableError(Exception):
    """A fault raised where the equipment failed."""

    def __init__(
        self,
        fault: Fault,
        detail: str = "",
        figures: Figures = (),
        cause: Cause | None = None,
    ) -> None:
        """Name the fault; the detail says which thing for the log, the cause why for people."""
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault = fault
        self.detail = detail
        self.figures = figures
        self.cause = cause
