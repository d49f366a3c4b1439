"""All scenes, by name."""

from __future__ import annotations

from tests.scenes import (
    scenes_bout,
    scenes_faces,
    scenes_hands,
    scenes_light,
    scenes_misreads,
    scenes_talon,
)
from tests.scenes.scene import SCENES

CHAPTERS = (
    scenes_bout,
    scenes_hands,
    scenes_faces,
    scenes_light,
    scenes_misreads,
    scenes_talon,
)
"""The modules that scenes are written in; loading them fills the book."""

__all__ = ["CHAPTERS", "SCENES"]
