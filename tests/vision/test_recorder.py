"""Video of the judged frames: found again by their times, within a budget, never holding up."""

from __future__ import annotations

import subprocess
from pathlib import Path

import av
import numpy as np
import pytest

from tests.vision.network_cameras import scene
from vision.disk import Budget, VideoStore
from vision.footage import Footage, Place, read_index
from vision.frames import Frame
from vision.recorder import SEGMENT_S, Recorder

RATE = 15


def frames(seconds, start=0.0, size=(160, 120), rate=RATE):
    count = int(seconds * rate)
    first = round(start * rate)
    return [Frame(scene(first + n, size), start + n / rate, first + n) for n in range(count)]


def record(folder, shown, **how):
    recorder = Recorder(folder, **how)
    for frame in shown:
        recorder._queue.put(frame)  # waits, as no line may: every frame is to be there
    recorder.close()
    return recorder


def test_every_frame_is_found_again_by_its_time(tmp_path):
    shown = frames(3)
    record(tmp_path, shown)
    footage = Footage(tmp_path)
    found = list(footage.frames(1.0, 2.0))
    assert [f.number for f in found] == list(range(15, 31))
    assert found[0].taken_at == pytest.approx(1.0)
    for frame in found:
        nearest = min(shown, key=lambda s: np.abs(s.image.astype(int) - frame.image).mean())
        assert nearest.number == frame.number


def test_uneven_times_are_kept_as_they_were(tmp_path):
    moments = [0.0, 0.05, 0.31, 0.33, 1.4, 1.41, 2.9]
    record(tmp_path, [Frame(scene(n), t, 10 + n) for n, t in enumerate(moments)])
    found = list(Footage(tmp_path).frames(0, 9))
    assert [f.taken_at for f in found] == pytest.approx(moments)
    assert [f.number for f in found] == list(range(10, 17))


def test_a_key_frame_every_second_and_a_segment_every_minute(tmp_path):
    record(tmp_path, frames(2 * SEGMENT_S + 2, size=(64, 48), rate=4))
    segments = sorted(tmp_path.glob("*.mp4"))
    assert [path.name for path in segments] == ["000001.mp4", "000002.mp4", "000003.mp4"]
    with av.open(str(segments[0])) as container:
        keys = [float(p.time) for p in container.decode(video=0) if p.key_frame]
    assert np.diff(keys).max() <= 1.0
    across = list(Footage(tmp_path).frames(SEGMENT_S - 1, SEGMENT_S + 1))
    assert [f.number for f in across] == list(range(236, 245))


def test_a_clip_begins_with_the_frame_of_its_time(tmp_path):
    record(tmp_path, frames(4))
    clip = tmp_path / "clip.mp4"
    assert Footage(tmp_path).cut(1.5, 2.5, clip) == 15
    with av.open(str(clip)) as container:
        first = next(container.decode(video=0)).to_ndarray(format="bgr24")
    assert np.abs(first.astype(int) - scene(23, (160, 120))).mean() < 6


def test_a_run_that_was_killed_keeps_all_but_its_last_second(tmp_path):
    script = f"""
import os, time
from pathlib import Path
from tests.vision.test_recorder import frames
from vision.recorder import Recorder
recorder = Recorder(Path({str(tmp_path)!r}))
for frame in frames(5):
    recorder._queue.put(frame)
while not recorder._queue.empty():
    time.sleep(0.01)
os._exit(9)
"""
    import sys

    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", script], cwd=root, check=False).returncode == 9
    found = list(Footage(tmp_path).frames(0, 9))
    assert found[0].number == 0
    assert len(found) >= 4 * RATE - 1
    assert [f.number for f in found] == list(range(len(found)))


def test_a_torn_index_line_does_not_count(tmp_path):
    path = tmp_path / "000001.csv"
    whole = Place(1, 0.5, "000001.mp4", 45000)
    path.write_text(f"number,taken_at,segment,pts\n{whole.line()}2,0.6,000001", encoding="ascii")
    assert list(read_index(path)) == [whole]


class Disk:
    """A disk of so many bytes, of which something else may take some."""

    def __init__(self, folder, size):
        self.folder, self.size, self.others = folder, size, 0

    def free(self, _folder):
        return self.size - self.others - sum(p.stat().st_size for p in self.folder.rglob("*.mp4"))


def test_the_oldest_video_makes_room_but_what_a_case_holds_stays(tmp_path):
    for number in range(1, 6):
        (tmp_path / f"{number:06d}.mp4").write_bytes(bytes(1000))
        (tmp_path / f"{number:06d}.csv").write_text("", encoding="ascii")
    store = VideoStore(
        tmp_path, Budget(most=2500, reserve=0), is_held=lambda path: path.stem == "000001"
    )
    assert store.make_room(None)
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "000001.csv",
        "000001.mp4",
        "000005.csv",
        "000005.mp4",
    ]


def test_the_video_stops_for_the_journal_and_goes_on_by_itself(tmp_path):
    disk, told = Disk(tmp_path, 10_000_000), []
    store = VideoStore(tmp_path, Budget(reserve=1_000_000), free=disk.free)
    recorder = Recorder(tmp_path, store=store, on_trouble=told.append)

    def show(some):
        for frame in some:
            recorder._queue.put(frame)
        _drained(recorder)

    show(frames(2))
    assert told == []
    disk.others = 9_500_000
    show(frames(2, start=2))
    assert told == [str(tmp_path)]
    assert recorder.lost > 0
    assert disk.free(tmp_path) >= 0
    disk.others = 0
    show(frames(2, start=4))
    recorder.close()
    assert told == [str(tmp_path), None]
    assert [f.number for f in Footage(tmp_path).frames(4.0, 5.9)] == list(range(60, 89))


def _drained(recorder):
    """Wait until all frames handed over have been written or left out."""
    import time

    while not recorder._queue.empty():
        time.sleep(0)


@pytest.fixture
def small_disk(tmp_path):
    """A real file system of 3 MB; only root may make one."""
    mount = tmp_path / "small"
    mount.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(mount)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"no file system can be made here: {made.stderr.decode().strip()}")
    yield mount
    subprocess.run(["umount", "-l", str(mount)], check=True)


def test_a_disk_that_is_really_full_is_told_and_survived(small_disk):
    told = []
    noise = np.random.default_rng(1)
    loud = [Frame(noise.integers(0, 255, (480, 640, 3), np.uint8), n / RATE, n) for n in range(60)]
    store = VideoStore(small_disk, Budget(reserve=0), free=lambda _folder: 1 << 40)
    recorder = record(small_disk, loud, store=store, on_trouble=told.append)
    assert told
    assert "No space left" in told[0]
    assert recorder.lost > 0


def test_a_forecast_says_for_how_long_the_disk_will_do(tmp_path):
    (tmp_path / "000001.mp4").write_bytes(bytes(1_000_000))
    store = VideoStore(tmp_path, Budget(most=10_000_000, reserve=0), free=lambda _f: 1 << 40)
    forecast = store.forecast(3600)
    assert forecast.bytes_an_hour == pytest.approx(1_000_000)
    assert forecast.hours_until_full == pytest.approx(9)
    assert forecast.hours_kept == pytest.approx(10)
    assert VideoStore(tmp_path / "none", Budget(), free=lambda _f: 0).forecast(0).hours_kept is None


def test_a_slow_disk_never_holds_up_the_line(tmp_path):
    """More frames than may wait are handed over at once: some are lost, none is waited for."""
    recorder = Recorder(tmp_path)
    shown = frames(60, size=(640, 480), rate=5)
    for frame in shown:
        recorder.keep(frame)
    recorder.close()
    kept = len(list(Footage(tmp_path).frames(0, 99)))
    assert kept + recorder.lost == len(shown)


def test_a_picture_of_another_size_begins_a_segment(tmp_path):
    record(tmp_path, [*frames(1), *frames(1, start=1, size=(96, 80))])
    assert len(list(tmp_path.glob("*.mp4"))) == 2
    assert len(list(Footage(tmp_path).frames(0, 9))) == 30
