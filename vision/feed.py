"""What a live camera is read through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vision.frames import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture as it came, with the camera's own time in seconds where it says one."""

    image: Picture
    pts_s: float | None = None


class Feed(Protocol):
    """An open line to a camera."""

    @property
    def loose(self) -> tuple[str, ...]:
        """Return what the camera goes on changing by itself."""
        ...

    def grab(self) -> Shot | None:
        """Return the next picture, or None when the line is dead."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...
