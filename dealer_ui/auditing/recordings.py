"""Which recordings there are: found in folders, ordered by table and time, joined into sittings.

What a name tells is believed: a date and time, a number at its end. Where it tells no time, the
time at which the file was last written orders it, and is not told to anybody.
"""

from __future__ import annotations

import glob
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import av
import av.error

from calibration.film import import_film, needs_pictures
from calibration.profile import ProfileError, TableProfile, load_profile
from dealer_ui.endings import BadInputError, about
from dealer_ui.prompts import Catalogue
from engine.faults import Cause
from vision.footage import read_index
from vision.recording import CameraError, Recording
from vision.sitting import Reel

VIDEOS = frozenset({".mp4", ".mkv", ".mov", ".avi", ".webm", ".m4v", ".ts"})
JOURNALS = frozenset({".journal", ".kozyr"})
TABLE_FILE = "table.toml"
JOIN_S = 5.0
"""Recordings of one name whose times leave no longer gap are one sitting."""

NAMED_TIME = re.compile(
    r"(?P<y>20\d\d)-?(?P<mo>[01]\d)-?(?P<d>[0-3]\d)"
    r"[T_ -]?(?P<h>[0-2]\d)[-:._]?(?P<mi>[0-5]\d)(?:[-:._]?(?P<s>[0-5]\d))?Z?"
)
NUMBER = re.compile(r"(\d+)$")
SEGMENT_DIGITS = 3
"""A number of so many digits at the end of a name counts the segments of one recording."""

SQLITE = b"SQLite format 3"


@dataclass(frozen=True, slots=True)
class Found:
    """One recording: where it lies, the table, and what its name tells of its time and place."""

    path: Path
    profile: TableProfile
    stem: str
    """The name without time and number: what recordings of one sitting share."""
    begun: datetime | None
    number: int
    written_s: float

    @property
    def order(self) -> tuple[str, float, str, int, str]:
        """Return what recordings are ordered by: table, time, number."""
        moment = self.written_s if self.begun is None else self.begun.timestamp()
        moment = 0.0 if self.begun is None and self.number else moment
        return (self.profile.name, moment, self.stem, self.number, self.path.name)


@dataclass(frozen=True, slots=True)
class Booking:
    """Recordings that are played as one, and the table that they show."""

    name: str
    profile: TableProfile
    reels: tuple[Reel, ...]
    begun: datetime | None = None
    """The time of day of its first frame, where the names tell it."""


@dataclass(frozen=True, slots=True)
class Bad:
    """Something that cannot be audited, and why."""

    path: Path
    why: str


@dataclass(slots=True)
class Finds:
    """What was found in the places that a person named."""

    bookings: tuple[Booking, ...] = ()
    journals: tuple[Path, ...] = ()
    bad: list[Bad] = field(default_factory=list)


def find(places: Iterable[str], table: TableProfile | None, words: Catalogue) -> Finds:
    """Look for recordings and journals in files, folders and patterns.

    Raises BadInputError for a place where there is nothing at all.
    """
    paths = list(dict.fromkeys(path for place in places for path in _paths(place)))
    finds = Finds(journals=tuple(path for path in paths if is_journal(path)))
    found: list[Found] = []
    for path in paths:
        if path in finds.journals:
            continue
        try:
            found.append(_found(path, table))
        except (ProfileError, CameraError, BadInputError) as error:
            finds.bad.append(Bad(path, about(error).said(words)))
    finds.bookings = tuple(_bookings(sorted(found, key=lambda one: one.order)))
    return finds


def _paths(place: str) -> Iterator[Path]:
    """Yield what a place names: a file, what lies below a folder, what fits a pattern."""
    if (path := Path(place)).is_dir():
        known = VIDEOS | JOURNALS
        below = sorted(p for p in path.rglob("*") if p.suffix.lower() in known and p.is_file())
        if not below:
            raise BadInputError(Cause("audit-empty-folder", str(path)))
        yield from below
    elif path.exists():
        yield path
    else:
        fitting = sorted(glob.glob(place, recursive=True))  # noqa: PTH207 - absolute patterns too
        if not fitting:
            raise BadInputError(Cause("audit-nothing", place))
        for one in fitting:
            yield from _paths(one)


def is_journal(path: Path) -> bool:
    """Tell whether a file is a journal rather than a recording."""
    if path.suffix.lower() in JOURNALS:
        return True
    if path.suffix.lower() in VIDEOS or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


def _found(path: Path, table: TableProfile | None) -> Found:
    """Learn what a recording's name and neighbours tell; raises what cannot be used."""
    named = NAMED_TIME.search(path.stem) or NAMED_TIME.search(path.parent.name)
    rest = NAMED_TIME.sub("", path.stem)
    number = NUMBER.search(rest)
    stem = NUMBER.sub("", rest).strip(" _-.")
    return Found(
        path,
        _profile(path, table),
        str(path.parent / stem),
        None if named is None else _time(named),
        int(number[1]) if number else 0,
        path.stat().st_mtime,
    )


def _time(named: re.Match[str]) -> datetime | None:
    try:
        text = "".join((named[part] or "00") for part in ("y", "mo", "d", "h", "mi", "s"))
        return datetime.strptime(text, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _profile(path: Path, table: TableProfile | None) -> TableProfile:
    """Return the table of a recording: its own profile, its folder's, or the one that was named."""
    own, description = path.with_suffix(".toml"), path.with_suffix(".input.json")
    for near in (own, path.with_name(TABLE_FILE), path.parent.parent / TABLE_FILE):
        if near.exists():
            return load_profile(near)
    if table is not None:
        return table
    if not description.exists():
        raise BadInputError(Cause("audit-no-table", str(path)), own.name)
    if not needs_pictures(description):
        return import_film(description)
    recording = Recording(path)
    try:
        return import_film(description, (frame.image for frame in recording.frames()))
    finally:
        recording.close()


def _bookings(found: Sequence[Found]) -> Iterator[Booking]:
    """Yield sittings: recordings of one name that follow one another."""
    together: list[Found] = []
    starts: list[float] = []
    for before, one in pairwise((None, *found)):
        if one is None:
            continue
        start = _follows(before, one, starts[-1]) if before is not None and starts else None
        if start is None:
            yield from _booked(together, starts)
            together, starts = [], []
            start = _index_start(one.path) or 0.0
        together.append(one)
        starts.append(start)
    yield from _booked(together, starts)


def _booked(found: Sequence[Found], starts: Sequence[float]) -> Iterator[Booking]:
    if found:
        first = found[0]
        name = first.path.stem if len(found) == 1 else f"{first.path.parent.name}-{first.path.stem}"
        reels = tuple(Reel(f.path, at) for f, at in zip(found, starts, strict=True))
        yield Booking(name, first.profile, reels, first.begun)


def _follows(before: Found, one: Found, started_s: float) -> float | None:
    """Return when a recording begins on the clock of the one before it; None: apart from it."""
    same = (one.stem, one.profile) == (before.stem, before.profile)
    if not same:
        return None
    if (index := _index_start(one.path)) is not None:
        return index if index > started_s else None
    if one.begun is not None and before.begun is not None and one.begun != before.begun:
        later_s = (one.begun - before.begun).total_seconds()
        lasts_s = _seconds(before.path)
        return started_s + later_s if 0 < later_s <= lasts_s + JOIN_S else None
    digits = NUMBER.search(one.path.stem)
    is_segment = digits is not None and len(digits[1]) >= SEGMENT_DIGITS
    if is_segment and one.number == before.number + 1:
        return started_s + _seconds(before.path)
    return None


def _index_start(path: Path) -> float | None:
    """Return the camera's time of the first frame, where our recorder wrote it beside a segment."""
    index = path.with_suffix(".csv")
    if not index.exists():
        return None
    first = next(read_index(index), None)
    return None if first is None else first.taken_at


def _seconds(path: Path) -> float:
    """Return how long a recording says that it lasts."""
    try:
        with av.open(str(path)) as container:
            return float((container.duration or 0) / av.time_base)
    except (av.error.FFmpegError, OSError):
        return 0.0
