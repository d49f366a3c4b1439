"""The models of a table: which releases are installed, what they scored, and which is live."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any, Final

from dealer_ui.workshop.works import Doing, Outcome, Stage, Tell
from vision.comparison import Comparison
from vision.registry import Weights, WeightsError, checked, read_registry, read_table
from vision.releases import (
    Change,
    earlier_releases,
    folder_of,
    live_release,
    promote,
    rollback,
    stage,
)
from vision.sets import PictureSet

Compare = Callable[[Path, Path, Sequence[PictureSet]], Iterator[Comparison]]
"""Let the models of two folders read sets of pictures."""

Figures = Mapping[str, Mapping[str, float | int]]
"""Figures by the set of pictures that they were measured on."""

SHOWN: Final = ("recall", "precision", "wrong", "unreadable", "cards")
SHARES: Final = frozenset({"recall", "precision"})


@dataclass(frozen=True, slots=True)
class Release:
    """One release that is installed; `damaged` names a network that is not what it should be."""

    number: int
    is_live: bool
    networks: tuple[Weights, ...]
    figures: Figures
    damaged: str = ""


@dataclass(frozen=True, slots=True)
class PastChange:
    """One time that another release went live; `why` also where it was forced."""

    release: int
    what: str
    at: str
    why: str
    worse: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a candidate scored beside the live release."""

    candidate: str
    live: int
    found: tuple[Comparison, ...]

    @property
    def worse(self) -> tuple[str, ...]:
        """Name where the candidate is worse, as ``set: figure``."""
        return tuple(f"{one.name}: {figure}" for one in self.found for figure in one.worse())


@dataclass(frozen=True, slots=True)
class ShelfNow:
    """Everything that the page of models shows; releases begin with the newest."""

    releases: tuple[Release, ...]
    changes: tuple[PastChange, ...]
    candidates: tuple[str, ...]
    measured: Measured | None

    @property
    def sets(self) -> tuple[str, ...]:
        """Return every set that a release or the candidate was measured on."""
        known = [name for one in self.releases for name in one.figures]
        fresh = [one.name for one in self.measured.found] if self.measured else []
        return tuple(dict.fromkeys((*known, *fresh)))


class NotPromotedError(Exception):
    """A candidate that stays where it is: worse or not measured, and nobody insists."""


class ModelShelf:
    """Looks after one folder of models; candidates are folders in another one."""

    def __init__(
        self,
        folder: Path,
        candidates: Path,
        sets: Callable[[], Sequence[PictureSet]],
        compare: Compare,
        clock: Callable[[], datetime],
    ) -> None:
        """Look after a folder; `clock` gives the time that a change is written down with."""
        self.folder, self.candidates = folder, candidates
        self._sets, self._compare, self._clock = sets, compare, clock
        self._hand = Lock()
        self._measured: Measured | None = None

    def now(self) -> ShelfNow:
        """Return what is installed; raises WeightsError for a registry that cannot be read."""
        history = read_table(self.folder).get("history", [])
        live = live_release(self.folder)
        numbers = sorted({live, *earlier_releases(self.folder)}, reverse=True)
        found = sorted(path.parent.name for path in self.candidates.glob("*/registry.toml"))
        return ShelfNow(
            tuple(self._release(number, live, history) for number in numbers),
            tuple(_past(entry) for entry in reversed(history)),
            tuple(found),
            self._measured,
        )

    def measuring(self, candidate: str) -> Doing:
        """Return the work of measuring a candidate; raises WeightsError for an unknown one."""
        place = self._place(candidate)

        def do(tell: Tell) -> Outcome:
            sets = self._sets()
            tell(Stage.MEASURING, 0, len(sets))
            with tempfile.TemporaryDirectory() as folder:
                staged, found = stage(self.folder, place, Path(folder)), []
                for one in self._compare(self.folder, staged, sets):
                    found.append(one)
                    tell(Stage.MEASURING, len(found), len(sets))
            self._measured = Measured(candidate, live_release(self.folder), tuple(found))
            return self._measured.found

        return do

    def promote(self, candidate: str, why: str, *, insists: bool) -> int:
        """Put a candidate live and return its number; raises WeightsError and OSError.

        Raises NotPromotedError where it is worse, or nobody measured it, and nobody insists.
        """
        with self._hand, tempfile.TemporaryDirectory() as folder:
            staged = stage(self.folder, self._place(candidate), Path(folder))
            seen = self._measured
            fits = seen is not None and seen.found and seen.live == live_release(self.folder)
            known = seen if fits and seen is not None and seen.candidate == candidate else None
            if not insists and (known is None or known.worse):
                raise NotPromotedError(", ".join(known.worse) if known else "")
            worse = known.worse if known else ("not measured",)
            figures = {one.name: one.other for one in known.found} if known else {}
            forced = why if known is None or worse else ""
            change = Change(self._today(), figures, worse, forced, "" if forced else why)
            number = promote(self.folder, staged, change)
            self._measured = None
            return number

    def rollback(self, number: int, why: str) -> int:
        """Bring an earlier release back, for a reason; raises WeightsError and OSError."""
        with self._hand:
            self._measured = None
            return rollback(self.folder, number, Change(self._today(), {}, why=why))

    def _place(self, candidate: str) -> Path:
        """Return a candidate's folder: only what lies on the shelf, whatever a page sends."""
        for path in self.candidates.glob("*/registry.toml"):
            if path.parent.name == candidate:
                return path.parent
        raise WeightsError(f"there is no candidate {candidate!r} in {self.candidates}")

    def _release(self, number: int, live: int, history: Sequence[Mapping[str, Any]]) -> Release:
        place = folder_of(self.folder, str(number))
        told = [e for e in history if e["release"] == number and e.get("figures")]
        networks, damaged = tuple(read_registry(place).values()), ""
        for weights in networks:
            try:
                checked(weights)
            except WeightsError:
                damaged = weights.name
        figures = told[-1]["figures"] if told else {}
        return Release(number, number == live, networks, figures, damaged)

    def _today(self) -> str:
        return f"{self._clock():%Y-%m-%d %H:%M}"


def _past(entry: Mapping[str, Any]) -> PastChange:
    return PastChange(
        int(entry["release"]),
        str(entry["what"]),
        str(entry.get("at", "")),
        str(entry.get("forced") or entry.get("why", "")),
        tuple(map(str, entry.get("worse", ()))),
    )
