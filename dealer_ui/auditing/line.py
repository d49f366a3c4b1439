"""The very line that `kozyr watch` runs, over a sitting: no light, no page, no clock of the day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dealer_ui.auditing.ahead import Ahead, HalvedSight
from dealer_ui.auditing.recordings import Booking
from dealer_ui.orders import Order
from dealer_ui.settings import Settings
from dealer_ui.watching import Line, MoveReading, Watching
from dealer_ui.wiring import begun, open_reading
from engine.entries import Entry, game_row
from engine.happenings import Happening
from engine.house import HouseRules
from engine.standing import Standing
from engine.watch import Watch
from hardware.indicators import NoLight
from vision.frames import Frame
from vision.sitting import Mark, Sitting

EVERY_FRAMES = 300
"""After so many frames both halves of the sight rest, and what was come to can be kept."""


@dataclass(frozen=True, slots=True)
class Job:
    """A sitting to be run, under which rules and settings."""

    booking: Booking
    rules: HouseRules
    settings: Settings
    dealer: str = ""

    @property
    def order(self) -> Order:
        """Return what a table would be made of: a recording, and nothing that shines or writes."""
        source = str(self.booking.reels[0].path)
        return Order(source, self.booking.profile, self.rules, self.settings)


@dataclass(frozen=True, slots=True)
class Progress:
    """Everything that a run has come to after some frame: another one can go on from here."""

    mark: Mark
    standing: Standing
    sight: HalvedSight
    reading: MoveReading
    entries: tuple[Entry, ...]


class Written:
    """The rows of a run, held until it is over: a journal is only ever added to."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Go on with the rows of before."""
        self.entries = list(entries)

    def keep(self, entries: Sequence[Entry]) -> None:
        """Keep rows."""
        self.entries.extend(entries)


class _Nobody:
    """Nobody sits at the table: no page, nothing is said."""

    def publish(self, standing: Standing) -> None:
        """Show nothing."""

    def heard(self, standing: Standing, taken_at: float) -> tuple[Happening, ...]:
        """Hear nothing."""
        del standing, taken_at
        return ()


class AuditLine:
    """One sitting on its way through the line."""

    def __init__(
        self, job: Job, sight: HalvedSight, before: Progress | None, on_frame: Callable[[int], None]
    ) -> None:
        """Begin, or go on from what came out before; `on_frame` is told how many are done."""
        start = Progress(Mark(), begun(job.order), sight, open_reading(), _first_rows(job))
        start = before or start
        booking = job.booking
        self.sitting = Sitting(booking.reels, start.mark, size_px=booking.profile.camera.size_px)
        self._written, nobody = Written(start.entries), _Nobody()
        self._sight, self._reading = start.sight, start.reading
        self._watch = Watch(start.standing, NoLight(), self._written, nobody)
        self._ahead = Ahead(self.sitting, start.sight, EVERY_FRAMES)
        line = Line(self._ahead, self._ahead, start.reading, nobody, self._watch)
        self._watching = Watching(line, self._ahead.now, _told(on_frame))

    def turn(self) -> bool:
        """Take one frame through the line; tell whether there may be another."""
        return self._watching.turn()

    @property
    def rests(self) -> bool:
        """Tell whether neither half of the sight is ahead of the other."""
        return self._ahead.rests

    @property
    def progress(self) -> Progress:
        """Return what the run has come to; only where it rests: the first half is ahead else."""
        return Progress(
            self.sitting.mark,
            self._watch.standing,
            self._sight,
            self._reading,
            tuple(self._written.entries),
        )

    def close(self) -> None:
        """Let go of the recording."""
        self._ahead.close()
        self.sitting.close()


def _told(on_frame: Callable[[int], None]) -> Callable[[Frame, float], None]:
    def done(frame: Frame, _seconds: float) -> None:
        on_frame(frame.number + 1)

    return done


def _first_rows(job: Job) -> tuple[Entry, ...]:
    booking = job.booking
    row: dict[str, object] = {
        "source": booking.name,
        "table": booking.profile.name,
        "reels": [reel.path.name for reel in booking.reels],
    }
    if job.dealer:
        row["dealer"] = job.dealer
    return (Entry("start", 0.0, row), Entry("game", 0.0, game_row(begun(job.order).game)))
