"""The plot of a film: a game from the deal on, written down as a script."""

from __future__ import annotations

from collections.abc import Sequence

from engine.seats import Actor
from vision.scene.acts import Slip
from vision.scene.play import Play, Tempo, first_leader, new_play
from vision.scene.plot_deal import deal, refill
from vision.scene.script import Script
from vision.scene.slips import (
    beats_and_takes_back,
    beats_wrongly,
    defender_throws,
    draws_in_the_bout,
    leads_mixed,
    leads_out_of_turn,
    other,
    swept_early,
    throws_and_takes_back,
    throws_wrongly,
)
from vision.scene.steps import attack, lay_over, sweep, take, wave
from vision.scene.wishes import Wish

LAST_S = 2.0
"""How long a film goes on after its last act."""


def game_script(
    seed: int,
    wishes: Sequence[Wish] = (),
    *,
    until_s: float = 1e9,
    all_wishes: bool = True,
    tempo: Tempo | None = None,
) -> Script:
    """Play a seeded game and return its script; it stops at the end of the bout after `until_s`.

    Raises ValueError when the game gave no chance for an error that is wished for, unless it need
    not show all of them.
    """
    play = new_play(seed, wishes, tempo or Tempo())
    pack = tuple(play.pack)
    deal(play)
    leader, undrawn = first_leader(play), None
    while play.clock < until_s and play.game.result is None:
        leader = _bout(play, leader, undrawn)
        play.bout_no += 1
        undrawn = refill(play)
    if play.wishes and all_wishes:
        missed = ", ".join(wish.error for wish in play.wishes)
        raise ValueError(f"the game of seed {seed} gave no chance for: {missed}")
    return Script(pack, tuple(play.acts), round(play.clock + LAST_S, 2))


def _bout(play: Play, attacker: Actor, undrawn: Slip | None) -> Actor:
    """Play one bout and return who leads the next."""
    defender = other(attacker)
    if undrawn is not None:
        attack(play, attacker, play.to_lead(attacker)[:1], undrawn)
    else:
        leads_out_of_turn(play, defender)
        if not leads_mixed(play, attacker):
            attack(play, attacker, play.to_lead(attacker))
    draws_in_the_bout(play, defender)
    while _defends(play, defender):
        if swept_early(play, attacker):
            return defender
        if not _throws(play, attacker):
            wave(play, attacker)
            sweep(play)
            return defender
    _takes(play, attacker)
    return attacker


def _defends(play: Play, seat: Actor) -> bool:
    """Let the defender beat what is unbeaten; False when he gives up."""
    for attacked in play.game.bout.unbeaten:
        defender_throws(play, seat)
        if beats_wrongly(play, seat, attacked):
            continue
        card = play.answer_to(attacked, seat)
        is_dear = card is not None and card.suit == play.game.trump != attacked.suit
        if card is None or (is_dear and play.game.talon > 0 and play.chance(0.25)):
            return False
        beats_and_takes_back(play, seat, card, attacked)
        lay_over(play, seat, card, attacked)
    return True


def _throws(play: Play, seat: Actor) -> bool:
    """Let the attacker throw in, at first perhaps by mistake; False when he has enough."""
    throws_wrongly(play, seat)
    fits = play.may_throw(seat)
    if not fits or not play.chance(0.7):
        return False
    throws_and_takes_back(play, seat, fits[0])
    attack(play, seat, (fits[0],))
    return True


def _takes(play: Play, attacker: Actor) -> None:
    """Let the attacker perhaps add a card, and the defender take everything."""
    fits = play.may_throw(attacker)
    if fits and play.chance(0.3):
        attack(play, attacker, (fits[0],))
    take(play, other(attacker))
