"""Where a frame's time goes: a 1280x720 picture with 12 cards, at several resolutions.

Usage: python tests/bench/frame_time.py [--weights FOLDER] [--rounds N]
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from tests.vision.spread import DECK_NAMES, lay
from vision.crops import (
    ALIGNER_SIZE,
    INDEX_SIZE,
    LOOSE,
    WHOLE_SIZE,
    as_batch,
    enlarged,
    index_corners,
    upright,
)
from vision.detector import YoloDetector, letterboxed
from vision.eye import open_eye
from vision.network import Backend, open_network
from vision.registry import checked, read_registry
from vision.window import Window

SIZES = (448, 512, 640, 768, 896)
BAR_MS = 25.0
CARDS = 12


def table():
    """Draw 12 cards on a table of 1280 by 720 pixels."""
    chance = np.random.default_rng(4)
    picture = np.full((720, 1280, 3), (52, 92, 44), np.float32)
    for n, name in enumerate(DECK_NAMES[4 : 4 + CARDS]):
        middle = (170 + 190 * (n % 6), 200 + 300 * (n // 6))
        lay(picture, name, middle, chance.normal(0, 15))
    return np.clip(picture + chance.normal(0, 3, picture.shape), 0, 255).astype(np.uint8)


def median_ms(act, rounds):
    times = []
    for _ in range(rounds + 3):
        begun = time.perf_counter()
        act()
        times.append(time.perf_counter() - begun)
    return 1000 * median(times[3:])


def stages(picture, folder, backend, rounds):
    """Time each stage by itself on the cards that are found in the picture."""
    registry = read_registry(folder)
    networks = {name: open_network(checked(w), backend) for name, w in registry.items()}
    detector = YoloDetector(lambda _shape: networks["finder"])
    boxes = [f.corners for f in detector.detect(picture)][:CARDS]
    parts = [part for c in boxes for part in index_corners(c)]
    cuts = {
        "cut for aligner": (ALIGNER_SIZE, [enlarged(c, LOOSE) for c in boxes]),
        "cut whole cards": (WHOLE_SIZE, boxes),
        "cut indices": (INDEX_SIZE, parts),
    }
    batches = {name: as_batch([upright(picture, c, s) for c in b]) for name, (s, b) in cuts.items()}
    blob = letterboxed(picture, 768 / 1280)
    yield "scale for finder", lambda: letterboxed(picture, 768 / 1280), 1
    yield "finder", lambda: networks["finder"].run(blob), 1
    for (cut, (size, corners)), name, times in zip(
        cuts.items(), ("aligner", "whole", "index"), (2, 1, 1), strict=True
    ):
        yield cut, lambda s=size, b=corners: as_batch([upright(picture, c, s) for c in b]), times
        yield name, lambda n=name, c=cut: networks[n].run(batches[c]), times


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--weights", type=Path)
    words.add_argument("--rounds", type=int, default=30)
    words.add_argument("--backend", default="openvino", choices=[b.value for b in Backend])
    asked = words.parse_args()
    picture, backend = table(), Backend(asked.backend)
    print(f"{'stage at 768 px':<22} {'ms':>7} {'times':>6} {'together':>9}")
    for name, act, times in stages(picture, asked.weights, backend, asked.rounds):
        taken = median_ms(act, asked.rounds)
        print(f"{name:<22} {taken:>7.2f} {times:>6} {taken * times:>9.2f}")
    print(f"\n{'long side':<12} {'whole eye, ms':>14} {'cards read':>11}   bar {BAR_MS:.0f} ms")
    height, width = picture.shape[:2]
    everywhere = Window((0.0, 0.0), (float(width), float(height)))
    for size in SIZES:
        eye = open_eye(backend, long_side=size, folder=asked.weights)
        eye.make_ready((height, width))
        look = partial(eye.look_where, picture, everywhere, lambda _quad: True)
        read = sum(c.card is not None for c in look())
        taken = median_ms(look, asked.rounds)
        print(f"{size:<12} {taken:>14.1f} {read:>8} of {CARDS}")


if __name__ == "__main__":
    main()
