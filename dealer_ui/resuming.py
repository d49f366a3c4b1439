"""Goes on with a live table where a crash, a power cut or a stop broke it off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.entries import Entry, game_row
from engine.faults import Fault, TableError
from engine.happenings import Broke, Happening, Mended
from engine.house import HouseRules
from engine.row_reading import RowError
from engine.rows import Row as Payload
from engine.standing import Standing
from journal.dealers import BY, SHIFT
from journal.evidence import EVIDENCE
from journal.personal import told
from journal.read import JournalReader
from journal.replay import Replay
from journal.rows import RESUMES, START, Row
from vision.camera import Camera
from vision.frames import Frame

WITHIN_S = 900.0
"""After so long, in seconds of the day, nobody waits for the game any more."""
NOT_TO_GO_ON = "over"
"""How a run ends that was watched to its end; one that was stopped or failed may go on."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """What a journal tells of the run that was broken off.

    `at` is the camera's time at which it goes on, so that one clock runs through all of it;
    `gathered` names the flags and doubts whose evidence is kept already.
    """

    run: int
    standing: Standing
    at: float
    gap_s: float
    began: datetime
    gathered: frozenset[str]
    dealer: str = ""
    """Who had begun the shift; nothing where nobody had."""

    def clock_of(self, camera: Camera) -> Camera:
        """Return a camera whose clock goes on from the one before."""
        return ContinuedCamera(camera, self.at)

    @property
    def entry(self) -> Payload:
        """Return what the row of this program's start says besides the table."""
        return {RESUMES: self.run}

    @property
    def happenings(self) -> Iterator[Happening]:
        """Yield what happened meanwhile: whatever was broken may be whole, and nobody looked."""
        for broken in self.standing.faults:
            yield Mended(broken.fault, self.at)
        yield Broke(Fault.FRAMES_MISSED, "", self.at, figures=(("seconds", self.gap_s),))


def broken_off(
    journal: Path | None, table: str, rules: HouseRules, now: datetime
) -> Resumed | None:
    """Return the run that a journal's table was watched in a moment ago, if its game goes on.

    None too for a journal that makes no sense to this release: then another game begins.
    """
    if journal is None:
        return None
    try:
        rows = _last_run(journal)
        return _resumed(rows, table, rules, now) if rows else None
    except (TableError, RowError, LookupError):
        return None


def first_entries(source: Payload, standing: Standing, resumed: Resumed | None) -> list[Entry]:
    """Return the rows with which a program begins to watch."""
    if resumed is not None:
        return [Entry(START, resumed.at, {**source, **resumed.entry})]
    return [Entry(START, 0.0, source), Entry("game", 0.0, game_row(standing.game))]


def _last_run(journal: Path) -> list[Row]:
    """Return the rows of the last run, from the row with which it began."""
    reader = JournalReader(journal)
    try:
        starts = [row for row in reader.pages(kinds={START}) if row.begins_run]
        rows = [starts[-1], *reader.pages(starts[-1].seq)] if starts else []
        return list(told(rows, reader.texts()))
    finally:
        reader.close()


def _resumed(rows: list[Row], table: str, rules: HouseRules, now: datetime) -> Resumed | None:
    """Fold the rows of a run; None where there is nothing to go on with."""
    first, last = rows[0], max(rows, key=lambda row: (row.taken_ns, row.seq))  # people write at 0
    gap_s = max(0.0, (now - datetime.fromisoformat(last.wall)).total_seconds())
    endings = [row.content["how"] for row in rows if row.kind == "end"]
    is_ours = first.content.get("table") == table and last.rules == rules.label
    if not is_ours or gap_s > WITHIN_S or NOT_TO_GO_ON in endings:
        return None
    again = Replay(lambda _label: rules)
    for row in rows:
        again.take(row)
    standing = again.standing
    if standing is None or not standing.steps or standing.game.result is not None:
        return None
    return Resumed(
        first.seq,
        standing,
        last.taken_at + gap_s,
        gap_s,
        datetime.fromisoformat(first.wall).astimezone(UTC),
        frozenset(str(row.content["of"]) for row in rows if row.kind == EVIDENCE),
        next(
            (str(it.content[BY]) for it in rows[::-1] if it.kind == SHIFT and BY in it.content), ""
        ),
    )


class ContinuedCamera:
    """A camera whose clock goes on from the one before the crash."""

    def __init__(self, camera: Camera, at: float) -> None:
        """Give what a camera gives, `at` seconds later."""
        self._camera, self._at = camera, at

    @property
    def length(self) -> int | None:
        """How many frames there are, where anybody knows."""
        return self._camera.length

    def read(self) -> Frame | None:
        """Return the next frame on the clock that goes on."""
        frame = self._camera.read()
        return None if frame is None else replace(frame, taken_at=frame.taken_at + self._at)

    def frames(self) -> Iterator[Frame]:
        """Yield the frames until the end."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return the time on that clock, in seconds."""
        return self._camera.now() + self._at

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()
