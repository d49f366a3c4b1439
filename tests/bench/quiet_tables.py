"""`make bench-tables`: how many quiet tables one machine keeps at the pace of their cameras.

Each table is a whole line of its own, in a process of its own: camera, sight, reader, light,
journal. Its film shows a table at rest, with the noise of a sensor, and is watched as a camera is:
what comes while a frame is judged is lost, and counted.

Usage: python tests/bench/quiet_tables.py [--tables N] [--seconds S]
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

import av
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from calibration.profile import load_profile
from dealer_ui.console import spread
from dealer_ui.orders import Order, Pace
from dealer_ui.running import run_to_end
from dealer_ui.settings import settings_from
from dealer_ui.wiring import open_sight, open_table
from engine.house import load_rules
from vision.camera import open_source
from vision.scene.bundled import DEMO_PROFILE, DEMO_VIDEO

FPS = 15
SETTLED_S = 3.0
"""The first looks at a table, and what they learn, are not what is measured."""
GRAIN = 1.0
BITS_A_SECOND = 1_000_000
"""Twice what the recordings of real tables need at rest."""


class WatchedSight:
    """A sight that notes when each frame was taken, and how long it took."""

    def __init__(self, sight):
        self._sight = sight
        self.frames = []

    def see(self, frame):
        begun = time.perf_counter()
        try:
            return self._sight.see(frame)
        finally:
            self.frames.append((frame.taken_at, time.perf_counter() - begun))

    def news(self):
        return self._sight.news()


def write_quiet_film(path, seconds):
    """Write a film of a table at rest: the first picture of the demo, and grain."""
    camera = open_source(str(DEMO_VIDEO))
    picture = camera.read().image.astype(np.float32)
    camera.close()
    chance = np.random.default_rng(3)
    grain = [chance.normal(0, GRAIN, (*picture.shape[:2], 1)).astype(np.float32) for _ in range(7)]
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=FPS)
        stream.bit_rate = BITS_A_SECOND
        stream.width, stream.height, stream.pix_fmt = picture.shape[1], picture.shape[0], "yuv420p"
        for number in range(round(seconds * FPS)):
            image = np.clip(picture + grain[number % 7], 0, 255).astype(np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))
        container.mux(stream.encode())


def watched(film, folder, number):
    """Watch the film at its own pace; return the frames that were judged and the processor time."""
    profile = load_profile(DEMO_PROFILE)
    kept = []

    def sight_of(order):
        kept.append(WatchedSight(open_sight(order)))
        return kept[0]

    order = Order(
        source=str(film),
        profile=profile,
        rules=load_rules(profile.rules),
        settings=settings_from(os.environ),
        journal=Path(folder) / f"table-{number}.journal",
        pace=Pace.LIVE,
    )
    with open_table(order, lambda _line: None, sight_of) as table:
        begun = time.process_time()
        run_to_end(table)
        spent = time.process_time() - begun
    frames = [(at, took) for at, took in kept[0].frames if at >= SETTLED_S]
    return len(frames), [took for _, took in frames], spent


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=8)
    words.add_argument("--seconds", type=float, default=15.0)
    asked = words.parse_args()
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {cores} cores, load {load:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "quiet.mp4"
        write_quiet_film(film, asked.seconds)
        with ProcessPoolExecutor(asked.tables, get_context("spawn")) as pool:
            runs = [pool.submit(watched, film, folder, n) for n in range(asked.tables)]
            done = [run.result() for run in runs]
    due = round((asked.seconds - SETTLED_S) * FPS)
    for number, (count, took, spent) in enumerate(done, 1):
        middle, late = spread(took)
        share = 100 * spent / asked.seconds
        print(
            f"table {number}: {count} of {due} frames judged, each median {1000 * middle:.1f} ms, "
            f"p95 {1000 * late:.1f} ms; {share:.0f} % of a core"
        )
    rates = [FPS * count / due for count, _, _ in done]
    print(f"the slowest of {asked.tables} tables: {min(rates):.1f} frames a second of {FPS}")


if __name__ == "__main__":
    main()
