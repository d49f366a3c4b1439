"""A recording shown at its own pace without leaving a frame out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vision.camera import Camera
from vision.frames import Frame


class SteadyCamera:
    """Holds each frame back until it is due; a slow computer is late, and still sees them all."""

    def __init__(
        self, camera: Camera, clock: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        """Show what the camera gives; the first frame is due at once."""
        self._camera = camera
        self._clock = clock
        self._sleep = sleep
        self._begun: float | None = None

    @property
    def length(self) -> int | None:
        """How many frames there are."""
        return self._camera.length

    def read(self) -> Frame | None:
        """Return the next frame when it is due, or None at the end."""
        frame = self._camera.read()
        if frame is not None:
            if self._begun is None:
                self._begun = self._clock() - frame.taken_at
            self._sleep(max(0.0, frame.taken_at - self.now()))
        return frame

    def frames(self) -> Iterator[Frame]:
        """Yield the frames until the end."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return how far the recording would have come by now, in seconds."""
        return 0.0 if self._begun is None else self._clock() - self._begun

    def close(self) -> None:
        """Let go of the recording."""
        self._camera.close()
