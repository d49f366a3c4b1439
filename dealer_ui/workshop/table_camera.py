"""The running table's own camera, as the calibration page looks through it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from dealer_ui.shift import WITHIN_S, Lately
from engine.faults import Fault, TableError
from vision.frames import Frame

LOOK_S = 0.02


class TableCamera:
    """Shows what the line has seen last; it opens nothing, and so it has nothing to close."""

    length = None

    def __init__(
        self,
        lately: Lately,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Look at what the line hands out."""
        self._lately, self._clock, self._sleep = lately, clock, sleep

    def read(self) -> Frame:
        """Return the newest frame; raises TableError while there is none."""
        frame = self._lately.newest
        return frame if frame is not None else next(self.frames())

    def frames(self) -> Iterator[Frame]:
        """Yield frames as they come; raises TableError when none comes."""
        seen = -1
        while True:
            until = self._clock() + WITHIN_S
            while (frame := self._lately.newest) is None or frame.number == seen:
                if self._clock() >= until:
                    raise TableError(Fault.CAMERA_LOST, "no picture came")
                self._sleep(LOOK_S)
            seen = frame.number
            yield frame

    def now(self) -> float:
        """Return the time of the newest frame, in seconds."""
        frame = self._lately.newest
        return 0.0 if frame is None else frame.taken_at

    def close(self) -> None:
        """Do nothing: the line closes the camera."""
