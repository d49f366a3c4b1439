"""Cameras on the network: RTSP, and pictures over HTTP."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import av
import av.error
from av.codec.hwaccel import HWAccel

from engine.faults import Cause
from vision.colours import Colours
from vision.conduct import SILENCE_S
from vision.feed import Shot
from vision.recording import CameraError

TIMELESS = {"mpjpeg", "mjpeg", "image2", "jpeg_pipe"}
"""These carry no times: what the library gives in their place is made up."""

SHORT_LOOK = {"analyzeduration": "300000", "probesize": "500000"}
"""The library looks at a stream for so long (microseconds, bytes) before it gives a picture."""

DECODERS = (("/dev/nvidia0", "cuda"), ("/dev/dri/renderD128", "vaapi"))
"""Where a machine has a decoder of its own, and what the library calls it."""


def public(address: str) -> str:
    """Return an address without the name and password in it, for people and for the journal.

    >>> public("rtsp://user:secret@10.0.0.7:554/stream1?key=1")
    'rtsp://10.0.0.7:554/stream1'
    """
    parts = urlsplit(address)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


class StreamFeed:
    """An open line to a camera on the network; how it exposes is set on its own pages."""

    loose: tuple[str, ...] = ()

    def __init__(self, address: str) -> None:
        """Open the stream. Raises CameraError when nobody answers in time."""
        options = {"fflags": "nobuffer", "flags": "low_delay", **SHORT_LOOK}
        if address.startswith("rtsp"):
            options["rtsp_transport"] = "tcp"
        limits = (SILENCE_S, SILENCE_S)
        try:
            self._container = av.open(
                address, options=options, timeout=limits, hwaccel=hardware_decoder()
            )
        except (av.error.FFmpegError, OSError) as error:
            told = f"{public(address)}: no camera answers there ({_why(error)})"
            cause = Cause("source-silent", public(address))
            raise CameraError(told, cause, _why(error)) from None
        if not self._container.streams.video:
            self._container.close()
            told = f"{public(address)}: no picture comes from there"
            raise CameraError(told, Cause("source-blind", public(address)))
        self._is_timed = not set(self._container.format.name.split(",")) & TIMELESS
        self._container.streams.video[0].thread_type = "NONE"  # frame threads hold pictures back
        self._frames, self._colours = self._container.decode(video=0), Colours()

    def grab(self) -> Shot | None:
        """Return the next picture, or None when the line is dead."""
        try:
            frame = next(self._frames, None)
            if frame is None:
                return None
            image = self._colours.of(frame)
        except (av.error.FFmpegError, OSError):
            return None
        return Shot(image, frame.time if self._is_timed else None)

    def close(self) -> None:
        """Hang up."""
        self._container.close()


def hardware_decoder() -> HWAccel | None:
    """Return the machine's own decoder if it has one; what it cannot decode is decoded anyway."""
    kind = next((kind for device, kind in DECODERS if Path(device).exists()), None)
    if kind is None:
        return None
    try:
        return HWAccel(device_type=kind, allow_software_fallback=True)
    except (av.error.FFmpegError, ValueError, RuntimeError):
        return None


def _why(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).strip()
