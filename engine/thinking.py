"""Who is thinking, and for how long: the clock of a player's turn (H17, R134).

Only the capture times of frames are counted. Nobody is timed while nobody can tell whom the table
waits for: over a beaten bout, say, whose «бито» no button tells.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.outlook import outlook
from engine.parameters import Clock
from engine.seats import Actor
from engine.state import Game, Phase

TICK_AT_MOST_S = 2.0
"""Nothing is counted between frames that lie further apart: nobody saw what held play up."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """Whose turn is timed, and how much of it was counted until `at` (seconds)."""

    seat: Actor | None = None
    used_s: float = 0.0
    at: float = 0.0
    is_over: bool = False
    """The limit is passed, and was told."""
    is_paused: bool = False
    """People said that play pauses, or the inspector was called: the next move ends it."""


def limit_of(game: Game) -> int | None:
    """Return how many seconds a player may think; None where nobody counts."""
    return None if game.rules.clock is Clock.NONE else game.rules.clock_s


def who_thinks(game: Game) -> Actor | None:
    """Return the player whose decision the table surely waits for; None where there is none."""
    if limit_of(game) is None:
        return None
    if game.phase in {Phase.FIRST_LEAD, Phase.NEXT_LEAD}:
        return game.leader
    waits = game.phase is Phase.BOUT and game.calls_heard and not game.bout.taking
    actor = outlook(game).actor if waits else None
    return actor if actor in game.players else None
