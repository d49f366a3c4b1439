"""A recording decoded ahead by a thread of its own, while the frames before are judged."""

from __future__ import annotations

from queue import Empty, Full, Queue
from threading import Event, Thread

from vision.frames import Frame
from vision.recording import Playable

AHEAD = 6
"""So many frames wait at most: some 17 MB of 1280x720."""
LOOK_UP_S = 0.1


class ReadAhead:
    """Gives the frames of a recording in their order, and its fault where it has one."""

    def __init__(self, recording: Playable) -> None:
        """Begin to decode."""
        self._recording = recording
        self._decoded: Queue[Frame | Exception | None] = Queue(AHEAD)
        self._is_closed = Event()
        self._end: Exception | None = None
        self._is_over = False
        self._thread = Thread(target=self._decode, name="decoder", daemon=True)
        self._thread.start()

    @property
    def length(self) -> int | None:
        """How many frames there are."""
        return self._recording.length

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end; raises what decoding raised there."""
        if not self._is_over:
            match self._decoded.get():
                case Frame() as frame:
                    return frame
                case end:
                    self._end, self._is_over = end, True
        if self._end is not None:
            raise self._end
        return None

    def close(self) -> None:
        """Let go of the recording."""
        self._is_closed.set()
        while self._thread.is_alive():
            try:
                self._decoded.get(timeout=LOOK_UP_S)
            except Empty:
                continue
        self._recording.close()

    def _decode(self) -> None:
        try:
            while not self._is_closed.is_set():
                frame = self._recording.read()
                self._hand(frame)
                if frame is None:
                    return
        except Exception as error:  # noqa: BLE001 - raised again by whoever reads
            self._hand(error)

    def _hand(self, decoded: Frame | Exception | None) -> None:
        """Hand on what was decoded, as soon as there is room."""
        while not self._is_closed.is_set():
            try:
                self._decoded.put(decoded, timeout=LOOK_UP_S)
            except Full:
                continue
            return
