"""Decoding ahead changes nothing: the same frames, the same end, the same fault at its place."""

from __future__ import annotations

import numpy as np
import pytest

from tests.dealer_ui.audits import film
from vision.ahead import AHEAD, ReadAhead
from vision.frames import Frame
from vision.recording import CameraError, Recording


class Told:
    """A recording that gives numbers and then ends, or breaks off."""

    length = None

    def __init__(self, count, *, breaks=False):
        self.left, self.breaks, self.closed = list(range(count)), breaks, False

    def read(self):
        if self.left:
            return _frame(self.left.pop(0))
        if self.breaks:
            raise CameraError("the video breaks off")
        return None

    def close(self):
        self.closed = True


def _frame(number):
    return Frame(np.zeros((2, 2, 3), np.uint8), number / 15, number)


def numbers_in(ahead):
    return [frame.number for frame in iter(ahead.read, None)]


@pytest.mark.parametrize("count", [0, 1, AHEAD, 5 * AHEAD])
def test_every_frame_comes_in_its_order(count):
    ahead = ReadAhead(Told(count))
    assert numbers_in(ahead) == list(range(count))
    assert ahead.read() is None
    ahead.close()


def test_a_fault_comes_after_the_frames_before_it_each_time_it_is_asked():
    ahead = ReadAhead(Told(3, breaks=True))
    assert [ahead.read().number for _ in range(3)] == [0, 1, 2]
    for _ in range(2):
        with pytest.raises(CameraError, match="breaks off"):
            ahead.read()
    ahead.close()


def test_one_that_is_closed_early_lets_go():
    told = Told(100 * AHEAD)
    ahead = ReadAhead(told)
    ahead.read()
    ahead.close()
    assert told.closed
    assert told.left


def test_pictures_and_times_are_those_of_the_recording(tmp_path):
    path = film(tmp_path / "grey.mp4", 20, (64, 48))
    plain, ahead = Recording(path), ReadAhead(Recording(path))
    assert ahead.length == plain.length == 20
    while (one := plain.read()) is not None:
        other = ahead.read()
        assert (one.taken_at, one.number, one.pts_s) == (other.taken_at, other.number, other.pts_s)
        assert (one.image == other.image).all()
    assert ahead.read() is None
    ahead.close()
