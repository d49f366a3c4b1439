"""`make bench-recording`: what the video costs beside judging, and whether a clip begins right.

A film of a table, enlarged to 1920 x 1080 with the noise of a camera, is recorded at its own pace.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import av
import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from vision.footage import Footage
from vision.frames import Frame
from vision.recorder import Recorder

FILM = Path(__file__).parents[3] / "shared" / "films" / "d05.mp4"
SIZE = (1920, 1080)
MOST_OF_A_CORE = 0.30
DRAWN = 45


def pictures(film, count):
    """Return pictures of a film, as a camera of 1080p with some noise would send them."""
    chance = np.random.default_rng(7)
    grain = [chance.normal(0, 2.0, (SIZE[1], SIZE[0], 1)) for _ in range(5)]
    with av.open(str(film)) as container:
        shown = []
        for picture in container.decode(video=0):
            large = cv2.resize(picture.to_ndarray(format="bgr24"), SIZE)
            noisy = large + grain[len(shown) % len(grain)]
            shown.append(np.clip(noisy, 0, 255).astype(np.uint8))
            if len(shown) == count:
                break
    return shown


def marked(image, number):
    """Write a frame's number into it as bright and dark fields, to be read back after the video."""
    for bit in range(16):
        image[20:60, 20 + 50 * bit : 60 + 50 * bit] = 235 if number >> bit & 1 else 20
    return image


def number_in(image):
    return sum((image[30:50, 30 + 50 * b : 50 + 50 * b].mean() > 128) << b for b in range(16))


def cost(shown, rate, seconds, folder):
    """Record at the pace of the camera; return the part of a core that it takes, and what was lost.

    What handing the frames over costs without a recorder is taken off; a busy machine loses frames,
    so the cost is that of a frame which was recorded, times the rate.
    """
    taken = []
    for recorder in (None, Recorder(folder)):
        cpu, begun = time.process_time(), time.monotonic()
        for number in range(round(rate * seconds)):
            image = marked(shown[number % len(shown)].copy(), number)
            if recorder is not None:
                recorder.keep(Frame(image, number / rate, number))
            left = begun + (number + 1) / rate - time.monotonic()
            time.sleep(max(0.0, left))
        if recorder is not None:
            recorder.close()
        taken.append(time.process_time() - cpu)
    recorded = round(rate * seconds) - recorder.lost
    return (taken[1] - taken[0]) / recorded * rate, recorder.lost


def clips_off(folder, rate, seconds):
    """Cut clips at many times; return by how many frames each begins beside the truth.

    The truth is the first frame of the time that was recorded; its number stands in the picture.
    """
    footage, off = Footage(folder), []
    for begin in range(0, round(rate * (seconds - 2)), 7):
        clip = folder / "clip.mp4"
        wanted = begin / rate, begin / rate + 0.5
        if not (kept := footage.between(*wanted)):
            continue
        footage.cut(*wanted, clip)
        with av.open(str(clip)) as container:
            first = next(container.decode(video=0)).to_ndarray(format="bgr24")
        off.append(abs(number_in(first) - kept[0].number))
    return off


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--film", type=Path, default=FILM)
    words.add_argument("--rate", type=float, default=15.0)
    words.add_argument("--seconds", type=float, default=30.0)
    asked = words.parse_args()
    if not asked.film.exists():
        print(f"NO FILM: {asked.film.name} is not beside the checkout; name one with --film")
        return
    shown = pictures(asked.film, DRAWN)
    with tempfile.TemporaryDirectory() as folder:
        part, lost = cost(shown, asked.rate, asked.seconds, Path(folder))
        off = clips_off(Path(folder), asked.rate, min(asked.seconds, 10.0))
    print(
        f"1920x1080 at {asked.rate:g} frames/s: {100 * part:.0f} % of one core, {lost} frames lost"
    )
    print(f"{len(off)} clips: begin at most {max(off)} frames beside the truth")
    print("held" if lost == 0 and part <= MOST_OF_A_CORE and max(off) <= 1 else "NOT HELD")


if __name__ == "__main__":
    main()
