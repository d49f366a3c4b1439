"""Cameras on a cable: found by a name that stays, their picture kept from changing by itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from engine.faults import Cause
from vision.feed import Shot
from vision.recording import CameraError

BY_ID = Path("/dev/v4l/by-id")

SETTLE_FRAMES = 45
"""The camera may adapt to the table for so many frames before it is locked."""

LARGEST = (1920, 1080)
"""Asked for where a source says nothing; left alone, a camera gives 640 by 480."""

COMPRESSED = "MJPG"
"""Over USB 2 only compressed pictures of this size come 30 times a second."""

MANUAL_EXPOSURE = 1.0
"""V4L2's own number for a fixed exposure."""


class Capture(Protocol):
    """The part of OpenCV's capture whose settings are locked."""

    def get(self, prop: int, /) -> float:
        """Return a setting."""
        ...

    def set(self, prop: int, value: float, /) -> bool:
        """Change a setting; tell whether the camera has it."""
        ...


def is_device(text: str) -> bool:
    """Tell whether a source is a camera on a cable.

    >>> is_device("0"), is_device("/dev/video2"), is_device("0.mp4")
    (True, True, False)
    """
    return bool(re.fullmatch(r"\d+(\?.*)?", text)) or text.startswith("/dev/")


def stable_name(text: str, links: Path = BY_ID) -> str:
    """Return the path that names this very camera, whichever port it is plugged into.

    A number or /dev/videoN goes to whoever comes first; where the system keeps links by id, the
    link is returned, and otherwise the text.
    """
    name = text.partition("?")[0]
    path = Path(f"/dev/video{name}") if name.isdigit() else Path(name)
    if not links.is_dir():
        return str(path)
    same = (link for link in sorted(links.iterdir()) if link.resolve() == path.resolve())
    return str(next(same, path))


def size_wanted(text: str) -> tuple[int, int]:
    """Return the size of picture that a source asks for; raises CameraError for another wish.

    >>> size_wanted("/dev/video2?size=1280x720"), size_wanted("0")
    ((1280, 720), (1920, 1080))
    """
    name, _, query = text.partition("?")
    if not query:
        return LARGEST
    found = re.fullmatch(r"size=(\d{3,5})x(\d{3,5})", query)
    if found is None:
        told = f"{name}: write a size as {name}?size=1280x720, not {query!r}"
        raise CameraError(told, Cause("source-size", name), query)
    return int(found[1]), int(found[2])


def lock(capture: Capture) -> tuple[str, ...]:
    """Fix focus, exposure and white balance as they are now; return what could not be fixed.

    A camera that adapts to a hand changes every card under it.
    """
    wishes = {
        "focus": ((cv2.CAP_PROP_AUTOFOCUS, 0.0), cv2.CAP_PROP_FOCUS),
        "exposure": ((cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE), cv2.CAP_PROP_EXPOSURE),
        "white balance": ((cv2.CAP_PROP_AUTO_WB, 0.0), cv2.CAP_PROP_WB_TEMPERATURE),
    }
    loose = []
    for name, ((automatic, off), value) in wishes.items():
        now = capture.get(value)
        if not capture.set(automatic, off):
            loose.append(name)
        elif now > 0:
            capture.set(value, now)
    return tuple(loose)


class DeviceFeed:
    """A camera on a cable, by its number, its path under /dev, or its link by id."""

    def __init__(self, device: str, size_px: tuple[int, int] = LARGEST) -> None:
        """Open the device for pictures of a size; the camera gives the next smaller it has.

        Raises CameraError when it cannot be opened.
        """
        self._capture = cv2.VideoCapture(int(device) if device.isdigit() else device, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            self._capture.release()
            told = f"{device}: no camera can be opened there"
            raise CameraError(told, Cause("source-no-camera", device))
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*COMPRESSED))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
        self._settling = SETTLE_FRAMES
        self.loose: tuple[str, ...] = ()
        """What the camera goes on changing by itself."""

    def grab(self) -> Shot | None:
        """Return the next picture, or None when the cable is out."""
        came, image = self._capture.read()
        if not came:
            return None
        self._settling -= 1
        if self._settling == 0:
            self.loose = lock(self._capture)
        return Shot(
            np.asarray(image, dtype=np.uint8), self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        )

    def close(self) -> None:
        """Let go of the device."""
        self._capture.release()
