"""How play goes at a table: whose clock runs since when, and how many moves a minute are made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from dealer_ui.snapshot import Snapshot
from engine.seats import Actor

UNSTEADY = timedelta(seconds=1.5)
"""A table counts whole seconds: so far its word may lie from when somebody began to think."""
A_MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Who thinks: since when while the clock runs, else for how many seconds, of how many."""

    seat: Actor
    limit_s: int
    since: datetime | None
    used_s: int


def clock_in(now: Snapshot, before: TurnClock | None) -> TurnClock | None:
    """Return the clock of a state; one that only goes on is the same as before."""
    thinking = now.table.thinking
    if thinking is None:
        return None
    if not thinking.is_running:
        return TurnClock(thinking.seat, thinking.limit_s, None, thinking.used_s)
    since = now.wall_time - timedelta(seconds=thinking.used_s)
    if (
        before is not None
        and before.since is not None
        and before.seat == thinking.seat
        and abs(before.since - since) <= UNSTEADY
    ):
        return before
    return TurnClock(thinking.seat, thinking.limit_s, since, 0)


def pace_in(now: Snapshot) -> int | None:
    """Return the moves a minute by the last ones shown: 0 once none came for a minute.

    None while too few are known.
    """
    moves = [it.taken_at for it in now.moves if not it.is_void and it.told.claim is None]
    if len(moves) < 2 or moves[-1] <= moves[0]:
        return None
    if now.taken_at - moves[-1] > A_MINUTE_S:
        return 0
    return round(A_MINUTE_S * (len(moves) - 1) / (moves[-1] - moves[0]))
