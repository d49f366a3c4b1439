"""What is kept on the disk now, how much of it belongs to cases, and what a sweep removes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dealer_ui.workshop.retention import Retention
from engine.entries import Entry
from engine.faults import TableError
from journal.evidence import EvidenceStore
from journal.place import evidence_folder
from journal.read import read_rows
from journal.retention import held_files, swept
from vision.disk import Budget, VideoStore, free_bytes


@dataclass(frozen=True, slots=True)
class Held:
    """So many files, so many bytes, and when the oldest was kept (seconds since 1970)."""

    files: int = 0
    size: int = 0
    oldest_s: float | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """What there is; `hours` of video, and for how many more hours its share will do."""

    evidence: Held
    in_cases: Held
    over: Held
    """What the next sweep removes."""
    video: Held
    hours: float
    hours_left: float | None
    journal: int
    free: int


class Stores:
    """The folders of one table."""

    def __init__(
        self,
        journal: Path | None,
        video: Path | None,
        keep: Callable[[Sequence[Entry]], None],
        clock: Callable[[], datetime],
    ) -> None:
        """Count what lies there; rows about what was removed are written with `keep`."""
        self._journal, self._keep, self._clock = journal, keep, clock
        self._video = VideoStore(video, Budget()) if video is not None else None
        self._folder = journal.parent if journal is not None else video or Path.cwd()

    def counted(self, holds: Retention) -> Stock:
        """Count; raises TableError for a journal that cannot be read."""
        evidence = self._evidence()
        files = evidence.sizes() if evidence is not None else ()
        rows = read_rows(self._journal) if self._journal and self._journal.exists() else ()
        stay = held_files(rows) if files else frozenset()
        over = evidence.over(holds.limits, stay, self._now_s()) if evidence is not None else ()
        video = self._video
        if video is not None:
            video.allow(holds.budget)
        told = video.forecast(video.recorded_s()) if video is not None else None
        segments = video.sizes() if video is not None else ()
        return Stock(
            _sum(files),
            _sum([one for one in files if one[2].stem in stay]),
            _sum([one for one in files if one[2] in over]),
            _sum(segments),
            told.hours_recorded if told else 0.0,
            told.hours_until_full if told else None,
            self._journal_bytes(),
            free_bytes(self._folder),
        )

    def sweep(self, holds: Retention) -> int:
        """Remove evidence whose time is over and write that down; return how many files went.

        Raises TableError.
        """
        evidence = self._evidence()
        if evidence is None or self._journal is None:
            return 0
        entries = swept(evidence, read_rows(self._journal), holds.limits, self._now_s())
        if entries:
            self._keep(entries)
        return sum(len(gone) for e in entries if isinstance(gone := e.payload["sha256"], list))

    def _evidence(self) -> EvidenceStore | None:
        if self._journal is None or not evidence_folder(self._journal).is_dir():
            return None
        return EvidenceStore(evidence_folder(self._journal))

    def _journal_bytes(self) -> int:
        path = self._journal
        if path is None:
            return 0
        beside = (path, path.with_name(f"{path.name}-wal"))
        return sum(one.stat().st_size for one in beside if one.exists())

    def _now_s(self) -> float:
        return self._clock().timestamp()


def _sum(files: Sequence[tuple[float, int, Path]]) -> Held:
    oldest = min((at for at, _, _ in files), default=None)
    return Held(len(files), sum(size for _, size, _ in files), oldest)


STOCK_TROUBLE = (TableError, OSError)
"""What may go wrong when a disk is counted or swept."""
