"""Pictures that come too seldom, come again, or carry times that jump."""

from __future__ import annotations

import pickle
from itertools import cycle, islice

import numpy as np
import pytest

from vision.frames import Frame
from vision.lasting import Lasting
from vision.pacing import Novelty, SourceClock, Tempo

CHANCE = np.random.default_rng(3)
NOTHING = np.zeros((2, 2, 3), np.uint8)


def noise():
    return CHANCE.integers(0, 255, (4, 4, 3)).astype(np.uint8)


def rates(times, numbers=None):
    """Feed frames that were taken at these times; return the rate that is told after each."""
    tempo = Tempo()
    numbers = numbers or range(len(times))
    return [tempo.slow(Frame(NOTHING, t, n)) for t, n in zip(times, numbers, strict=True)]


@pytest.mark.parametrize("fps", [5, 7, 10, 15, 25, 30, 60])
def test_cameras_from_5_to_60_frames_a_second_are_fast_enough(fps):
    assert set(rates([n / fps for n in range(6 * fps)])) == {None}


@pytest.mark.parametrize("fps", [0.5, 1, 3, 4])
def test_a_camera_that_is_slower_is_named_with_its_rate(fps):
    told = rates([n / fps for n in range(20)])
    assert told[-1] == pytest.approx(fps)
    assert told[:4] == [None] * 4


def test_a_busy_reader_is_no_slow_camera():
    taken = [n / 15 for n in range(0, 150, 5)]
    assert set(rates(taken, range(0, 150, 5))) == {None}


def test_one_gap_is_no_slow_camera():
    before = [n / 15 for n in range(60)]
    assert set(rates([*before, *(t + 20 for t in before)])) == {None}


def test_a_camera_that_has_become_fast_again_is_right_again():
    slow = [n / 2 for n in range(10)]
    told = rates([*slow, *(slow[-1] + n / 15 for n in range(1, 90))])
    assert told[9] is not None
    assert told[-1] is None


def seen(pictures, *, patience_s=1.5, fps=15):
    """Return for each picture whether the source repeats itself by then."""
    novelty = Novelty(patience_s)
    return [novelty.repeats(picture, n / fps) for n, picture in enumerate(pictures)]


def test_pictures_of_a_sensor_are_never_the_same():
    assert not any(seen([noise() for _ in range(300)]))


def test_a_frozen_picture_is_noticed_and_forgotten_when_it_stirs():
    told = seen([*(noise() for _ in range(30)), *[noise()] * 40, *(noise() for _ in range(30))])
    assert told.index(True) == pytest.approx(30 + 1.5 * 15, abs=1)
    assert not told[-1]


@pytest.mark.parametrize("length", [2, 7, 60, 400])
def test_a_loop_is_noticed_soon_after_it_begins_anew(length):
    loop = [noise() for _ in range(length)]
    told = seen(islice(cycle(loop), length + 120), patience_s=30)
    assert not any(told[:length])
    assert told.index(True) <= length + 45


def test_a_still_table_in_a_recording_may_look_the_same_for_long():
    still = noise()
    pictures = [noise() if n % 150 == 75 else still for n in range(900)]
    assert not any(seen(pictures, patience_s=30))
    assert any(seen([still] * 500, patience_s=30))


def test_what_is_remembered_of_pictures_does_not_grow_with_the_evening():
    novelty, weighs = Novelty(1.5), []
    for n in range(3 * 900 + 1):  # 180 seconds; after 60 the first are forgotten
        novelty.repeats(noise(), n / 15)
        if n and n % 900 == 0:
            weighs.append(len(pickle.dumps(novelty)))
    assert weighs[2] == pytest.approx(weighs[1], rel=0.02)


def jumps(frames):
    clock = SourceClock()
    told = (clock.jumped(Frame(NOTHING, t, n, pts)) for n, (t, pts) in enumerate(frames))
    return [seconds for seconds in told if seconds is not None]


def test_a_source_without_times_has_no_clock():
    assert jumps([(n / 15, None) for n in range(20)]) == []


@pytest.mark.parametrize("step_s", [-3600.0, -5.0, 2.0, 86400.0])
def test_a_clock_that_jumps_is_told_once_with_its_step(step_s):
    frames = [(n / 15, 100 + n / 15 + (step_s if n >= 30 else 0)) for n in range(60)]
    assert jumps(frames) == [pytest.approx(step_s)]


def test_a_clock_that_drifts_is_no_jump():
    assert jumps([(n / 15, n / 15 * 1.001) for n in range(9000)]) == []


def test_after_a_while_without_pictures_a_clock_may_begin_anew():
    before = [(n / 15, 100 + n / 15) for n in range(30)]
    after = [(10 + n / 15, n / 15) for n in range(30)]
    assert jumps([*before, *after]) == []


def test_what_lasts_begins_late_and_ends_late():
    lasting = Lasting(begins_s=1.0, ends_s=0.5)
    so = [n >= 10 and not 40 <= n < 43 and n < 60 for n in range(100)]
    told = [lasting.see(so=now, moment=n / 10) for n, now in enumerate(so)]
    assert (told.index(True), told[::-1].index(True)) == (20, 35)
    assert all(told[20:65])


def test_what_does_not_last_never_counts():
    lasting = Lasting(begins_s=1.0, ends_s=0.5)
    assert not any(lasting.see(so=n % 8 != 0, moment=n / 10) for n in range(200))


def test_a_clock_that_runs_backwards_keeps_nothing_for_ever():
    lasting = Lasting(begins_s=1.0, ends_s=0.5)
    assert not lasting.see(so=True, moment=100.0)
    told = [lasting.see(so=True, moment=n / 10) for n in range(20)]
    assert told[-1]
