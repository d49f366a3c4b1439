"""USB cameras through OpenCV's own V4L2 code; only the kernel's side is played, by a library.

No module can be loaded where the tests run, so no `/dev/video` is real: `v4l2_camera.c` answers the
calls with the kernel's structures, and a file in a folder stands for the plug.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.device import LARGEST, CameraError, size_wanted

HERE = Path(__file__).parent
HEADER = Path("/usr/include/linux/videodev2.h")
SIZES = ((640, 480), (1280, 720), (1920, 1080))

WATCHED = """
import json, sys
from pathlib import Path
from engine.faults import TableError
from vision.device import DeviceFeed
from vision.live import LiveCamera

link, size, moved = sys.argv[1], tuple(map(int, sys.argv[2].split("x"))), sys.argv[3]
camera = LiveCamera(lambda: DeviceFeed(link, size), name=link)


def frame():
    while True:
        try:
            return camera.read()
        except TableError:
            continue


frames = [frame() for _ in range(60)]
node = Path(link).resolve()
lost = None
if moved:
    node.unlink()
    while lost is None:
        try:
            camera.read()
        except TableError as error:
            lost = str(error.fault)
    Path(moved).write_text("camera")
    fresh = Path(link).with_suffix(".fresh")
    fresh.symlink_to(moved)
    fresh.replace(link)
    frames.append(frame())
camera.close()
times = [f.taken_at for f in frames]
height, width = frames[-1].image.shape[:2]
print(json.dumps({"size": [width, height], "lost": lost, "in_order": times == sorted(times)}))
"""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """Compile the library that answers in the kernel's place."""
    if shutil.which("gcc") is None or not HEADER.exists():
        pytest.skip(f"NO V4L2: gcc and {HEADER} are needed to play the kernel's side")
    library = tmp_path_factory.mktemp("kernel") / "camera.so"
    source = HERE / "v4l2_camera.c"
    command = ["gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library]
    subprocess.run([*command, source, "-ldl"], check=True)
    return library


@pytest.fixture
def plugged(kernel, tmp_path):
    """Plug a camera in, watch it in a process of its own, and return what came and what was set."""
    by_id = tmp_path / "dev" / "by-id"
    by_id.mkdir(parents=True)
    (tmp_path / "dev" / "video7").write_text("camera")
    link = by_id / "usb-Acme_Camera_0001-video-index0"
    link.symlink_to("../video7")
    for width, height in SIZES:
        for turn in (0, 1):
            picture = np.full((height, width, 3), 60 + 9 * turn, np.uint8)
            cv2.imwrite(str(tmp_path / f"{width}x{height}-{turn}.jpg"), picture)
    played = {
        "KOZYR_FAKE_VIDEO": str(tmp_path / "dev"),
        "KOZYR_FAKE_LOG": str(tmp_path / "log"),
        "KOZYR_FAKE_JPEG": str(tmp_path / "%s-%d.jpg"),
        "LD_PRELOAD": str(kernel),
    }

    def watch(size=LARGEST, moved_to=""):
        wanted = f"{size[0]}x{size[1]}"
        moved = str(tmp_path / "dev" / moved_to) if moved_to else ""
        told = subprocess.run(
            [sys.executable, "-c", WATCHED, link, wanted, moved],
            env=os.environ | played,
            cwd=HERE.parents[1],
            check=True,
            capture_output=True,
            text=True,
        )
        return json.loads(told.stdout), (tmp_path / "log").read_text().splitlines()

    return watch


def test_a_camera_gives_the_next_smaller_size_that_it_has(plugged):
    told, log = plugged((1600, 900))

    assert told["size"] == [1280, 720]
    assert "format MJPG 1280x720" in log


def test_a_camera_is_locked_and_found_again_by_its_link_under_another_number(plugged):
    told, log = plugged(moved_to="video9")

    assert told == {"size": [1920, 1080], "lost": "camera-lost", "in_order": True}
    assert {line for line in log if line.startswith("open")} == {"open video7", "open video9"}
    assert [line for line in log if line.startswith("control")][:6] == [
        "control focus_auto 0",
        "control focus_absolute 35",
        "control exposure_auto 1",  # V4L2_EXPOSURE_MANUAL
        "control exposure_absolute 157",
        "control white_balance_automatic 0",
        "control white_balance_temperature 4000",
    ]


@pytest.mark.parametrize("wish", ["size=big", "size=1280", "rate=30", "size=1x1"])
def test_a_wish_that_means_nothing_is_refused(wish):
    with pytest.raises(CameraError, match=r"size=1280x720"):
        size_wanted(f"/dev/video0?{wish}")
