"""Recorded video for a person to look at again: pieces that a browser plays, frame by frame."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from pathlib import Path

import av
import av.error

from vision.footage import CLOCK, Footage

NAMED_BY = "%Y%m%dT%H%M%SZ"
"""How the folder of a run is named: when its video began."""


@dataclass(frozen=True, slots=True)
class Reel:
    """A piece of video: its name, its file, and the capture times of its frames (s).

    Presentation times count from the first frame of the file, which was taken at `begins_s`.
    """

    name: str
    path: Path
    begins_s: float
    times: tuple[float, ...]

    @property
    def span_s(self) -> tuple[float, float]:
        """Return when its first and its last frame were taken."""
        return self.times[0], self.times[-1]


def run_folders(video: Path, after: datetime, until: datetime) -> tuple[Path, ...]:
    """Return the folders whose video began in a time; the second of `after` counts too."""
    if not video.is_dir():
        return ()
    first, last = f"{after:{NAMED_BY}}", f"{until:{NAMED_BY}}"
    folders = sorted(path for path in video.iterdir() if path.is_dir())
    return tuple(path for path in folders if first <= path.name <= last)


def reels_between(folder: Path, from_s: float, to_s: float) -> tuple[Reel, ...]:
    """Return the segments of a folder that hold frames of a time, with those frames."""
    reels = []
    places = Footage(folder).between(from_s, to_s)
    for segment, group in groupby(places, lambda place: place.segment):
        held = tuple(group)
        begins_s = held[0].taken_at - held[0].pts / CLOCK
        name = f"{folder.name}-{Path(segment).stem}"
        reels.append(Reel(name, folder / segment, begins_s, tuple(p.taken_at for p in held)))
    return tuple(reels)


def clip_reel(name: str, path: Path, begins_s: float) -> Reel | None:
    """Return a clip as a reel; None for a file that cannot be read."""
    try:
        with av.open(str(path)) as told:
            stream = told.streams.video[0]
            scale = Fraction(stream.time_base or 1)
            pts = sorted(p.pts for p in told.demux(stream) if p.pts is not None)
    except (av.error.FFmpegError, OSError, IndexError):
        return None
    times = tuple(round(begins_s + float(one * scale), 6) for one in pts)
    return Reel(name, path, begins_s, times) if times else None


def write_playable(segment: Path, out: Path) -> None:
    """Write the packets of a segment, as far as they go, into a file that can be sought in.

    Nothing is encoded anew. Raises OSError and FFmpegError.
    """
    options = {"movflags": "faststart", "video_track_timescale": str(CLOCK)}
    opened = av.open(str(segment))
    with opened as told, av.open(str(out), "w", format="mp4", options=options) as made:
        stream = told.streams.video[0]
        kept = made.add_stream_from_template(stream)
        for packet in told.demux(stream):
            if packet.dts is not None:
                packet.stream = kept
                made.mux(packet)
