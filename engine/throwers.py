"""Who may throw in, and whether anything more can come (125.8; R068, R069, R071)."""

from __future__ import annotations

from engine.house import ThrowWho
from engine.seats import Actor
from engine.state import Game


def may_throw_in(game: Game, seat: Actor) -> bool:
    """Tell whether a player is one of those who throw in (R069, R071)."""
    defender = game.bout.defender
    if seat == defender or seat in game.team(defender):
        return False
    if game.rules.throw_who is not ThrowWho.NEIGHBOURS:
        return True
    around = [player for player in game.clockwise(defender)[1:] if _takes_part(game, player)]
    return seat in {around[0], around[-1]} if around else False


def throwers(game: Game) -> tuple[Actor, ...]:
    """Return who may throw in, in order: the leader, then the others clockwise (R068)."""
    order = game.clockwise(game.bout.attacker)
    return tuple(s for s in order if may_throw_in(game, s) and game.hand(s).count > 0)


def is_closed(game: Game) -> bool:
    """Tell whether nothing more can be thrown in: there is no room, or all have finished."""
    if game.cap_left == 0:
        return True
    return all(game.bout.has_finished(seat) for seat in throwers(game))


def _takes_part(game: Game, seat: Actor) -> bool:
    """Tell whether a player is still in the game while this bout runs: his cards may lie there."""
    return not game.is_out(seat) or any(pair.by == seat for pair in game.bout.pairs)
