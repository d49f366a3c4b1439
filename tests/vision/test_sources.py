"""Every source gives frames with capture times, or one sentence that names what is wrong."""

from __future__ import annotations

from fractions import Fraction
from threading import Event

import av
import cv2
import numpy as np
import pytest

from engine.faults import Fault, TableError
from vision.camera import CameraError, open_source
from vision.conduct import Unlike
from vision.feed import Shot
from vision.frames import Frame
from vision.framing import FramedRecording
from vision.latest import Latest
from vision.live import LiveCamera
from vision.paced import PacedRecording
from vision.recording import Recording

RATE = 15


def picture(number):
    image = np.full((96, 128, 3), 40, np.uint8)
    cv2.putText(image, str(number), (10, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (255, 255, 255), 2)
    return image


@pytest.fixture
def film(tmp_path):
    """A film of three seconds whose index stands at its front."""
    path = tmp_path / "film.mp4"
    with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("mpeg4", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = 128, 96, "yuv420p"
        stream.time_base = Fraction(1, RATE)
        for number in range(3 * RATE):
            frame = av.VideoFrame.from_ndarray(picture(number), format="bgr24")
            for packet in stream.encode(frame):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
    return path


def test_a_recording_gives_every_frame_with_its_own_time(film):
    camera = open_source(str(film))
    frames = list(camera.frames())
    camera.close()
    assert camera.length == len(frames) == 3 * RATE
    assert [f.number for f in frames] == list(range(3 * RATE))
    assert frames[0].taken_at == 0
    assert frames[-1].taken_at == pytest.approx(44 / RATE, abs=0.002)
    assert camera.now() == frames[-1].taken_at
    assert camera.read() is None


def test_a_folder_gives_its_pictures_in_order(tmp_path):
    for number in (2, 0, 1):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    frames = list(open_source(str(tmp_path)).frames())
    assert [f.taken_at for f in frames] == [0, 1 / RATE, 2 / RATE]
    assert (frames[2].image == picture(2)).all()


def cut_short(film):
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (lambda film: film.unlink(), "there is no such file"),
        (lambda film: film.write_bytes(b""), "the file is empty"),
        (lambda film: film.write_text("this is no video"), "not a video"),
        (lambda film: film.write_bytes(bytes(1000)), "not a video"),
        (cut_short, "breaks off"),
    ],
)
def test_a_broken_film_is_one_sentence_that_names_it(film, harm, why):
    harm(film)
    with pytest.raises(CameraError, match=r"film.mp4: ") as error:
        list(open_source(str(film)).frames())
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_what_came_before_the_break_is_still_seen(film):
    cut_short(film)
    camera, seen = open_source(str(film)), 0
    with pytest.raises(CameraError):
        for seen, _ in enumerate(camera.frames()):  # noqa: B007
            pass
    assert seen > 5


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "the file is empty"), (b"no picture", "not a picture")]
)
def test_a_broken_picture_in_a_folder_is_named(tmp_path, content, why):
    (tmp_path / "0.png").write_bytes(content)
    with pytest.raises(CameraError, match=r"0.png: ") as error:
        list(open_source(str(tmp_path)).frames())
    assert why in str(error.value)


def test_an_empty_folder_is_named(tmp_path):
    with pytest.raises(CameraError, match="no pictures"):
        open_source(str(tmp_path))


@pytest.mark.parametrize("device", ["/dev/video-that-is-not-there", "97"])
def test_a_camera_that_is_not_there_is_named(device):
    with pytest.raises(CameraError, match=device):
        open_source(device)


def test_a_network_camera_that_does_not_answer_is_named():
    with pytest.raises(CameraError, match=r"rtsp://127.0.0.1:9/none"):
        open_source("rtsp://127.0.0.1:9/none")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda image: cv2.resize(image, (64, 48)), "cam: 64x48, not 128x96"),
        (lambda image: np.ascontiguousarray(image[::-1, ::-1]), "cam: upside down"),
    ],
)
def test_a_recording_whose_frames_change_is_a_fault_until_they_are_right(tmp_path, spoil, told):
    for number in range(90):
        image = picture(number)
        image[:24] = (200, 210, 220)  # what is above is told from what is below
        cv2.imwrite(
            str(tmp_path / f"{number:03}.png"), spoil(image) if 30 <= number < 60 else image
        )
    camera = FramedRecording(open_source(str(tmp_path)), "cam", (128, 96))
    seen, details = [], set()
    while True:
        try:
            if (frame := camera.read()) is None:
                break
            seen.append(frame.number)
        except TableError as error:
            details.add((error.fault, error.detail))
    assert details == {(Fault.CAMERA_CHANGED, told)}
    assert seen[:30] == list(range(30))
    assert seen[-15:] == list(range(75, 90))
    assert set(range(45, 60)).isdisjoint(seen)


# Played at its own speed


class Reel:
    """A recording of three frames."""

    length = 3

    def __init__(self):
        self._left = [Frame(picture(n), n / RATE, n) for n in range(3)]

    def read(self):
        return self._left.pop(0) if self._left else None

    def close(self):
        pass


def test_a_recording_played_at_its_speed_ends(film):
    camera = PacedRecording(Reel(), clock=lambda: 1e9)  # far behind: every frame is due
    numbers = [frame.number for frame in camera.frames()]
    camera.close()
    assert numbers[-1] == 2
    assert numbers == sorted(set(numbers))


def test_the_latest_thing_replaces_what_nobody_took():
    box = Latest()
    box.offer(1)
    box.offer(2)
    box.finish(3)
    assert [box.take(), box.take(), box.take()] == [2, 3, 3]


def test_an_empty_box_gives_up_in_time():
    with pytest.raises(TimeoutError):
        Latest().take(timeout_s=0.0)


# Live


class Feed:
    """A camera line that gives some pictures and then dies."""

    def __init__(self, pictures):
        self._pictures = list(pictures)
        self.closed = Event()

    def grab(self):
        return Shot(self._pictures.pop(0)) if self._pictures else None

    def close(self):
        self.closed.set()


class Cable:
    """Plugs in one line after the other."""

    def __init__(self, *feeds):
        self._feeds = list(feeds)
        self.plugged = 0

    def __call__(self):
        if not self._feeds:
            raise CameraError("cam: nothing answers")
        self.plugged += 1
        return self._feeds.pop(0)


class Endless(Feed):
    """A line that goes on and on, each picture unlike the last."""

    def __init__(self):
        super().__init__(())
        self._number = 0

    def grab(self):
        self._number += 1
        return Shot(picture(self._number))


def test_a_live_camera_connects_anew_when_the_line_dies():
    first = Feed([picture(0)])
    cable = Cable(first, Endless())
    camera = LiveCamera(cable, name="cam")
    seen = [camera.read() for _ in range(4)]
    camera.close()
    assert cable.plugged == 2
    assert first.closed.is_set()
    assert [f.number for f in seen] == sorted({f.number for f in seen})


def test_a_lost_camera_is_told_and_asked_again():
    camera = LiveCamera(Cable(Feed([])), name="cam")
    for _ in range(2):
        with pytest.raises(TableError) as error:
            camera.read()
        assert error.value.fault is Fault.CAMERA_LOST
    camera.close()
    assert camera.read() is None


def test_the_first_connection_must_succeed():
    with pytest.raises(CameraError, match="cam: nothing answers"):
        LiveCamera(Cable(), name="cam")


@pytest.mark.parametrize(
    ("times", "pictures", "frozen"),
    [
        ((0, 1, 1.6), (5, 5, 5), (False, False, True)),
        ((0, 1, 1.6), (5, 5, 6), (False, False, False)),
        ((0, 1.6, 2), (5, 5, 6), (False, True, False)),
    ],
)
def test_a_picture_that_never_stirs_is_frozen(times, pictures, frozen):
    unlike = Unlike(1.5)
    frames = [Frame(picture(p), t, n) for n, (t, p) in enumerate(zip(times, pictures, strict=True))]
    assert tuple(unlike.is_frozen(f) for f in frames) == frozen


def test_a_film_whose_clock_was_set_back_goes_on_in_time(film):
    recording = Recording(film)
    shown = [recording._stamped(s, picture(0)) for s in (10.0, 10.5, 3.0, 3.5, 4.0)]
    recording.close()
    times = [frame.taken_at for frame in shown]
    assert times == pytest.approx([0.0, 0.5, 0.5 + 1 / RATE, 1.0 + 1 / RATE, 1.5 + 1 / RATE])
    assert [frame.pts_s for frame in shown] == [10.0, 10.5, 3.0, 3.5, 4.0]
