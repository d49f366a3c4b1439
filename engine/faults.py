"""Faults of the equipment, as the table sees them."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Fault(StrEnum):
    """What is broken; the value is stored and translated."""

    CAMERA_LOST = "camera-lost"
    CAMERA_FROZEN = "camera-frozen"
    CAMERA_MOVED = "camera-moved"
    CAMERA_CHANGED = "camera-changed"
    VIDEO_STOPPED = "video-stopped"
    LIGHT_LOST = "light-lost"
    SHOE_LOST = "shoe-lost"
    SHOE_JAMMED = "shoe-jammed"
    SHOE_OPEN = "shoe-open"
    DISK_FULL = "disk-full"
    JOURNAL_BUSY = "journal-busy"
    JOURNAL_BROKEN = "journal-broken"
    MODEL_BROKEN = "model-broken"
    OUT_OF_STEP = "out-of-step"


class TableError(Exception):
    """A fault raised where the equipment failed."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        """Name the fault; the detail says which thing, for the log and the technician."""
        super().__init__(f"{fault}: {detail}" if detail else str(fault))
        self.fault = fault
        self.detail = detail
