"""The time of a frame that was looked at, beside plain ultralytics on the very same frame.

The two take turns in one process, so that whatever the machine does is done to both. Run by the
bench in the environment that `make test-models` sets up; prints seconds as JSON.

Usage: python side_by_side.py FILM TABLE WEIGHTS.pt
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import closing
from pathlib import Path

os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false", YOLO_VERBOSE="false")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import torch
from ultralytics import YOLO

from calibration.profile import load_profile
from vision.camera import open_source
from vision.eye import open_eye
from vision.sight import Sight

SIZE = 768
"""The long side in pixels at which the product looks at a whole picture: both do the same."""
WARM_UP = 5


def timed(act):
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def compare(film, table, plain):
    """Take a recording through the sight; after each look, look plainly at the same frame."""
    eye = open_eye()
    sight = Sight(load_profile(table), eye.look_where, eye.read_at)
    ours, quiet, theirs = [], [], []
    with closing(open_source(str(film))) as camera:
        while (frame := camera.read()) is not None:
            looks = sight.looks
            seconds = timed(lambda f=frame: sight.see(f))
            if sight.looks == looks:
                quiet.append(seconds)
                continue
            ours.append(seconds)
            theirs.append(
                timed(
                    lambda f=frame: plain.predict(f.image, imgsz=SIZE, device="cpu", verbose=False)
                )
            )
    return {"ours": ours[WARM_UP:], "quiet": quiet, "theirs": theirs[WARM_UP:]}


def main():
    film, table, weights = (Path(word) for word in sys.argv[1:4])
    torch.set_num_threads(os.cpu_count() or 1)
    print(json.dumps(compare(film, table, YOLO(weights))))


if __name__ == "__main__":
    main()
