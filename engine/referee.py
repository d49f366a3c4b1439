"""The referee judges moves that have already happened at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.moves import (
    Announce,
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)
from engine.referee_attack import judge_lead, judge_thrown
from engine.referee_beat import judge_beat
from engine.referee_claims import judge_announce
from engine.referee_deal import judge_deal, judge_trump
from engine.referee_draw import judge_draw, judge_return
from engine.referee_end import judge_say_beaten, judge_say_takes, judge_sweep, judge_take
from engine.referee_straps import judge_hang
from engine.referee_transfer import judge_transfer
from engine.referee_withdraw import judge_withdraw
from engine.referee_words import judge_appoint, judge_declare, judge_expose
from engine.state import Game
from engine.verdict import Violation

_JUDGES: dict[type[Move], Callable[[Game, Any], Iterable[Violation]]] = {
    Deal: judge_deal,
    ShowTrump: judge_trump,
    Lead: judge_lead,
    ThrowIn: judge_thrown,
    Beat: judge_beat,
    Transfer: judge_transfer,
    SayBeaten: judge_say_beaten,
    SayTakes: judge_say_takes,
    Take: judge_take,
    Sweep: judge_sweep,
    Draw: judge_draw,
    Withdraw: judge_withdraw,
    Return: judge_return,
    Declare: judge_declare,
    Appoint: judge_appoint,
    Expose: judge_expose,
    Hang: judge_hang,
    Announce: judge_announce,
}
"""Who judges which kind of move."""


def judge(game: Game, move: Move) -> tuple[Violation, ...]:
    """List everything that a move breaks, cause before consequence; never raises."""
    return tuple(_JUDGES[type(move)](game, move))
