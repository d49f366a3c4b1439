"""The first half of the sight ahead of the second: the same frames, faults and news, in order."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_ui.auditing.ahead import AHEAD, Ahead
from engine.faults import Fault, Noted, Notice, TableError
from vision.frames import Frame


class Tape:
    """A sitting of so many frames, that may break off."""

    length = None

    def __init__(self, frames, breaks=None):
        self.number, self.frames, self.breaks = 0, frames, breaks

    def read(self):
        if self.number == self.frames:
            if self.breaks is not None:
                raise self.breaks
            return None
        self.number += 1
        return Frame(np.zeros((2, 2, 3), np.uint8), self.number / 15, self.number - 1)

    def now(self):
        return self.number / 15


class Halves:
    """Senses the number of a frame; cannot judge those that are dark; notes every seventh."""

    def __init__(self, dark=()):
        self.dark, self.sensed, self.judged, self._news = dark, [], [], []

    def sense(self, frame):
        self.sensed.append(frame.number)
        if frame.number % 7 == 0:
            self._news.append(Noted(Notice.CAMERA_ADJUSTED, frame.taken_at))
        if frame.number in self.dark:
            raise TableError(Fault.CAMERA_DARK)
        return frame.number if frame.number % 2 else None

    def judge(self, frame, sensed):
        self.judged.append(sensed)
        return frame.number

    def news(self):
        news, self._news = self._news, []
        return news


def seen(ahead):
    """Return what came of every frame: its state or fault, and its news."""
    told = []
    for frame in ahead.frames():
        try:
            state = ahead.see(frame)
        except TableError as error:
            state = error.fault
        told.append((frame.number, state, len(ahead.news()), ahead.now() == frame.taken_at))
    return told


def expected(number, dark):
    state = number if number % 2 else None
    return (number, Fault.CAMERA_DARK if number in dark else state, number % 7 == 0, True)


@pytest.mark.parametrize("rest_every", [1, 4, 300])
def test_frames_faults_and_news_come_in_their_order(rest_every):
    dark = {3, 4, 20}
    ahead = Ahead(Tape(30), Halves(dark), rest_every)
    assert seen(ahead) == [expected(number, dark) for number in range(30)]
    ahead.close()


def test_where_it_rests_the_first_half_is_not_ahead():
    halves, rests = Halves(), []
    ahead = Ahead(Tape(20), halves, rest_every=6)
    for frame in ahead.frames():
        ahead.see(frame)
        if ahead.rests:
            rests.append(halves.sensed[-1] - frame.number)
    assert rests == [0, 0, 0]
    ahead.close()


def test_it_runs_no_further_ahead_than_it_may():
    halves = Halves()
    ahead = Ahead(Tape(500), halves, rest_every=300)
    ahead.read()
    ahead.close()
    assert len(halves.sensed) <= AHEAD + 3


def test_what_breaks_a_recording_is_raised_after_the_frames_before_it():
    ahead = Ahead(Tape(5, OSError("the disk is gone")), Halves(), rest_every=300)
    numbers = []
    with pytest.raises(OSError, match="the disk is gone"):
        numbers.extend(frame.number for frame in ahead.frames())
    assert [ahead.now(), len(numbers) <= 5] == [pytest.approx(5 / 15), True]
    ahead.close()


def test_nothing_runs_before_a_frame_is_asked_for():
    halves = Halves()
    ahead = Ahead(Tape(5), halves, rest_every=300)
    with pytest.raises(RuntimeError):
        ahead.news()
    assert halves.sensed == []
    ahead.close()
