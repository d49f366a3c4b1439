"""What comes in between two frames: buttons on the page, and how the light's line is."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator

from dealer_ui.commands import (
    Acknowledge,
    Answer,
    Button,
    ButtonName,
    Command,
    CommandQueue,
    Correct,
    LetGo,
    Pause,
)
from dealer_ui.tellings import move_told
from engine import happenings
from engine.faults import Fault, Noted, Notice
from engine.happenings import (
    Acknowledged,
    Answered,
    Broke,
    Corrected,
    Happening,
    InspectorCalled,
    Mended,
    Paused,
    Retold,
    Said,
)
from engine.moves import SayBeaten, SayTakes
from engine.seats import Actor
from engine.standing import Standing
from engine.truths import Truth
from hardware.line import Health, LineState
from journal.reserve import Reserve

STEP_S = 1.0
"""A time of day that is suddenly so far off was set by somebody, or by the network."""


class Clocks:
    """Notices when this computer's time of day jumps: the journal's dates rest on it."""

    def __init__(self, steady: Callable[[], float], day: Callable[[], float]) -> None:
        """Compare the time of day with a clock that nobody can set (both in seconds)."""
        self._steady, self._day = steady, day
        self._offset = day() - steady()

    def stepped(self) -> float | None:
        """Return by how many seconds the time of day has jumped since the last time."""
        before, self._offset = self._offset, self._day() - self._steady()
        jump = self._offset - before
        return jump if abs(jump) >= STEP_S else None


class Ears:
    """Collects what is said to the table; the watching thread asks between two frames."""

    def __init__(
        self,
        commands: CommandQueue,
        clocks: Clocks | None = None,
        reserve: Reserve | None = None,
    ) -> None:
        """Listen to the page's commands, and to the light's line by `hear_line`.

        `reserve` is looked at between two frames: that it was given up is a fault.
        """
        self._reserve, self._was_held = reserve, True
        self._clocks = clocks or Clocks(time.monotonic, time.time)
        self._commands = commands
        self._line_news: deque[Health] = deque(maxlen=16)
        self._video_news: deque[str | None] = deque(maxlen=16)
        self.handled_command = 0

    def hear_line(self, health: Health) -> None:
        """Take in how the light's line is; called from the line's own thread."""
        self._line_news.append(health)

    def hear_video(self, why: str | None) -> None:
        """Take in why no video is kept, or None when it is; called from the recorder's thread."""
        self._video_news.append(why)

    def heard(self, standing: Standing, taken_at: float) -> Iterator[Happening]:
        """Yield what was said since the last time, in its order; never blocks."""
        if (seconds := self._clocks.stepped()) is not None:
            yield Noted(Notice.CLOCK_STEPPED, taken_at, (("seconds", seconds),))
        while self._line_news:
            yield from line_happening(self._line_news.popleft(), taken_at)
        while self._video_news:
            yield video_happening(self._video_news.popleft(), taken_at)
        yield from self._heard_of_reserve(taken_at)
        for accepted in self._commands.take():
            yield command_happening(accepted.command, standing, taken_at)
            self.handled_command = accepted.id

    def _heard_of_reserve(self, taken_at: float) -> Iterator[Happening]:
        if self._reserve is None or (is_held := self._reserve.is_held()) is self._was_held:
            return
        self._was_held = is_held
        path = str(self._reserve.path.parent)
        fault = Fault.RESERVE_USED
        yield Mended(fault, taken_at) if is_held else Broke(fault, path, taken_at)


def line_happening(health: Health, taken_at: float) -> Iterator[Happening]:
    """Say what the news of the light's line mean for the table."""
    match health.state:
        case LineState.DOWN:
            yield Broke(Fault.LIGHT_LOST, health.detail, taken_at, cause=health.cause)
        case LineState.UP:
            yield Mended(Fault.LIGHT_LOST, taken_at)
        case LineState.OPENING:
            return


def video_happening(why: str | None, taken_at: float) -> Happening:
    """Say what the news of the video mean for the table."""
    if why is None:
        return Mended(Fault.VIDEO_STOPPED, taken_at)
    return Broke(Fault.VIDEO_STOPPED, why, taken_at)


def command_happening(  # noqa: PLR0911 - one line for each kind
    command: Command, standing: Standing, taken_at: float
) -> Happening:
    """Say what a command means at the table as it stands."""
    match command:
        case Button(name=name):
            return _button(name, standing, taken_at)
        case Answer(doubt=doubt, choice=choice):
            return Answered(doubt, choice, taken_at)
        case Acknowledge(prompt=prompt):
            return Acknowledged(prompt, taken_at)
        case LetGo(prompt=prompt, by=by):
            return happenings.LetGo(prompt, by, taken_at)
        case Pause(begins=begins):
            return Paused(begins, taken_at)
        case Correct():
            return _correction(command, taken_at)
        case _:
            return Said(move_told(command, standing.game), taken_at)


def _correction(said: Correct, taken_at: float) -> Retold:
    truth = None if said.nothing else Truth(said.deed, said.seat, said.cards, said.on, said.count)
    return Retold(said.move, truth, taken_at, Actor(said.who))


def _button(name: ButtonName, standing: Standing, taken_at: float) -> Happening:
    bout = standing.game.bout
    match name:
        case ButtonName.BEATEN:
            return Said(SayBeaten(bout.attacker or Actor.UNKNOWN), taken_at)
        case ButtonName.TAKES:
            return Said(SayTakes(bout.defender or Actor.UNKNOWN), taken_at)
        case ButtonName.CORRECTION:
            return Corrected(taken_at)
        case ButtonName.CALL_INSPECTOR:
            return InspectorCalled(taken_at)
