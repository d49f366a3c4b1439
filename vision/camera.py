"""Sources of frames: recordings, folders of pictures, cameras on a cable or on the network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from vision.device import DeviceFeed, is_device, size_wanted, stable_name
from vision.frames import Frame
from vision.live import LiveCamera
from vision.paced import PacedRecording
from vision.recording import PICTURES, CameraError, PictureFolder, Recording
from vision.stream import StreamFeed, public

__all__ = ["Camera", "CameraError", "open_source"]

NETWORK = ("rtsp://", "rtsps://", "http://", "https://", "udp://", "rtmp://")


class Camera(Protocol):
    """Where frames come from."""

    @property
    def length(self) -> int | None:
        """How many frames a recording has; None when nobody knows."""
        ...

    def read(self) -> Frame | None:
        """Return the next frame, or None when a recording is over.

        Raises TableError within two seconds when a live source is lost or frozen, and may be
        called again: it connects anew by itself. Raises CameraError when a recording breaks off.
        """
        ...

    def frames(self) -> Iterator[Frame]:
        """Yield frames until the recording is over."""
        ...

    def now(self) -> float:
        """Return the time on the clock that frames are stamped with, in seconds."""
        ...

    def close(self) -> None:
        """Let go of the source."""
        ...


def open_source(text: str, *, realtime: bool = False) -> Camera:
    """Open a source by what a person writes: a file, a folder, a device or an address.

    A recording gives every frame; with `realtime` it plays at its own speed and the latest frame
    wins, as with a live camera. Raises CameraError when the source cannot be opened.
    """
    if text.startswith(NETWORK):
        return LiveCamera(lambda: StreamFeed(text), name=camera_name(text))
    if is_device(text):
        name, size_px = stable_name(text), size_wanted(text)
        return LiveCamera(lambda: DeviceFeed(name, size_px), name=name)

    path = Path(text)
    if path.is_dir() or path.suffix.lower() in PICTURES:
        return _played(PictureFolder(path), realtime=realtime)
    return _played(Recording(path), realtime=realtime)


def is_live(text: str) -> bool:
    """Tell whether a source is a camera rather than a recording."""
    return is_device(text) or text.startswith(NETWORK)


def camera_name(text: str) -> str:
    """Return what names a source for good: the same camera has the same name after a restart.

    >>> camera_name("rtsp://user:secret@10.0.0.7:554/stream1")
    'rtsp://10.0.0.7:554/stream1'
    >>> camera_name("films/evening.mp4")
    'evening.mp4'
    """
    if text.startswith(NETWORK):
        return public(text)
    if is_device(text):
        return stable_name(text)
    return Path(text).name


def _played(recording: Recording | PictureFolder, *, realtime: bool) -> Camera:
    """Play a recording at its own speed if that is wanted."""
    return PacedRecording(recording) if realtime else recording
