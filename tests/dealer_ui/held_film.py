"""`kozyr watch` of a film that waits for us, as a program of its own.

python -m tests.dealer_ui.held_film FILM OPTIONS…

A line on its input is a second of the film: so far it goes on, and there the table stands still
while people look at it. However busy the machine is, it judges the same pictures; everything but
the film's patience is what a user runs.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

import numpy as np

from dealer_ui import wiring
from dealer_ui.main import run
from vision.camera import open_source
from vision.frames import Frame
from vision.recording import FOLDER_FPS

TIMES = 2.0
"""So many times faster than its own pace the film goes on, where the machine can."""
EVERY = 2
"""Every so manieth picture is shown: enough to judge by, and half the work."""
STIRS = 3
"""A sensor always stirs: so many grey levels of noise lie over a still table."""
ROOM = 64
"""The noise is cut out of a larger sheet, each time elsewhere."""


FRAME_S = EVERY / FOLDER_FPS


class HeldFilm:
    """A film that goes on as far as it is told."""

    def __init__(self, film) -> None:
        self._film = film
        self._until, self._held_s, self._number = 0.0, 0.0, 0
        self._last, self._due = film.read(), time.monotonic()
        height, width = self._last.image.shape[:2]
        self._rng = np.random.default_rng(41)
        sheet = self._rng.integers(0, STIRS, (height + ROOM, width + ROOM, 1))
        self._sheet = np.repeat(sheet, 3, axis=2).astype(np.uint8)
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def length(self) -> int | None:
        return None

    def read(self) -> Frame | None:
        moves = self._last.taken_at < self._until
        self._due = max(self._due + FRAME_S / (TIMES if moves else 1), time.monotonic() - 0.1)
        time.sleep(max(0.0, self._due - time.monotonic()))
        if not moves:
            self._held_s += FRAME_S
        elif (frame := self._next()) is None:
            return None
        else:
            self._last = frame
        self._number += 1
        image = self._last.image if moves else self._stirred()
        return Frame(image, self.now(), self._number, self.now())

    def _next(self) -> Frame | None:
        frames = [self._film.read() for _ in range(EVERY)]
        return frames[-1]

    def _stirred(self):
        top, left = self._rng.integers(0, ROOM, 2)
        height, width = self._last.image.shape[:2]
        noise = self._sheet[top : top + height, left : left + width]
        return np.minimum(self._last.image, 255 - STIRS) + noise

    def frames(self) -> Iterator[Frame]:
        yield from iter(self.read, None)

    def now(self) -> float:
        return self._last.taken_at + self._held_s

    def close(self) -> None:
        self._film.close()

    def _listen(self) -> None:
        for line in sys.stdin:
            self._until = max(self._until, float(line))


if __name__ == "__main__":
    wiring.open_source = lambda source, **_: HeldFilm(open_source(source))
    sys.argv.insert(1, "watch")
    run()
