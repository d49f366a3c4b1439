"""Whether pictures come often enough, are new ones, and carry times that make sense."""

from __future__ import annotations

import zlib
from collections import deque
from dataclasses import dataclass, field
from statistics import median

from vision.frames import Frame, Picture

SLOWEST = 4.5
"""Cameras from 5 frames a second on are judged; so many are called 5."""

RATE_OVER_S = 3.0
LEAST_FRAMES = 5

REPEAT_OVER_S = 2.0
REMEMBERED_S = 60.0
"""A loop of so many seconds is still noticed."""

STIRRED = 0.3
"""A still picture that returns now and then is a still table; in a loop so many frames change."""

AGAIN = 0.9
"""In a loop so many frames have been seen before."""

AWAY_S = 1.0
STEP_S = 1.0
"""A camera's clock that is suddenly so far off has been changed."""


@dataclass(slots=True)
class Tempo:
    """Measures how many frames a second a camera takes; those that nobody fetched count too."""

    _times: deque[tuple[float, int]] = field(default_factory=deque)

    def slow(self, frame: Frame) -> float | None:
        """Return the rate when it is too low to judge by; None while it is not."""
        times = self._times
        if times and frame.taken_at < times[-1][0]:
            times.clear()
        times.append((frame.taken_at, frame.number))
        while len(times) > LEAST_FRAMES and frame.taken_at - times[1][0] >= RATE_OVER_S:
            times.popleft()
        if len(times) < LEAST_FRAMES or frame.taken_at - times[0][0] < RATE_OVER_S:
            return None
        pairs = zip(list(times)[:-1], list(times)[1:], strict=True)
        # The median, so that one gap, in which the camera was lost, is no slow camera.
        apart = median((two[0] - one[0]) / max(1, two[1] - one[1]) for one, two in pairs)
        rate = 1 / apart if apart > 0 else SLOWEST
        return rate if rate < SLOWEST else None


class Novelty:
    """Notices a camera that sends pictures again that it has sent before.

    A sensor always stirs, so no two pictures of it are equal to the last bit. A recording of a
    still table may have equal ones: there more patience is needed.
    """

    def __init__(self, patience_s: float) -> None:
        """Call one picture frozen after so many seconds."""
        self._patience_s = patience_s
        self._seen: dict[int, float] = {}
        """When each picture was seen last, the longest ago first."""
        self._recent: deque[tuple[float, bool, bool]] = deque()
        self._last = 0
        self._since: float | None = None

    def repeats(self, sample: Picture, moment: float) -> bool:
        """Tell whether the pictures of the last while are old ones."""
        mark = zlib.crc32(sample.tobytes())
        changed = mark != self._last
        if changed or self._since is None:
            self._since = moment
        known_at = self._seen.get(mark)
        is_old = known_at is not None and 0 <= moment - known_at <= REMEMBERED_S
        self._recent.append((moment, changed, is_old))
        self._seen.pop(mark, None)
        self._seen[mark], self._last = moment, mark
        self._forget(moment)
        return moment - self._since >= self._patience_s or self._loops(moment)

    def _loops(self, moment: float) -> bool:
        """Tell whether pictures change all the time and none of them is new."""
        recent = self._recent
        if len(recent) < LEAST_FRAMES or moment - recent[0][0] < 0.8 * REPEAT_OVER_S:
            return False
        changes = sum(changed for _, changed, _ in recent)
        old = sum(is_old for _, _, is_old in recent)
        return changes >= STIRRED * len(recent) and old >= AGAIN * len(recent)

    def _forget(self, moment: float) -> None:
        while self._recent and not 0 <= moment - self._recent[0][0] <= REPEAT_OVER_S:
            self._recent.popleft()
        while not 0 <= moment - self._seen[oldest := next(iter(self._seen))] <= REMEMBERED_S:
            del self._seen[oldest]


@dataclass(slots=True)
class SourceClock:
    """Notices when the times that a source puts on its pictures jump."""

    _offset: float | None = None
    _taken_at: float = 0.0

    def jumped(self, frame: Frame) -> float | None:
        """Return by how many seconds the source's clock jumped since the frame before."""
        if frame.pts_s is None:
            return None
        offset = frame.pts_s - frame.taken_at
        before, self._offset = self._offset, offset
        away_s, self._taken_at = frame.taken_at - self._taken_at, frame.taken_at
        # After a while without pictures it was connected anew, and its clock may begin anew.
        if before is None or away_s > AWAY_S or abs(offset - before) < STEP_S:
            return None
        return offset - before
