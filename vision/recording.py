"""Recordings: video files and folders of pictures, every frame of which counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import av
import av.error
import cv2
import numpy as np

from engine.faults import Cause, CausedError
from vision.colours import Colours
from vision.frames import Frame, Picture

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}
FOLDER_FPS = 15.0
"""Pictures of a folder carry no times; they are taken to follow one another at this rate."""

MISSING_TAIL_S = 1.0
"""A film that ends so much earlier than it says has been cut off."""


class CameraError(CausedError):
    """A source that cannot be opened or that breaks off; the message names it to the log."""


class Playable(Protocol):
    """Something that has been recorded."""

    @property
    def length(self) -> int | None:
        """How many frames there are."""
        ...

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class Recording:
    """A video file; frames carry the film's own times, from zero."""

    def __init__(self, path: Path, *, is_spread: bool = True) -> None:
        """Open a video file, decoded on all cores or on that of whoever reads.

        Raises CameraError when it is missing, empty or not a video.
        """
        _readable(path)
        self._path = path
        try:
            self._container = av.open(str(path))
            self._stream = self._container.streams.video[0]
        except (av.error.FFmpegError, IndexError, ValueError) as error:
            told = f"{path}: not a video that can be read ({_why(error)})"
            raise CameraError(told, Cause("source-no-video", str(path)), _why(error)) from None
        self._stream.thread_type = "AUTO" if is_spread else "NONE"
        self._colours = Colours()
        self._frames = self._decoded()
        self._start: float | None = None
        self._number, self._now = 0, 0.0

    @property
    def length(self) -> int | None:
        """How many frames the file says it has."""
        return self._stream.frames or None

    def read(self) -> Frame | None:
        """Return the next frame, or None at the end; raises CameraError if the file is cut off."""
        return next(self._frames, None)

    def frames(self) -> Iterator[Frame]:
        """Yield every frame that is left."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return the time of the last frame in seconds."""
        return self._now

    def close(self) -> None:
        """Close the file."""
        self._container.close()

    def _decoded(self) -> Iterator[Frame]:
        """Decode frame after frame."""
        try:
            for picture in self._container.decode(self._stream):
                yield self._stamped(picture.time, self._colours.of(picture))
        except av.error.FFmpegError as error:
            raise self._broken_off(_why(error)) from None
        self._check_end()

    def _stamped(self, seconds: float | None, image: np.ndarray) -> Frame:
        """Put the film's own time on a picture."""
        rate = float(self._stream.average_rate or FOLDER_FPS)
        moment = self._number / rate if seconds is None else seconds
        self._start = moment if self._start is None else self._start
        if moment - self._start < self._now:
            # The film's clock was set back: time goes on all the same.
            self._start = moment - self._now - 1 / rate
        self._now = moment - self._start
        frame = Frame(np.asarray(image, dtype=np.uint8), self._now, self._number, seconds)
        self._number += 1
        return frame

    def _check_end(self) -> None:
        """Complain when the film ends much earlier than it says."""
        if self._number == 0:
            told = f"{self._path}: the video has no pictures"
            raise CameraError(told, Cause("source-no-frames", str(self._path)))
        if not self._stream.duration or not self._stream.time_base:
            return
        said = float(self._stream.duration * self._stream.time_base)
        if self._now < said - MISSING_TAIL_S:
            raise self._broken_off(f"{said:.1f} s")

    def _broken_off(self, why: str) -> CameraError:
        """Return what is raised where the film ends too early: why, or how long it should be."""
        told = f"{self._path}: the video breaks off at {self._now:.1f} s ({why})"
        return CameraError(told, Cause("source-torn", str(self._path)), f"{self._now:.1f}")


class PictureFolder:
    """A folder of pictures in the order of their names, or one picture."""

    def __init__(self, folder: Path) -> None:
        """Open a folder or a picture. Raises CameraError when there is none."""
        paths = folder.iterdir() if folder.is_dir() else (folder,)
        self._paths = sorted(p for p in paths if p.suffix.lower() in PICTURES)
        if not self._paths:
            told = f"{folder}: no pictures in this folder"
            raise CameraError(told, Cause("source-no-pictures", str(folder)))
        self._number = 0

    @property
    def length(self) -> int | None:
        """How many pictures there are."""
        return len(self._paths)

    def read(self) -> Frame | None:
        """Return the next picture, or None at the end; raises CameraError for a broken picture."""
        if self._number == len(self._paths):
            return None
        image = read_picture(self._paths[self._number])
        frame = Frame(image, self._number / FOLDER_FPS, self._number)
        self._number += 1
        return frame

    def frames(self) -> Iterator[Frame]:
        """Yield every picture that is left."""
        yield from iter(self.read, None)

    def now(self) -> float:
        """Return the time of the last picture in seconds."""
        return max(0, self._number - 1) / FOLDER_FPS

    def close(self) -> None:
        """Nothing is held open."""


def read_picture(path: Path) -> Picture:
    """Read one picture file. Raises CameraError when it is missing, empty or not a picture."""
    _readable(path)
    image = cv2.imdecode(np.frombuffer(path.read_bytes(), dtype=np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        told = f"{path}: not a picture that can be read"
        raise CameraError(told, Cause("source-no-picture", str(path)))
    return np.asarray(image, dtype=np.uint8)


def _readable(path: Path) -> None:
    """Complain about a file that is missing, not a file, or empty."""
    if not path.exists():
        raise CameraError(f"{path}: there is no such file", Cause("source-missing", str(path)))
    if not path.is_file():
        raise CameraError(f"{path}: not a file", Cause("source-no-file", str(path)))
    if path.stat().st_size == 0:
        raise CameraError(f"{path}: the file is empty", Cause("source-empty", str(path)))


def _why(error: Exception) -> str:
    """Return the short reason in an error of the video library."""
    return str(getattr(error, "strerror", None) or error).strip()
