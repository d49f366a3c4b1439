"""When a frame was taken: the camera's own times on our clock, without the network's jitter."""

from __future__ import annotations

LEAK = 0.001
"""Two clocks drift apart; the offset between them follows by so many seconds a second."""

LEAP_S = 1.0
"""A camera's time that lies further from ours has begun anew."""


class Timeline:
    """Turns presentation times into capture times.

    A frame can be late but never early, so the smallest offset seen is nearest to the truth.
    """

    def __init__(self) -> None:
        """Begin without knowing the camera's clock."""
        self._offset: float | None = None
        self._asked_at = 0.0
        self._last = 0.0

    def taken_at(self, pts_s: float | None, arrived_at: float) -> float:
        """Return when a frame was taken, in seconds on our clock; never before the one before."""
        moment = arrived_at if pts_s is None else self._laid(pts_s, arrived_at)
        self._last = max(self._last, min(moment, arrived_at))
        return self._last

    def restart(self) -> None:
        """Forget the camera's clock: it was connected anew."""
        self._offset = None

    def _laid(self, pts_s: float, arrived_at: float) -> float:
        offset = arrived_at - pts_s
        if self._offset is None or abs(offset - self._offset) > LEAP_S:
            self._offset = offset
        grown = self._offset + LEAK * max(0.0, arrived_at - self._asked_at)
        self._offset, self._asked_at = min(offset, grown), arrived_at
        return pts_s + self._offset
