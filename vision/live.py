"""Live cameras: a reader thread keeps the latest frame, connects anew, and notices silence."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Protocol

import av
import av.error
import numpy as np

from engine.faults import Fault, TableError
from vision.device import DeviceFeed
from vision.frames import Frame, Picture
from vision.latest import Latest
from vision.recording import CameraError

SILENCE_S = 1.5
"""After so long without a new picture the camera counts as lost; people know within 2 s."""

FIRST_WAIT_S, LONGEST_WAIT_S = 0.25, 4.0
"""How long to wait before connecting anew; doubled after each failure."""

Clock = Callable[[], float]


class Feed(Protocol):
    """An open line to a camera."""

    def grab(self) -> Picture | None:
        """Return the next picture, or None when the line is dead."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class LiveCamera:
    """A camera whose latest frame wins."""

    def __init__(
        self, connect: Callable[[], Feed], *, name: str, clock: Clock = time.monotonic
    ) -> None:
        """Connect, and go on reading in a thread. Raises CameraError if the first try fails."""
        self._connect, self._name, self._clock = connect, name, clock
        self._begun = clock()
        self._number = 0
        self._stop = Event()
        self._latest: Latest[Frame | None] = Latest()
        self._unlike = Unlike(SILENCE_S)
        feed = connect()
        self._thread = Thread(target=self._run, args=(feed,), name="live-camera", daemon=True)
        self._thread.start()

    @property
    def length(self) -> int | None:
        """Nobody knows how long a game will last."""
        return None

    def read(self) -> Frame | None:
        """Return the latest frame; raises TableError while the camera is lost or frozen."""
        try:
            frame = self._latest.take(SILENCE_S)
        except TimeoutError:
            raise TableError(Fault.CAMERA_LOST, self._name) from None
        if frame is not None and self._unlike.is_frozen(frame):
            raise TableError(Fault.CAMERA_FROZEN, self._name)
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
                    feed = self._connect()
                    break
                except CameraError:
                    wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    def _drained(self, feed: Feed) -> bool:
        """Offer pictures until the line dies; tell whether any came."""
        before = self._number
        while not self._stop.is_set() and (image := feed.grab()) is not None:
            self._latest.offer(Frame(image, self.now(), self._number))
            self._number += 1
        return self._number > before


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


class StreamFeed:
    """A camera on the network (RTSP, HTTP)."""

    def __init__(self, address: str) -> None:
        """Open the stream. Raises CameraError when nobody answers in time."""
        options = {"rtsp_transport": "tcp"} if address.startswith("rtsp") else {}
        try:
            self._container = av.open(address, options=options, timeout=(SILENCE_S, SILENCE_S))
            self._frames = self._container.decode(video=0)
        except (av.error.FFmpegError, IndexError, OSError) as error:
            raise CameraError(f"{address}: no camera answers there ({error.strerror})") from None  # type: ignore[union-attr]

    def grab(self) -> Picture | None:
        """Return the next picture, or None when the line is dead."""
        try:
            frame = next(self._frames, None)
        except (av.error.FFmpegError, OSError):
            return None
        return None if frame is None else np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)

    def close(self) -> None:
        """Hang up."""
        self._container.close()


def open_device(device: str) -> Feed:
    """Open a camera on a cable. Raises CameraError when it cannot be opened."""
    return DeviceFeed(device)


def open_stream(address: str) -> Feed:
    """Open a camera on the network. Raises CameraError when nobody answers."""
    return StreamFeed(address)
