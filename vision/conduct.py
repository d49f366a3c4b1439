"""Whether a camera behaves: its picture stirs, keeps its size and its rate, and stands upright."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import cv2
import numpy as np
import numpy.typing as npt

from engine.faults import Cause, Fault, TableError
from vision.frames import Frame, Picture

SILENCE_S = 1.5
"""After so long without a new picture the camera counts as lost; people know within 2 s."""

RATE_OVER_S = 3.0
RATE_TIMES = 2.0
"""A rate that is so many times slower or faster than it was is another rate."""

LOOK_EVERY_S = 1.0
SMALL = (48, 27)
ALIKE, APART = 0.5, 0.25
"""Turned round, the picture must be so like the one before, and so much liker than upright."""

Thumb = npt.NDArray[np.float64]


class Conduct:
    """Judges frame by frame; whatever is wrong is a fault until a frame is right again."""

    def __init__(self, name: str) -> None:
        """Name the camera in faults."""
        self._name = name
        self._unlike = Unlike(SILENCE_S)
        self._size: tuple[int, int] | None = None
        self._rate = Rate()
        self._upright = Upright()

    def reconnected(self) -> None:
        """Begin to count anew: what was missed between two connections makes no camera slow."""
        self._rate.pause()
        self._upright.look_now()

    def check(self, frame: Frame) -> None:
        """Take a frame in; raises TableError when the camera does not behave."""
        size = (frame.image.shape[1], frame.image.shape[0])
        self._size = self._size or size
        if size != self._size:
            sizes = f"{size[0]}x{size[1]}, not {self._size[0]}x{self._size[1]}"
            names = ("width", "height", "usual_width", "usual_height")
            raise self._changed("size", sizes, dict(zip(names, (*size, *self._size), strict=True)))
        if self._unlike.is_frozen(frame):
            raise TableError(Fault.CAMERA_FROZEN, self._name)
        if not self._upright.stands(frame):
            raise self._changed("turned", "upside down")
        if (rates := self._rate.changed(frame)) is not None:
            told = f"{rates[0]:.0f} frames/s, not {rates[1]:.0f}"
            raise self._changed("rate", told, {"rate": rates[0], "usual_rate": rates[1]})

    def _changed(
        self, what: str, told: str, figures: Mapping[str, float] | None = None
    ) -> TableError:
        """Return the fault of a camera that gives other pictures than it did."""
        cause = Cause(f"camera-{what}", self._name)
        measured = tuple((figures or {}).items())
        return TableError(Fault.CAMERA_CHANGED, f"{self._name}: {told}", measured, cause)


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


class Upright:
    """Notices a picture that comes back turned round by 180 degrees."""

    def __init__(self) -> None:
        """Begin without knowing the picture."""
        self._before: Thumb | None = None
        self._due_at = 0.0
        self._stands = True

    def look_now(self) -> None:
        """Look at the next frame, however soon it comes."""
        self._due_at = 0.0

    def stands(self, frame: Frame) -> bool:
        """Tell whether the picture stands as it did; looked at once in a while."""
        if frame.taken_at < self._due_at:
            return self._stands
        self._due_at = frame.taken_at + LOOK_EVERY_S
        now = _thumb(frame.image)
        if self._before is None:
            self._before = now
        upright = float((now * self._before).mean())
        turned = float((now[::-1, ::-1] * self._before).mean())
        self._stands = not (turned > ALIKE and turned > upright + APART)
        if self._stands and upright > ALIKE:
            self._before = now
        return self._stands


def _thumb(image: Picture) -> Thumb:
    """Return a small picture of what stands out, evened so that its square is one on average."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    small = np.asarray(cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA), dtype=np.float64)
    away = small - small.mean()
    return np.asarray(away / max(float(away.std()), 1.0))
