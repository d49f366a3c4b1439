"""The whole line, frame by frame, in one thread: camera, sight, move reader, watch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.faults import Fault, TableError
from engine.happenings import Broke, Happening, Mended, Ticked
from engine.in_step import step_news
from engine.ports import Sighting
from engine.standing import Standing
from engine.state import Game
from engine.table import TableState
from engine.watch import Watch
from vision.camera import Camera
from vision.frames import Frame

REST_S = 0.25
"""The light and the page hear from us at least so often, in seconds."""

LATE_S = 2.0
"""Live, nobody may take what was judged for what is: after so long it is a fault."""

TICK_S = 1.0
"""A player's time is counted so often, in seconds."""

GAP_S = 1.0
"""Live, cards may have been drawn while no picture was judged for so long."""

CAMERA_FAULTS = (Fault.CAMERA_LOST, Fault.CAMERA_FROZEN, Fault.CAMERA_CHANGED)
SIGHT_FAULTS = (
    Fault.CAMERA_MOVED,
    Fault.CAMERA_BLURRED,
    Fault.CAMERA_DARK,
    Fault.CAMERA_SLOW,
    Fault.CAMERA_REPEATS,
    Fault.MODEL_BROKEN,
)
"""What is over as soon as a frame has been seen."""


class Sight(Protocol):
    """The first half of the line: from a frame to what has settled on the table."""

    def see(self, frame: Frame) -> TableState | None:
        """Return the settled table when it has changed.

        Raises TableError when the picture cannot be used: the camera was moved, say.
        """
        ...

    def news(self) -> Iterable[Happening]:
        """Return what has happened to picture and camera since the last time."""
        ...


class MoveReading(Protocol):
    """Tells which moves explain what has settled."""

    def read(self, state: TableState, game: Game) -> Sequence[Sighting]:
        """Return the moves that lead from the game to the table, or doubts."""
        ...


class Hearing(Protocol):
    """What people say and devices report between two frames."""

    def heard(self, standing: Standing, taken_at: float) -> Iterable[Happening]:
        """Return what came in since the last time; never blocks."""
        ...


@dataclass(frozen=True, slots=True)
class Line:
    """The parts of the line, in the order in which a frame meets them."""

    camera: Camera
    sight: Sight
    reading: MoveReading
    hearing: Hearing
    watch: Watch


class Watching:
    """Takes frame after frame through the line until the recording is over."""

    def __init__(
        self,
        line: Line,
        clock: Callable[[], float],
        on_frame: Callable[[Frame, float], None] = lambda _frame, _seconds: None,
        late_after_s: float | None = None,
    ) -> None:
        """Tell `on_frame` each frame that is done, and the seconds that it took by the clock.

        A judged frame that is older than `late_after_s` is a fault, and so is a gap between
        judged frames; None: nobody waits for it.
        """
        self._late_after_s = late_after_s
        self._line = line
        self._clock = clock
        self._on_frame = on_frame
        self._rested_at = clock()
        self._before: Frame | None = None
        self.arrived_at = 0.0
        """When the frame that is in the line now came from the camera, by the clock."""
        self.age_s = 0.0
        """How old that frame was then, in seconds; of a recording that is not played, 0."""
        self.judged_age_s = 0.0
        """How old the newest judged frame was when it had been judged, in seconds."""

    def run(self) -> None:
        """Watch until the recording is over; a lost camera is waited for."""
        while self.turn():
            pass

    def turn(self) -> bool:
        """Take one frame through the line; tell whether there may be another."""
        camera = self._line.camera
        try:
            frame = camera.read()
        except TableError as error:
            self._broke(error, camera.now())
            return True
        if frame is None:
            return False

        self.arrived_at = self._clock()
        self.age_s = max(0.0, camera.now() - frame.taken_at)
        self._mended(CAMERA_FAULTS, frame.taken_at)
        self._tell_gap(frame)
        self._hear(frame.taken_at)
        self._see(frame)
        self._tick(frame.taken_at)
        self.judged_age_s = max(0.0, camera.now() - frame.taken_at)
        self._tell_lateness(frame.taken_at)
        self._rest(frame.taken_at)
        self._on_frame(frame, self._clock() - self.arrived_at)
        return True

    def _see(self, frame: Frame) -> None:
        line = self._line
        try:
            state = line.sight.see(frame)
        except TableError as error:
            self._unseen(error, frame.taken_at)
            return
        finally:
            for happening in line.sight.news():
                line.watch.take(happening)
        self._mended(SIGHT_FAULTS, frame.taken_at)
        if state is not None:
            for sighting in line.reading.read(state, line.watch.standing.game):
                line.watch.take(sighting)
            for happening in step_news(line.watch.standing, frame.taken_at):
                line.watch.take(happening)

    def _tick(self, taken_at: float) -> None:
        """Count the time of whoever is thinking, by the capture times of frames."""
        clock = self._line.watch.standing.thinking
        if clock.seat is not None and taken_at - clock.at >= TICK_S:
            self._line.watch.take(Ticked(taken_at))

    def _tell_lateness(self, taken_at: float) -> None:
        """Tell that judging has fallen behind, and when it has caught up well again."""
        limit_s, age_s = self._late_after_s, self.judged_age_s
        if limit_s is None:
            return
        if age_s <= limit_s / 2:
            self._mended((Fault.JUDGING_LATE,), taken_at)
        elif age_s > limit_s and not any(self._lasting((Fault.JUDGING_LATE,))):
            late = Broke(Fault.JUDGING_LATE, "", taken_at, figures=(("seconds", age_s),))
            self._line.watch.take(late)

    def _tell_gap(self, frame: Frame) -> None:
        """Tell that the camera took pictures which nobody had the time to judge."""
        before, self._before = self._before, frame
        if self._late_after_s is None or before is None:
            return
        seconds = frame.taken_at - before.taken_at
        if frame.number - before.number > 1 and seconds > GAP_S:
            missed = TableError(Fault.FRAMES_MISSED, "", (("seconds", seconds),))
            self._unseen(missed, frame.taken_at)
        else:
            self._mended((Fault.FRAMES_MISSED,), frame.taken_at)

    def _hear(self, taken_at: float) -> None:
        for happening in self._line.hearing.heard(self._line.watch.standing, taken_at):
            self._line.watch.take(happening)

    def _broke(self, error: TableError, taken_at: float) -> None:
        self._hear(taken_at)
        self._line.watch.take(Broke.by(error, taken_at))

    def _unseen(self, error: TableError, taken_at: float) -> None:
        """Tell once that a picture cannot be used; the next ones change nothing about that."""
        if not any(self._lasting((error.fault,))):
            self._broke(error, taken_at)

    def _mended(self, faults: Iterable[Fault], taken_at: float) -> None:
        for fault in self._lasting(faults):
            self._line.watch.take(Mended(fault, taken_at))

    def _lasting(self, faults: Iterable[Fault]) -> Iterator[Fault]:
        lasting = self._line.watch.standing.faults
        if lasting:
            known = {broken.fault for broken in lasting}
            yield from (fault for fault in faults if fault in known)

    def _rest(self, taken_at: float) -> None:
        if self._clock() - self._rested_at >= REST_S:
            self._rested_at = self._clock()
            self._line.watch.rest(taken_at)
