"""Whether a picture keeps its size and stands upright: a camera that was swapped or turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from engine.faults import Cause, Fault, TableError
from vision.frames import Frame, Picture

LOOK_EVERY_S = 1.0
SMALL = (48, 27)
ALIKE, APART = 0.5, 0.25
"""Turned round, the picture must be so like the one before, and so much liker than upright."""

Thumb = npt.NDArray[np.float64]


def changed(
    name: str, what: str, told: str, figures: Mapping[str, float] | None = None
) -> TableError:
    """Return the fault of a camera that gives other pictures than it did."""
    measured = tuple((figures or {}).items())
    cause = Cause(f"camera-{what}", name)
    return TableError(Fault.CAMERA_CHANGED, f"{name}: {told}", measured, cause)


class Framing:
    """Judges frame by frame; whatever is wrong is a fault until a frame is right again."""

    def __init__(self, name: str, size_px: tuple[int, int] | None = None) -> None:
        """Name the camera in faults; the first frame says its size if nobody does."""
        self._name = name
        self._size = size_px
        self._upright = Upright()

    def look_now(self) -> None:
        """Look at the next frame, however soon it comes."""
        self._upright.look_now()

    def check_size(self, frame: Frame) -> None:
        """Raise TableError for a frame of another size."""
        size = (frame.image.shape[1], frame.image.shape[0])
        self._size = self._size or size
        if size != self._size:
            sizes = f"{size[0]}x{size[1]}, not {self._size[0]}x{self._size[1]}"
            names = ("width", "height", "usual_width", "usual_height")
            figures = dict(zip(names, (*size, *self._size), strict=True))
            raise changed(self._name, "size", sizes, figures)

    def check_upright(self, frame: Frame) -> None:
        """Raise TableError for a picture that is turned round."""
        if not self._upright.stands(frame):
            raise changed(self._name, "turned", "upside down")


class Played(Protocol):
    """A recording that is played."""

    @property
    def length(self) -> int | None:
        """How many frames there are."""
        ...

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end."""
        ...

    def now(self) -> float:
        """Return the time on its clock, in seconds."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class FramedRecording:
    """A recording whose frames must keep their size and stand upright, as a live camera's must."""

    def __init__(self, recording: Played, name: str, size_px: tuple[int, int]) -> None:
        """Watch a recording of a camera with this picture size."""
        self._recording = recording
        self._framing = Framing(name, size_px)

    @property
    def length(self) -> int | None:
        """How many frames there are."""
        return self._recording.length

    def read(self) -> Frame | None:
        """Return the next frame, None at the end.

        Raises TableError for a frame that is of another size or turned, CameraError as before.
        """
        frame = self._recording.read()
        if frame is not None:
            self._framing.check_size(frame)
            self._framing.check_upright(frame)
        return frame

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the recording is over."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return the time on the recording's clock."""
        return self._recording.now()

    def close(self) -> None:
        """Let go of the recording."""
        self._recording.close()


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
