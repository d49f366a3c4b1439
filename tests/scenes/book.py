"""All scenes, by name."""

from __future__ import annotations

from tests.scenes import scenes_bout
from tests.scenes.scene import SCENES

CHAPTERS = (scenes_bout,)
"""The modules that scenes are written in; loading them fills the book."""

__all__ = ["CHAPTERS", "SCENES"]
