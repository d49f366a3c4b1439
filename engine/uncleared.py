"""The next lead is laid while the beaten bout before it still lies there (B6, 125.7).

The dealer forgot to sweep; the player has done nothing wrong. The old cards count as swept from
then on, wherever they lie: the game goes on with the new bout.
"""

from __future__ import annotations

from engine.game_ends import swept
from engine.moves import Sweep
from engine.seats import Actor
from engine.state import Game
from engine.throwers import is_closed


def is_next_lead(game: Game, seat: Actor, *, led: bool) -> bool:
    """Tell whether an attack card over a beaten bout opens the next one.

    Where somebody says so it is enough that the player is the one who leads then; where it was
    only seen, nothing more may be able to come: else the defender throws in, which he may not.
    """
    bout = game.bout
    if bout.taking or bout.loose or bout.unbeaten or not bout.runs:
        return False
    leads = game.turn_at(bout.seat or bout.defender).player
    if seat is not leads or not (led or is_closed(game)):
        return False
    return not cleared(game).is_over


def cleared(game: Game) -> Game:
    """Return the game with the beaten bout swept."""
    return swept(game, Sweep(Actor.DEALER, game.bout.cards))
