"""The clock of a turn goes on while play does: pauses, doubts, faults and open stops halt it."""

from __future__ import annotations

from dataclasses import replace

from engine.claims import TimeUsed
from engine.moves import Announce, Declare, Expose
from engine.seats import Actor
from engine.standing import Standing, after_saying
from engine.thinking import TICK_AT_MOST_S, Thinking, limit_of, who_thinks
from engine.verdict import Severity

TALK = (Announce, Declare, Expose)
"""What is told beside the play: nobody's turn ends by it."""


def is_running(standing: Standing) -> bool:
    """Tell whether the clock of the turn goes on."""
    if standing.thinking.seat is None or standing.thinking.is_paused:
        return False
    held_up = any(f.violation.severity >= Severity.STOP for f in standing.open)
    return standing.doubt is None and not standing.faults and not held_up


def with_turn(before: Standing, after: Standing, taken_at: float) -> Standing:
    """Return the standing with a clock set anew where a play has made it somebody's turn."""
    clock, seat = after.thinking, who_thinks(after.game)
    if _last_play(before) == _last_play(after) and seat == clock.seat:
        return after
    if seat is None and clock == Thinking():
        return after
    return replace(after, thinking=Thinking(seat, at=taken_at))


def _last_play(standing: Standing) -> str | None:
    """Return the name of the last step that was a play."""
    steps = (s for s in reversed(standing.steps) if not (s.is_void or isinstance(s.move, TALK)))
    return next((step.name for step in steps), None)


def after_tick(standing: Standing, taken_at: float) -> Standing:
    """Return the standing with the time counted up to a frame; who has used it up is told once."""
    clock, limit_s = standing.thinking, limit_of(standing.game)
    passed = taken_at - clock.at
    counts = is_running(standing) and 0 < passed <= TICK_AT_MOST_S
    clock = replace(clock, at=taken_at, used_s=clock.used_s + (passed if counts else 0.0))
    ticked = replace(standing, thinking=clock)
    if clock.seat is None or limit_s is None or clock.is_over or clock.used_s <= limit_s:
        return ticked
    told = TimeUsed(clock.seat, int(clock.used_s), limit_s)
    over = replace(ticked, thinking=replace(clock, is_over=True))
    return after_saying(over, Announce(Actor.UNKNOWN, told), taken_at)


def after_pause(standing: Standing, *, begins: bool) -> Standing:
    """Return the standing with play paused, or going on."""
    thinking = replace(standing.thinking, is_paused=begins)
    return replace(standing, thinking=thinking, is_called=standing.is_called and begins)


def after_call(standing: Standing) -> Standing:
    """Return the standing with the inspector called: play pauses, and a move does not end that."""
    return replace(after_pause(standing, begins=True), is_called=True)
