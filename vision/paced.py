"""A recording played at its own speed: late frames are dropped, as a live camera does."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event, Thread

from vision.frames import Frame
from vision.latest import Latest
from vision.recording import CameraError, Playable

Clock = Callable[[], float]


class PacedRecording:
    """Plays a recording in its own thread; whoever reads gets the latest frame."""

    def __init__(self, recording: Playable, clock: Clock = time.monotonic) -> None:
        """Play from now on; frames are stamped with the film's own times."""
        self._recording = recording
        self._clock = clock
        self._begun = clock()
        self._stop = Event()
        self._latest: Latest[Frame | CameraError | None] = Latest()
        self._thread = Thread(target=self._play, name="paced-recording", daemon=True)
        self._thread.start()

    @property
    def length(self) -> int | None:
        """How many frames the recording has."""
        return self._recording.length

    def read(self) -> Frame | None:
        """Return the latest frame, or None when the recording is over."""
        found = self._latest.take()
        if isinstance(found, CameraError):
            raise found
        return found

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the recording is over."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return how far the film would have played by now, in seconds."""
        return self._clock() - self._begun

    def close(self) -> None:
        """Stop playing."""
        self._stop.set()
        self._thread.join(timeout=2)
        self._recording.close()

    def _play(self) -> None:
        """Offer each frame at its time; the end and a break are offered after the last frame."""
        last: CameraError | None = None
        try:
            while (frame := self._recording.read()) is not None:
                if self._stop.wait(max(0.0, frame.taken_at - self.now())):
                    return
                self._latest.offer(frame)
        except CameraError as error:
            last = error
        self._latest.finish(last)
