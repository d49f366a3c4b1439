"""The first half of the sight some frames ahead of the second, in a thread of its own.

What comes out is the same to the last bit: the first half never hears of the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Protocol

from engine.faults import TableError
from engine.happenings import Happening
from engine.table import TableState
from vision.frames import Frame
from vision.sight import Sensed
from vision.sitting import Sitting

AHEAD = 8
"""So many frames wait at most: some 22 MB of 1280x720."""
LOOK_UP_S = 0.1


class HalvedSight(Protocol):
    """A sight whose first half may run ahead."""

    def sense(self, frame: Frame) -> Sensed | None:
        """Take a frame into the first half; raises TableError for one that cannot be judged."""
        ...

    def judge(self, frame: Frame, sensed: Sensed) -> TableState | None:
        """Take a frame that was sensed into the second half."""
        ...

    def news(self) -> Iterable[Happening]:
        """Return what has happened to picture and camera since the last time: the first half."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """A frame that came through the first half, with what was found or why it was not."""

    frame: Frame
    sensed: Sensed | TableError | None
    news: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Rest:
    """No frame: the first half waits here, all of it judged; or the recording is over or broken."""

    is_over: bool = False
    broken: Exception | None = None


class Ahead:
    """The camera and the sight of an audit's line: frames come sensed, and are judged here."""

    def __init__(self, sitting: Sitting, sight: HalvedSight, rest_every: int) -> None:
        """Rest after every so many frames, so that the state of both halves can be kept together.

        Nothing runs before the first frame is asked for.
        """
        self._sitting, self._sight, self._rest_every = sitting, sight, rest_every
        self._waiting: Queue[Ready | Rest] = Queue(AHEAD)
        self._is_closed = Event()
        self._thread: Thread | None = None
        self._now: Ready | None = None
        self._taken_at = sitting.now()

    @property
    def length(self) -> int | None:
        """How many frames the files say they have."""
        return self._sitting.length

    @property
    def rests(self) -> bool:
        """Tell whether the frame that was read last was the last one before a rest."""
        return self._now is not None and self._rests_after(self._now.frame)

    def read(self) -> Frame | None:
        """Return the next frame, or None when the recordings are over."""
        while True:
            if self._thread is None:
                self._thread = Thread(target=self._run_ahead, name="sight", daemon=True)
                self._thread.start()
            match self._waiting.get():
                case Ready(frame=frame) as ready:
                    self._now, self._taken_at = ready, frame.taken_at
                    return frame
                case Rest(is_over=is_over, broken=broken):
                    self._thread.join()
                    self._thread = None
                    if broken is not None:
                        raise broken
                    if is_over:
                        return None

    def see(self, frame: Frame) -> TableState | None:
        """Judge the frame that was read last; raises TableError as the first half did."""
        match self._ready.sensed:
            case None:
                return None
            case TableError() as error:
                raise error
            case sensed:
                return self._sight.judge(frame, sensed)

    def news(self) -> Iterable[Happening]:
        """Return what happened to picture and camera in the frame that was read last."""
        return self._ready.news

    def frames(self) -> Iterator[Frame]:
        """Yield every frame that is left."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return when the frame that was read last was taken, in seconds."""
        return self._taken_at

    def close(self) -> None:
        """Stop running ahead."""
        self._is_closed.set()
        while self._thread is not None and self._thread.is_alive():
            try:
                self._waiting.get(timeout=LOOK_UP_S)
            except Empty:
                continue

    @property
    def _ready(self) -> Ready:
        if self._now is None:
            raise RuntimeError("no frame was read yet")
        return self._now

    def _run_ahead(self) -> None:
        """Take frames through the first half until it is time to rest."""
        try:
            while not self._is_closed.is_set():
                frame = self._sitting.read()
                if frame is None:
                    self._hand(Rest(is_over=True))
                    return
                self._hand(self._sensed(frame))
                if self._rests_after(frame):
                    self._hand(Rest())
                    return
        except Exception as error:  # noqa: BLE001 - raised again by whoever reads
            self._hand(Rest(broken=error))

    def _rests_after(self, frame: Frame) -> bool:
        return (frame.number + 1) % self._rest_every == 0

    def _sensed(self, frame: Frame) -> Ready:
        try:
            sensed: Sensed | TableError | None = self._sight.sense(frame)
        except TableError as error:
            sensed = error
        return Ready(frame, sensed, tuple(self._sight.news()))

    def _hand(self, ready: Ready | Rest) -> None:
        """Hand on what is ready as soon as there is room."""
        while not self._is_closed.is_set():
            try:
                self._waiting.put(ready, timeout=LOOK_UP_S)
            except Full:
                continue
            return
