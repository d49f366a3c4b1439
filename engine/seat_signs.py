"""Signs at seats: whose turn it is, and whose cards are to be looked at."""

from __future__ import annotations

from engine.outlook import outlook
from engine.seats import Actor
from engine.signals import SeatSign
from engine.standing import Standing
from engine.verdict import Severity


def seat_signs(standing: Standing) -> dict[Actor, SeatSign]:
    """Return the sign at each seat that has one; an offence goes before the turn.

    Nothing is pointed at while a doubt or a fault makes the turn unsure.
    """
    game = standing.game
    signs: dict[Actor, SeatSign] = {}
    turn = outlook(game).actor
    if turn is not None and game.is_player(turn) and not standing.doubt and not standing.faults:
        signs[turn] = SeatSign.TURN
    for finding in standing.open:
        actor = finding.violation.actor
        loud = not finding.acknowledged and finding.violation.severity >= Severity.STOP
        if loud and game.is_player(actor):
            signs[actor] = SeatSign.STOP
    return signs
