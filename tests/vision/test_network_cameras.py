"""Real servers on loopback: pictures come, faults are told within two seconds, and clear."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest

from engine.faults import Fault, TableError
from tests.vision.network_cameras import Loop, MjpegCamera, RtspCamera, scene
from vision.camera import CameraError, camera_name, open_source
from vision.conduct import Conduct, Rate
from vision.device import lock, stable_name
from vision.frames import Frame
from vision.framing import Upright
from vision.timeline import Timeline

FIRST_TRIES = 400


@pytest.fixture(scope="module")
def loop():
    return Loop()


@pytest.fixture(params=[RtspCamera, MjpegCamera])
def served(request, loop):
    with request.param(loop) as camera:
        yield camera


@pytest.fixture
def watched(served):
    camera = open_source(served.url)
    yield camera
    camera.close()


def until(camera, wanted):
    """Read until a frame (None) or a fault is as wanted; a camera that never is fails the test."""
    for _ in range(FIRST_TRIES):
        try:
            frame = camera.read()
        except TableError as error:
            if error.fault is wanted:
                return error
        else:
            if wanted is None:
                return frame
    raise AssertionError(f"never {wanted}")


def test_pictures_come_with_their_times(served, watched):
    frames = [until(watched, None) for _ in range(8)]
    assert frames[0].image.shape == (240, 320, 3)
    moments = [frame.taken_at for frame in frames]
    assert moments == sorted(moments)
    assert all(b.number > a.number for a, b in pairwise(frames))
    if served.scheme == "rtsp":
        apart = frames[-1].pts_s - frames[0].pts_s
        steps = frames[-1].number - frames[0].number
        assert apart == pytest.approx(steps / served.loop.rate, abs=0.002)
    else:
        assert frames[0].pts_s is None


def test_a_camera_that_dies_is_told_and_comes_back_by_itself(served, watched):
    until(watched, None)
    served.kill()
    error = until(watched, Fault.CAMERA_LOST)
    assert error.detail == camera_name(served.url)
    served.restart()
    assert until(watched, None).number > 0
    assert served.served == 2


def test_a_camera_that_stalls_is_told_and_comes_back_by_itself(served, watched):
    until(watched, None)
    served.stall()
    until(watched, Fault.CAMERA_LOST)
    served.stall(stalled=False)
    until(watched, None)


def test_a_camera_that_comes_back_with_another_size_is_a_fault_until_it_is_right(served, watched):
    until(watched, None)
    served.kill()
    served.restart(Loop(size=(160, 120)))
    error = until(watched, Fault.CAMERA_CHANGED)
    assert "160x120, not 320x240" in error.detail
    served.kill()
    served.restart(Loop())
    until(watched, None)


def test_a_camera_that_repeats_one_picture_is_frozen(loop):
    with MjpegCamera(loop) as served:
        camera = open_source(served.url)
        until(camera, None)
        served.loop = Loop(still=True)
        until(camera, Fault.CAMERA_FROZEN)
        served.loop = loop
        until(camera, None)
        camera.close()


def test_a_camera_that_comes_back_turned_round_is_a_fault_until_it_is_right(served, watched):
    until(watched, None)
    served.kill()
    served.restart(Loop(upside_down=True))
    error = until(watched, Fault.CAMERA_CHANGED)
    assert "upside down" in error.detail
    served.kill()
    served.restart(Loop())
    until(watched, None)


def test_a_camera_that_changes_its_rate_is_a_fault_until_it_is_right(loop):
    with MjpegCamera(loop) as served:
        camera = open_source(served.url)
        for _ in range(60):
            until(camera, None)
        served.loop = Loop(rate=5)
        error = until(camera, Fault.CAMERA_CHANGED)
        assert "frames/s, not 1" in error.detail
        served.loop = loop
        until(camera, None)
        camera.close()


def test_threads_end_with_the_camera(loop):
    before = threading.active_count()
    with RtspCamera(loop) as served:
        camera = open_source(served.url)
        until(camera, None)
        camera.close()
    assert threading.active_count() == before


def test_an_address_without_pictures_is_one_sentence(tmp_path):
    with pytest.raises(CameraError, match=r"http://127.0.0.1:9/x: no camera answers there"):
        open_source("http://127.0.0.1:9/x")


# Conduct, with times that are made up


def frames_at(rate, start, seconds, first=0, **how):
    count = int(rate * seconds)
    return [Frame(scene(first + n, **how), start + n / rate, first + n) for n in range(count)]


def told(conduct, frames):
    found = []
    for frame in frames:
        try:
            conduct.check(frame)
            found.append("")
        except TableError as error:
            found.append(error.detail)
    return found


def test_another_rate_is_a_fault_until_it_is_right():
    conduct = Conduct("cam")
    fast = frames_at(15, 0, 8)
    slow = frames_at(5, 8, 8, first=200)
    again = frames_at(15, 16, 8, first=400)
    assert set(told(conduct, fast)) == {""}
    assert told(conduct, slow)[-1] == "cam: 5 frames/s, not 15"
    assert told(conduct, again)[-1] == ""


def test_frames_that_nobody_took_make_no_camera_slow():
    rate = Rate()
    assert not any(rate.changed(frame) for frame in frames_at(15, 0, 6))
    assert not any(rate.changed(frame) for frame in frames_at(15, 6, 6, first=90)[::4])


def test_what_was_missed_between_two_connections_makes_no_camera_slow():
    conduct = Conduct("cam")
    told(conduct, frames_at(15, 0, 4))
    for gap in (1.4, 2.8, 4.2):
        conduct.reconnected()
        again = frames_at(15, 4 + gap, 1, first=60)
        assert not any(told(conduct, again))


def test_a_picture_turned_round_is_a_fault_until_it_is_right():
    conduct = Conduct("cam")
    told(conduct, frames_at(5, 0, 3))
    turned = told(conduct, frames_at(5, 3, 3, first=15, upside_down=True))
    assert turned[-1] == "cam: upside down"
    assert told(conduct, frames_at(5, 6, 3, first=30))[-1] == ""


def test_a_table_that_fills_with_cards_stands_upright():
    upright = Upright()
    assert all(upright.stands(frame) for frame in frames_at(2, 0, 20))


@pytest.mark.parametrize(
    ("arrivals", "moments"),
    [
        ([(0.0, 10.0), (0.1, 10.1), (0.2, 10.35), (0.3, 10.3)], [10.0, 10.1, 10.2, 10.3]),
        ([(5.0, 10.0), (5.1, 10.4), (0.0, 12.0), (0.1, 12.1)], [10.0, 10.1, 12.0, 12.1]),
        ([(None, 10.0), (None, 10.2)], [10.0, 10.2]),
        ([(0.0, 10.0), (0.1, 10.05)], [10.0, 10.05]),
    ],
)
def test_late_frames_are_dated_by_the_camera_and_never_back_in_time(arrivals, moments):
    timeline = Timeline()
    found = [timeline.taken_at(pts, at) for pts, at in arrivals]
    assert found == pytest.approx(moments, abs=0.002)


class Capture:
    """A camera's settings, of which some cannot be changed."""

    def __init__(self, fixed=()):
        self.settings, self._fixed = {}, fixed

    def get(self, prop):
        return self.settings.get(prop, 120.0)

    def set(self, prop, value):
        if prop in self._fixed:
            return False
        self.settings[prop] = value
        return True


def test_focus_exposure_and_white_balance_are_locked_where_they_are():
    import cv2

    capture = Capture()
    assert lock(capture) == ()
    assert capture.settings == {
        cv2.CAP_PROP_AUTOFOCUS: 0.0,
        cv2.CAP_PROP_FOCUS: 120.0,
        cv2.CAP_PROP_AUTO_EXPOSURE: 1.0,
        cv2.CAP_PROP_EXPOSURE: 120.0,
        cv2.CAP_PROP_AUTO_WB: 0.0,
        cv2.CAP_PROP_WB_TEMPERATURE: 120.0,
    }
    assert lock(Capture(fixed=(cv2.CAP_PROP_AUTOFOCUS,))) == ("focus",)


def test_a_camera_is_named_by_its_link(tmp_path):
    (tmp_path / "usb-Acme_Camera-video-index0").symlink_to("/dev/video3")
    assert stable_name("3", tmp_path) == str(tmp_path / "usb-Acme_Camera-video-index0")
    assert stable_name("/dev/video3?size=1280x720", tmp_path) == stable_name("3", tmp_path)
    assert stable_name("/dev/video4", tmp_path) == "/dev/video4"
    assert stable_name("/dev/video4", tmp_path / "none") == "/dev/video4"
