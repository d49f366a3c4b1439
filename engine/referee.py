"""The referee judges moves that have already happened at the table."""

from __future__ import annotations

from collections.abc import Iterator

from engine.moves import (
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
from engine.referee_attack import judge_attack
from engine.referee_beat import judge_beat
from engine.referee_deal import judge_deal, judge_trump
from engine.referee_draw import judge_draw, judge_return
from engine.referee_end import judge_say_beaten, judge_say_takes, judge_sweep, judge_take
from engine.referee_straps import judge_hang
from engine.referee_transfer import judge_transfer
from engine.referee_withdraw import judge_withdraw
from engine.referee_words import judge_appoint, judge_declare, judge_expose
from engine.state import Game
from engine.verdict import Violation


def judge(game: Game, move: Move) -> tuple[Violation, ...]:
    """List everything that a move breaks, cause before consequence; never raises."""
    return tuple(_findings(game, move))


def _findings(game: Game, move: Move) -> Iterator[Violation]:  # noqa: C901, PLR0911, PLR0912 - one line each
    match move:
        case Beat():
            return judge_beat(game, move)
        case Lead(seat=seat, cards=cards):
            return judge_attack(game, seat, cards)
        case ThrowIn(seat=seat, cards=cards):
            return judge_attack(game, seat, cards, is_thrown=True)
        case Draw():
            return judge_draw(game, move)
        case Deal():
            return judge_deal(game, move)
        case Take():
            return judge_take(game, move)
        case Sweep():
            return judge_sweep(game, move)
        case Withdraw():
            return judge_withdraw(game, move)
        case ShowTrump():
            return judge_trump(game, move)
        case Return():
            return judge_return(game, move)
        case SayBeaten():
            return judge_say_beaten(game, move)
        case SayTakes():
            return judge_say_takes(game, move)
        case Transfer():
            return judge_transfer(game, move)
        case Declare():
            return judge_declare(game, move)
        case Appoint():
            return judge_appoint(game, move)
        case Expose():
            return judge_expose(game, move)
        case Hang():
            return judge_hang(game, move)
