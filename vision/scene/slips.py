"""The errors of a scripted bout: each happens when it is wished for and the cards allow it."""

from __future__ import annotations

from engine import moves
from engine.cards import Card
from engine.seats import Actor
from vision.scene.acts import Draw, Return, Sweep
from vision.scene.play import SEATS, Play, ended
from vision.scene.steps import attack, lay_over, sweep, withdraw
from vision.scene.wishes import Error


def other(seat: Actor) -> Actor:
    """Return who sits opposite."""
    return SEATS[1] if seat is SEATS[0] else SEATS[0]


def leads_out_of_turn(play: Play, defender: Actor) -> None:
    """Let the defender lead, and take it back; who leads after an unlawful sweep nobody knows."""
    swept = [act for act in play.acts if isinstance(act, Sweep)]
    is_known = play.bout_no > 1 and not (swept and swept[-1].slip)
    if is_known and play.wants(Error.LEAD_OUT_OF_TURN):
        card = play.lowest_first(play.hands[defender])[0]
        slip = play.granted(Error.LEAD_OUT_OF_TURN)
        withdraw(play, defender, card, attack(play, defender, (card,), slip))


def leads_mixed(play: Play, seat: Actor) -> bool:
    """Let the attacker lead two ranks at once, and take one of them back."""
    held = play.lowest_first(play.hands[seat])
    odd = next((card for card in held if card.rank != held[0].rank), None)
    if odd is None or len(play.hands[other(seat)]) < 2 or not play.wants(Error.LEAD_MIXED):
        return False
    slip = play.granted(Error.LEAD_MIXED)
    withdraw(play, seat, odd, attack(play, seat, (held[0], odd), slip))
    return True


def beats_wrongly(play: Play, seat: Actor, attacked: Card) -> bool:
    """Let the defender beat with a card that does not; whether it stays there."""
    trump = play.game.trump
    for error, card in (
        (Error.BEAT_TOO_LOW, play.too_low(attacked, seat)),
        (Error.BEAT_TRUMP_PLAIN, play.other_than(trump, seat) if attacked.suit == trump else None),
        (Error.BEAT_TRUMP_LOW, play.low_trump(attacked, seat)),
    ):
        if card is not None and play.wants(error):
            withdraw(play, seat, card, lay_over(play, seat, card, attacked, play.granted(error)))
    odd = play.wrong_suit(attacked, seat) if play.wants(Error.BEAT_WRONG_SUIT) else None
    if odd is None:
        return False
    lay_over(play, seat, odd, attacked, play.granted(Error.BEAT_WRONG_SUIT))
    return True


def beats_and_takes_back(play: Play, seat: Actor, card: Card, attacked: Card) -> None:
    """Let the defender beat well, and take the card back all the same."""
    if play.wants(Error.BEAT_TAKEN_BACK):
        slip = play.granted(Error.BEAT_TAKEN_BACK)
        lay_over(play, seat, card, attacked)
        withdraw(play, seat, card, None, slip)


def throws_wrongly(play: Play, seat: Actor) -> None:
    """Let the attacker throw in a wrong rank, or more than may lie there, and take it back."""
    wrong = play.wrong_rank(seat) if play.game.cap_left > 0 else None
    one_more = play.of_ranks_lying(seat) if play.game.cap_left == 0 else []
    for error, card in (
        (Error.THROW_WRONG_RANK, wrong),
        (Error.THROW_TOO_MANY, next(iter(one_more), None)),
    ):
        if card is not None and play.wants(error):
            withdraw(play, seat, card, attack(play, seat, (card,), play.granted(error)))


def throws_and_takes_back(play: Play, seat: Actor, card: Card) -> None:
    """Let the attacker throw in well, and take the card back."""
    if play.wants(Error.ATTACK_TAKEN_BACK):
        slip = play.granted(Error.ATTACK_TAKEN_BACK)
        attack(play, seat, (card,))
        withdraw(play, seat, card, None, slip)


def defender_throws(play: Play, seat: Actor) -> None:
    """Let the defender add an attack card, and take it back."""
    fits = play.may_throw(seat)
    if fits and play.game.bout.unbeaten and play.wants(Error.THROW_BY_DEFENDER):
        slip = play.granted(Error.THROW_BY_DEFENDER)
        withdraw(play, seat, fits[0], attack(play, seat, (fits[0],), slip))


def draws_in_the_bout(play: Play, seat: Actor) -> None:
    """Let the dealer give a card while the bout runs, and the player put it back."""
    if play.game.talon < 4 or not play.wants(Error.DRAW_IN_BOUT):
        return
    play.think()
    slip, lasts = play.granted(Error.DRAW_IN_BOUT), play.between(play.tempo.dealing)
    act = Draw(at=play.clock, lasts=lasts, slip=slip, seat=seat, count=1)
    play.drawn(seat, 1)
    undoes = play.record(act, moves.Draw(seat, 1), ended(act) + 0.8)
    give_back(play, seat, undoes)


def give_back(play: Play, seat: Actor, undoes: int) -> None:
    """Put the card that was drawn last back on the talon."""
    play.think(0.8)
    lasts = play.between(play.tempo.moving)
    act = Return(at=play.clock, lasts=lasts, undoes=undoes, seat=seat, count=1)
    play.pack.insert(0, play.hands[seat].pop())
    play.record(act, moves.Return(seat, 1), ended(act) + 0.5)


def swept_early(play: Play, attacker: Actor) -> bool:
    """Let the dealer sweep although a card that was thrown in is not beaten."""
    fits = play.may_throw(attacker) if play.wants(Error.SWEEP_UNBEATEN) else []
    if not fits:
        return False
    attack(play, attacker, (fits[0],))
    sweep(play, play.granted(Error.SWEEP_UNBEATEN))
    return True
