"""What hands do between the moves of a game, and what is no move."""

from __future__ import annotations

from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.acts import FalseStart, LiftToLook, Nudge, Rest
from vision.scene.play import Play, ended

OFTEN = 0.18
"""Before how many moves somebody fidgets, where people are restless."""

RESTS = {Actor.A: Spot(500, 520), Actor.B: Spot(620, 90), Actor.DEALER: Spot(190, 200)}
"""Where somebody rests a hand, beside the bout."""


def fidget(play: Play, seat: Actor) -> None:
    """Let a player, or the dealer, do something before a move that is none.

    Restless people have chances of their own, so that calm ones play the same game as before.
    """
    chances = play.restless
    if chances is None or chances.random() >= OFTEN:
        return
    play.clock = round(play.clock + float(chances.uniform(0.5, 0.9)), 2)
    begins = play.clock
    lying = play.game.bout.cards
    card = lying[int(chances.integers(len(lying)))] if lying else None
    lasts = round(float(chances.uniform(0.8, 1.4)), 2)
    act: Nudge | LiftToLook | FalseStart | Rest
    match int(chances.integers(5)):
        case 0 if card is not None:
            act = Nudge(at=begins, lasts=lasts / 2, actor=seat, card=card)
        case 1 if card is not None:
            act = LiftToLook(at=begins, lasts=lasts + 0.4, actor=seat, card=card)
        case 2 if len(play.hands[seat]) > 1:
            held = play.hands[seat][int(chances.integers(len(play.hands[seat])))]
            act = FalseStart(at=begins, lasts=lasts + 0.6, seat=seat, card=held)
        case 3 if play.game.talon > 1:
            act = Nudge(at=begins, lasts=lasts / 2, actor=Actor.DEALER, zone=Zone.TALON)
        case _:
            act = Rest(at=begins, lasts=lasts, actor=seat, over=RESTS[seat])
    play.record(act, None, ended(act) + 0.3)
