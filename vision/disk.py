"""How much disk the video may have, and for how long that will do."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vision.footage import read_index

GIGA = 10**9


@dataclass(frozen=True, slots=True)
class Budget:
    """What the video may take, and what it must leave free for the journal, in bytes."""

    most: int = 50 * GIGA
    reserve: int = GIGA


@dataclass(frozen=True, slots=True)
class Forecast:
    """How fast video grows, how much there is, and for how many hours the budget will do."""

    bytes_an_hour: float
    hours_recorded: float
    hours_until_full: float | None
    hours_kept: float | None
    """How far back the video will reach once the oldest makes room for the newest."""


def free_bytes(folder: Path) -> int:
    """Return how many bytes are free where a folder lies."""
    return shutil.disk_usage(folder).free


class VideoStore:
    """All segments below a folder, of every run; the oldest make room, held ones never do."""

    def __init__(
        self,
        folder: Path,
        budget: Budget,
        *,
        free: Callable[[Path], int] = free_bytes,
        is_held: Callable[[Path], bool] = lambda _segment: False,
        budget_now: Callable[[], Budget] | None = None,
    ) -> None:
        """Keep a folder within a budget; `is_held` names the segments that must stay.

        `budget_now` is asked before room is made: people may change it while the table runs.
        """
        self.folder = folder
        self.most = budget.most
        self._budget, self._free, self._is_held = budget, free, is_held
        self._budget_now = budget_now
        self._lengths: dict[Path, float] = {}

    def make_room(self, writing: Path | None) -> bool:
        """Remove the oldest segments until all is within bounds; tell whether it is."""
        if self._budget_now is not None:
            self.allow(self._budget_now())
        segments = sorted(path for path in self.folder.rglob("*.mp4") if path != writing)
        free_ones = (path for path in segments if not self._is_held(path))
        while not self._fits():
            oldest = next(free_ones, None)
            if oldest is None:
                return False
            oldest.with_suffix(".csv").unlink(missing_ok=True)
            oldest.unlink(missing_ok=True)
        return True

    def forecast(self, seconds: float) -> Forecast:
        """Tell how long the budget will do, from the video of so many seconds that is there."""
        used = self.used()
        hourly = used / seconds * 3600 if seconds > 0 else 0.0
        room = max(0, min(self._budget.most - used, self._free(self.folder) - self._budget.reserve))
        return Forecast(
            hourly,
            seconds / 3600,
            room / hourly if hourly else None,
            (used + room) / hourly if hourly else None,
        )

    def allow(self, budget: Budget) -> None:
        """Keep within another budget from now on."""
        self._budget, self.most = budget, budget.most

    def sizes(self) -> tuple[tuple[float, int, Path], ...]:
        """Return when each segment was written (s since 1970), its bytes and its place."""
        found = ((path.stat(), path) for path in sorted(self.folder.rglob("*.mp4")))
        return tuple((stat.st_mtime, stat.st_size, path) for stat, path in found)

    def free_now(self) -> int:
        """Return how many bytes are free on its disk."""
        return self._free(self.folder)

    def recorded_s(self) -> float:
        """Return how many seconds of video there are; each finished segment is read once."""
        indexes = sorted(self.folder.rglob("*.csv"))
        newest = {path.parent: path for path in indexes}
        for path in indexes:
            if path not in self._lengths or newest[path.parent] == path:
                self._lengths[path] = _length_s(path)
        return sum(self._lengths[path] for path in indexes)

    def used(self) -> int:
        """Return how many bytes the segments take."""
        return sum(path.stat().st_size for path in self.folder.rglob("*.mp4"))

    def _fits(self) -> bool:
        enough_free = self._free(self.folder) >= self._budget.reserve
        return enough_free and self.used() <= self._budget.most


def _length_s(index: Path) -> float:
    """Return the seconds between the first and the last frame of a segment."""
    places = tuple(read_index(index))
    return places[-1].taken_at - places[0].taken_at if places else 0.0
