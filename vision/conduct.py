"""Whether a camera behaves: its picture stirs, keeps its size and its rate, and stands upright."""

from __future__ import annotations

from collections import deque

import numpy as np

from engine.faults import Fault, TableError
from vision.frames import Frame, Picture
from vision.framing import Framing, changed

SILENCE_S = 1.5
"""After so long without a new picture the camera counts as lost; people know within 2 s."""

RATE_OVER_S = 3.0
RATE_TIMES = 2.0
"""A rate that is so many times slower or faster than it was is another rate."""


class Conduct:
    """Judges frame by frame; whatever is wrong is a fault until a frame is right again."""

    def __init__(self, name: str) -> None:
        """Name the camera in faults."""
        self._name = name
        self._unlike = Unlike(SILENCE_S)
        self._rate = Rate()
        self._framing = Framing(name)

    def reconnected(self) -> None:
        """Begin to count anew: what was missed between two connections makes no camera slow."""
        self._rate.pause()
        self._framing.look_now()

    def check(self, frame: Frame) -> None:
        """Take a frame in; raises TableError when the camera does not behave."""
        self._framing.check_size(frame)
        if self._unlike.is_frozen(frame):
            raise TableError(Fault.CAMERA_FROZEN, self._name)
        self._framing.check_upright(frame)
        if (rates := self._rate.changed(frame)) is not None:
            told = f"{rates[0]:.0f} frames/s, not {rates[1]:.0f}"
            raise changed(self._name, "rate", told, {"rate": rates[0], "usual_rate": rates[1]})


class Unlike:
    """Notices a camera that sends the same picture again and again; a real sensor always stirs."""

    def __init__(self, patience_s: float) -> None:
        """Call it frozen after so many seconds of the very same picture."""
        self._patience_s = patience_s
        self._picture: Picture | None = None
        self._since = 0.0

    def is_frozen(self, frame: Frame) -> bool:
        """Tell whether the picture has not changed at all for too long."""
        sample = np.ascontiguousarray(frame.image[::8, ::8])
        if self._picture is None or not np.array_equal(sample, self._picture):
            self._picture, self._since = sample, frame.taken_at
        return frame.taken_at - self._since >= self._patience_s


class Rate:
    """Notices a camera whose rate has changed; the first seconds say what is usual.

    Frames that nobody took are counted by their numbers: a busy reader is no slow camera.
    """

    def __init__(self) -> None:
        """Begin without knowing the rate."""
        self._usual: float | None = None
        self._recent: deque[tuple[float, int]] = deque()

    def pause(self) -> None:
        """Count anew from the next frame; what is usual stays."""
        self._recent.clear()

    def changed(self, frame: Frame) -> tuple[float, float] | None:
        """Return the rate now and the usual one when they differ too much."""
        recent = self._recent
        if recent and frame.taken_at - recent[-1][0] > SILENCE_S:
            recent.clear()  # a gap is a lost camera, not a slow one
        recent.append((frame.taken_at, frame.number))
        while frame.taken_at - recent[0][0] > RATE_OVER_S:
            recent.popleft()
        span = frame.taken_at - recent[0][0]
        if span < RATE_OVER_S * 0.9:
            return None
        now = (frame.number - recent[0][1]) / span
        self._usual = self._usual or now
        is_other = not self._usual / RATE_TIMES < now < self._usual * RATE_TIMES
        return (now, self._usual) if is_other else None
