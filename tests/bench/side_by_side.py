"""The time of a frame that was looked at, beside plain ultralytics on the very same frame.

The two take turns in one process, so that whatever the machine does is done to both. A turn is a
second or two long, so that each finds in the processor's caches what it left there itself. Run by
the bench in the environment that `make test-models` sets up; prints seconds as JSON.

Usage: python side_by_side.py FILM TABLE WEIGHTS.pt
"""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

os.environ.update(YOLO_OFFLINE="true", YOLO_AUTOINSTALL="false", YOLO_VERBOSE="false")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import torch
from ultralytics import YOLO

from calibration.profile import load_profile
from vision.camera import open_source
from vision.eye import open_eye
from vision.sight import Sight
from vision.tracker import Tracker

SIZE = 768
"""The long side in pixels at which the product looks at a whole picture: both do the same."""
WARM_UP = 5
TURN = 30
"""Frames that are looked at before the other's turn."""


def timed(act):
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


class Stopwatch:
    """Adds up the time of the calls that it stands in for."""

    def __init__(self):
        self.seconds = 0.0

    def on(self, act):
        def timed_act(*args, **named):
            begun = time.perf_counter()
            try:
                return act(*args, **named)
            finally:
                self.seconds += time.perf_counter() - begun

        return timed_act


def watched_sight(table, watch):
    """Open the sight of a table; the stopwatch runs while it finds, aligns, reads and tracks."""
    eye = open_eye()
    profile = load_profile(table)
    eye.make_ready(profile.camera.size_px[::-1])
    for step in ("see", "watch"):
        setattr(Tracker, step, watch.on(getattr(Tracker, step)))
    near = SimpleNamespace(read_at=watch.on(eye.read_at), look_at=watch.on(eye.look_at))
    return Sight(profile, watch.on(eye.look_where), near)


def compare(film, table, plain):
    """Take a recording through the sight, and look plainly at the frames that it looked at.

    `seen` is the time of finder, aligner, readers and tracker in each of those; `ours` that of the
    whole frame, with the gate that spares all the other frames, and the watch over the picture.
    """
    watch = Stopwatch()
    sight = watched_sight(table, watch)
    ours, seen, quiet, theirs, turn = [], [], [], [], []
    with closing(open_source(str(film))) as camera:
        while (frame := camera.read()) is not None:
            looks, watch.seconds = sight.looks, 0.0
            seconds = timed(lambda f=frame: sight.see(f))
            if sight.looks == looks:
                quiet.append(seconds)
                continue
            ours.append(seconds)
            seen.append(watch.seconds)
            turn.append(frame.image)
            if len(turn) == TURN:
                theirs += [timed(lambda i=image: detected(plain, i)) for image in turn]
                turn.clear()
    figures = {"ours": ours, "seen": seen, "quiet": quiet, "theirs": theirs}
    return {name: seconds[WARM_UP:] for name, seconds in figures.items()}


def detected(plain, image):
    return plain.predict(image, imgsz=SIZE, device="cpu", verbose=False)


def main():
    film, table, weights = (Path(word) for word in sys.argv[1:4])
    torch.set_num_threads(os.cpu_count() or 1)
    print(json.dumps(compare(film, table, YOLO(weights))))


if __name__ == "__main__":
    main()
