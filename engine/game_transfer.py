"""What a transfer does: the attack goes on to another player (R110-R117)."""

from __future__ import annotations

from engine.bout import bout_with
from engine.copies import game_with
from engine.game_hands import exposed, laid
from engine.moves import Transfer
from engine.parameters import TransferTeams
from engine.setting import OWN_TURN
from engine.state import Game, Turn


def transferred(game: Game, move: Transfer) -> Game:
    """Pass the attack on: to whom the player meant, or to the next on the left."""
    bout = game.bout
    seat = game.player(move.seat, bout.defender)
    turn = transfer_turn(game) if seat == bout.defender else None
    to = move.to if move.to is not None and move.to in game.players else None
    if turn is not None and (to is None or to == turn.player):
        target, place = turn.player, turn.seat if turn.seat != turn.player else None
    else:
        target, place = to or bout.defender, None
    start = max(0, game.hand(target).count)
    if move.shown:
        bout = bout_with(bout, shown=(*bout.shown, *(c for c in move.cards if c not in bout.shown)))
        moved = bout.transferred(seat, target, place, start)
        return game_with(exposed(game, seat, move.cards), bout=moved)
    fresh = tuple(dict.fromkeys(card for card in move.cards if card not in bout.cards))
    moved = bout.attacked(seat, fresh).transferred(seat, target, place, start)
    return laid(game, seat, fresh, moved) if fresh else game


def transfer_turn(game: Game) -> Turn:
    """Return whom a transfer reaches: the next seat; in teams as the house has it (C19).

    Strictly clockwise it passes over who is out, and may reach the player's own team.
    """
    bout = game.bout
    if game.rules.transfer_teams is TransferTeams.CLOCKWISE:
        return OWN_TURN[game.left_of(bout.defender)]
    return game.turn_after(bout.seat or bout.defender)
