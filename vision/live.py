"""Live cameras: a reader thread keeps the latest frame, connects anew, and notices silence."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event, Thread

from engine.faults import Fault, TableError
from vision.conduct import SILENCE_S, Conduct
from vision.feed import Feed
from vision.frames import Frame
from vision.latest import Latest
from vision.recording import CameraError
from vision.timeline import Timeline

FIRST_WAIT_S, LONGEST_WAIT_S = 0.25, 2.0
"""How long to wait before connecting anew; doubled after each failure.

With the time that a connection takes, a camera is seen again within 5 s of its return.
"""

Clock = Callable[[], float]


class LiveCamera:
    """A camera whose latest frame wins."""

    def __init__(
        self, connect: Callable[[], Feed], *, name: str, clock: Clock = time.monotonic
    ) -> None:
        """Connect, and go on reading in a thread. Raises CameraError if the first try fails."""
        self.name = name
        self._connect, self._clock = connect, clock
        self._begun = clock()
        self._number = 0
        self._stop = Event()
        self._latest: Latest[Frame | None] = Latest()
        self._conduct = Conduct(name)
        self._timeline = Timeline()
        self._lines = self._known_lines = 0
        feed = self._feed = connect()
        self._thread = Thread(target=self._run, args=(feed,), name="live-camera", daemon=True)
        self._thread.start()

    @property
    def length(self) -> int | None:
        """Nobody knows how long a game will last."""
        return None

    @property
    def loose(self) -> tuple[str, ...]:
        """Return what the camera goes on changing by itself."""
        return self._feed.loose

    def read(self) -> Frame | None:
        """Return the latest frame; raises TableError while the camera is lost or misbehaves."""
        try:
            frame = self._latest.take(SILENCE_S)
        except TimeoutError:
            raise TableError(Fault.CAMERA_LOST, self.name) from None
        if self._known_lines != self._lines:
            self._known_lines = self._lines
            self._conduct.reconnected()
        if frame is not None:
            self._conduct.check(frame)
        return frame

    def frames(self) -> Iterator[Frame]:
        """Yield frames for as long as the camera is there."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return the seconds since the camera was opened."""
        return self._clock() - self._begun

    def close(self) -> None:
        """Stop reading and hang up."""
        self._stop.set()
        self._latest.finish(None)
        self._thread.join(timeout=2)

    def _run(self, feed: Feed) -> None:
        """Read until told to stop; when the line dies, connect anew with growing patience."""
        wait_s = FIRST_WAIT_S
        while not self._stop.is_set():
            if self._drained(feed):
                wait_s = FIRST_WAIT_S
            feed.close()
            while not self._stop.wait(wait_s):
                try:
                    feed = self._feed = self._connect()
                    break
                except CameraError:
                    wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _drained(self, feed: Feed) -> bool:
        """Offer pictures until the line dies; tell whether any came."""
        before = self._number
        self._timeline.restart()
        self._lines += 1
        while not self._stop.is_set() and (shot := feed.grab()) is not None:
            taken_at = self._timeline.taken_at(shot.pts_s, self.now())
            self._latest.offer(Frame(shot.image, taken_at, self._number, shot.pts_s))
            self._number += 1
        return self._number > before
