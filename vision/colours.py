"""Decoded pictures in our colours."""

from __future__ import annotations

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from vision.frames import Picture


class Colours:
    """Turns the decoded pictures of one source into BGR ones.

    One converter serves them all: each new one begins threads of its own, and what it asks of the
    system for one picture it leaves in pieces.
    """

    def __init__(self) -> None:
        """Make the converter; it is for one thread at a time."""
        self._converter = VideoReformatter()

    def of(self, picture: av.VideoFrame) -> Picture:
        """Return a picture's pixels, rows by columns by blue, green and red."""
        coloured = self._converter.reformat(picture, format="bgr24", threads=1)
        return np.asarray(coloured.to_ndarray(), np.uint8)
