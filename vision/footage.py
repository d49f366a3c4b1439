"""Recorded video: which frame is where, the frames of a time, and a clip of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import Self

import av
import av.error
import cv2
import numpy as np

from vision.colours import Colours
from vision.frames import Frame, Picture

HEAD = "number,taken_at,segment,pts\n"
SLACK_S = 1e-6
"""Times are written to the millionth of a second."""

CLOCK = 90_000
"""Presentation times of segments count so many ticks a second."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a frame lies: its number and capture time, its segment and its time in it (ticks)."""

    number: int
    taken_at: float
    segment: str
    pts: int

    def line(self) -> str:
        r"""Return the line of the index.

        >>> Place(7, 0.466667, "000001.mp4", 42000).line()
        '7,0.466667,000001.mp4,42000\n'
        """
        return f"{self.number},{self.taken_at:.6f},{self.segment},{self.pts}\n"


class Footage:
    """The frames that a folder of segments holds, in the order in which they were taken.

    A folder is one run of one camera, whose clock its times are on.
    """

    def __init__(self, folder: Path) -> None:
        """Look at which segments there are; their indexes are read when they are asked for."""
        self._folder = folder
        begun = [(next(read_index(path), None), path) for path in sorted(folder.glob("*.csv"))]
        self._segments = [
            (first.taken_at, path)
            for first, path in begun
            if first is not None and (folder / first.segment).exists()
        ]

    def between(self, from_s: float, to_s: float) -> tuple[Place, ...]:
        """Return the places of all frames taken in a time, both ends included."""
        starts = [start for start, _ in self._segments]
        first = max(0, bisect_right(starts, from_s) - 1)
        last = bisect_right(starts, to_s + SLACK_S)
        places = (p for _, path in self._segments[first:last] for p in read_index(path))
        return tuple(p for p in places if from_s - SLACK_S <= p.taken_at <= to_s + SLACK_S)

    def frames(self, from_s: float, to_s: float) -> Iterator[Frame]:
        """Yield the frames taken in a time; those that a power cut took are left out."""
        for segment, places in groupby(self.between(from_s, to_s), lambda place: place.segment):
            wanted = {place.pts: place for place in places}
            for pts, image in decoded(self._folder / segment, min(wanted)):
                place = wanted.pop(pts, None)
                if place is not None:
                    yield Frame(image, place.taken_at, place.number, pts / CLOCK)
                if not wanted:
                    break

    def cut(self, from_s: float, to_s: float, out: Path) -> int:
        """Write the frames of a time as a clip of its own, and return how many there were."""
        count = 0
        with ClipWriter(out) as clip:
            for frame in self.frames(from_s, to_s):
                clip.add(frame.image, frame.taken_at)
                count += 1
        return count


def read_index(path: Path) -> Iterator[Place]:
    """Yield the lines of an index that are whole."""
    with path.open(encoding="ascii", errors="replace") as lines:
        for line in lines:
            with suppress(ValueError):
                number, taken_at, segment, pts = line.split(",")
                if line.endswith("\n"):
                    yield Place(int(number), float(taken_at), segment, int(pts))


def decoded(path: Path, pts: int) -> Iterator[tuple[int, Picture]]:
    """Decode a segment from the key frame before a time on."""
    try:
        with av.open(str(path)) as container:
            stream = container.streams.video[0]
            scale = Fraction(stream.time_base or 1) * CLOCK
            colours = Colours()
            container.seek(int(pts / scale), stream=stream, backward=True)
            for picture in container.decode(stream):
                if picture.pts is not None:
                    yield round(picture.pts * scale), colours.of(picture)
    except (av.error.FFmpegError, IndexError):
        return  # a segment that ends torn has no more frames


class ClipWriter:
    """A video file to which frames are added with their capture times."""

    def __init__(self, path: Path, quality: str = "23", *, fragmented: bool = False) -> None:
        """Open the file; a fragmented one can be read up to any moment at which it ends."""
        flags = "frag_keyframe+empty_moov+default_base_moof" if fragmented else "faststart"
        options = {"movflags": flags, "video_track_timescale": str(CLOCK), "flush_packets": "1"}
        self._file = av.open(str(path), "w", format="mp4", options=options)
        self._quality = quality
        self._stream: av.VideoStream | None = None
        self._begun = self._key_at = 0.0

    def __enter__(self) -> Self:
        """Use as a context: the file is closed at its end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close the file."""
        self.close()

    def add(self, image: Picture, taken_at: float) -> tuple[int, bool]:
        """Add a frame; return its time in ticks, and whether it begins a new second."""
        even = image[: image.shape[0] // 2 * 2, : image.shape[1] // 2 * 2]
        stream = self._stream or self._opened(even, taken_at)
        is_key = taken_at - self._key_at >= 1.0 or taken_at == self._begun
        self._key_at = taken_at if is_key else self._key_at
        planar = np.asarray(cv2.cvtColor(even, cv2.COLOR_BGR2YUV_I420), np.uint8)
        picture = av.VideoFrame.from_ndarray(planar, format="yuv420p")
        picture.pts = round((taken_at - self._begun) * CLOCK)
        picture.time_base = Fraction(1, CLOCK)
        kinds = av.video.frame.PictureType
        picture.pict_type = kinds.I if is_key else kinds.NONE
        for packet in stream.encode(picture):
            self._file.mux(packet)
        return picture.pts, is_key

    def close(self) -> None:
        """Write what is left and close the file."""
        try:
            if self._stream is not None:
                for packet in self._stream.encode():
                    self._file.mux(packet)
        finally:
            self._file.close()

    def _opened(self, image: Picture, taken_at: float) -> av.VideoStream:
        self._begun = self._key_at = taken_at
        stream = self._file.add_stream("libx264", rate=30)
        stream.height, stream.width = image.shape[:2]
        stream.pix_fmt, stream.time_base = "yuv420p", Fraction(1, CLOCK)
        stream.codec_context.time_base = Fraction(1, CLOCK)
        stream.codec_context.thread_count = 1
        stream.options = {
            "preset": "ultrafast",
            "tune": "zerolatency",
            "crf": self._quality,
            "g": "100000",
            "forced-idr": "1",
        }
        self._stream = stream
        return stream
