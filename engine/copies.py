"""Changed copies of a game and of its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # they take what `replace` takes
    from dataclasses import replace as game_with
    from dataclasses import replace as memory_with
else:
    from engine.changing import copier
    from engine.setting import Memory
    from engine.state import Game

    game_with = copier(Game)
    memory_with = copier(Memory)

__all__ = ["game_with", "memory_with"]
