"""Video from the very frames that were judged: segments of a minute, and an index of frames.

A thread of its own writes; the line hands frames over and never waits. When the disk is full the
video stops and goes on by itself once there is room: the journal's room is not touched.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from queue import Full, Queue
from threading import Thread

import av.error

from vision.disk import Budget, VideoStore
from vision.footage import HEAD, ClipWriter, Place
from vision.frames import Frame

SEGMENT_S = 60.0
WAITING_FRAMES = 30
"""So many frames may wait for the writer; beyond that the newest is left out, and counted."""

QUALITY = "26"
OnTrouble = Callable[[str | None], None]
"""Told why no video is kept, and None when it is kept again."""


class Recorder:
    """Keeps what the camera showed."""

    def __init__(
        self,
        folder: Path,
        budget: Budget | None = None,
        *,
        store: VideoStore | None = None,
        on_trouble: OnTrouble = lambda _why: None,
    ) -> None:
        """Record into a folder; raises OSError when it cannot be made."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._store = store or VideoStore(folder, budget or Budget())
        self._on_trouble = on_trouble
        self.why: str | None = None
        """Why no video is kept now; None when it is."""
        self._queue: Queue[Frame | None] = Queue(WAITING_FRAMES)
        self._segment: Segment | None = None
        self._last = 0
        self.lost = 0
        """Frames that were not recorded."""
        self._thread = Thread(target=self._run, name="recorder", daemon=True)
        self._thread.start()

    @property
    def folder(self) -> Path:
        """Return where the video of this run lies."""
        return self._folder

    def keep(self, frame: Frame) -> None:
        """Hand a frame over; never waits."""
        try:
            self._queue.put_nowait(frame)
        except Full:
            self.lost += 1

    def waiting(self) -> int:
        """Return how many frames are not written yet."""
        return self._queue.qsize()

    def close(self) -> None:
        """Write what has been handed over and close the files."""
        self._queue.put(None)
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while (frame := self._queue.get()) is not None:
            try:
                self._write(frame)
            except (OSError, av.error.FFmpegError) as error:
                self._fail(getattr(error, "strerror", None) or str(error))
        self._end_segment()

    def _write(self, frame: Frame) -> None:
        """Write a frame, or count it as lost while there is no room."""
        if self._segment is None or self._segment.is_over(frame):
            self._end_segment()
            if not self._has_room(None):
                return
            self._segment = Segment(self._folder, self._next_name(), frame)
        if self._segment.add(frame) and not self._has_room(self._folder / self._segment.name):
            self._end_segment()
            return
        self._tell(None)

    def _has_room(self, writing: Path | None) -> bool:
        if self._store.make_room(writing):
            return True
        self.lost += 1
        self._tell(str(self._folder))
        return False

    def _fail(self, why: str) -> None:
        """Let go of a segment that cannot be written; the next frame begins another."""
        segment, self._segment = self._segment, None
        self.lost += 1
        self._tell(f"{self._folder}: {why}")
        if segment is not None:
            segment.abandon()

    def _end_segment(self) -> None:
        segment, self._segment = self._segment, None
        if segment is not None:
            segment.close()

    def _tell(self, why: str | None) -> None:
        if why != self.why:
            self.why = why
            self._on_trouble(why)

    def _next_name(self) -> str:
        """Name the next segment; a number is never used twice, even if its video is gone."""
        taken = [int(path.stem) for path in self._folder.glob("*.mp4") if path.stem.isdigit()]
        self._last = max([*taken, self._last]) + 1
        return f"{self._last:06d}.mp4"


class Segment:
    """One minute of video with its lines of the index."""

    def __init__(self, folder: Path, name: str, first: Frame) -> None:
        """Open the files; raises OSError."""
        self.name = name
        self._begun, self._shape = first.taken_at, first.image.shape
        self._clip = ClipWriter(folder / name, QUALITY, fragmented=True)
        self._index = (folder / name).with_suffix(".csv").open("w", encoding="ascii")
        self._index.write(HEAD)

    def is_over(self, frame: Frame) -> bool:
        """Tell whether a frame belongs into the next segment."""
        since = frame.taken_at - self._begun
        return not 0 <= since < SEGMENT_S or frame.image.shape != self._shape

    def add(self, frame: Frame) -> bool:
        """Write a frame; tell whether a second is whole on the disk."""
        pts, is_key = self._clip.add(frame.image, frame.taken_at)
        self._index.write(Place(frame.number, frame.taken_at, self.name, pts).line())
        if is_key:
            self._index.flush()
            os.fsync(self._index.fileno())
        return is_key

    def close(self) -> None:
        """Close the files; raises OSError when the last of it cannot be written."""
        try:
            self._clip.close()
        finally:
            self._index.close()

    def abandon(self) -> None:
        """Close what can be closed after a failure."""
        for close in (self._clip.close, self._index.close):
            try:
                close()
            except (OSError, av.error.FFmpegError):
                continue
