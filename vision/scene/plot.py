"""The plot of a film: a game from the deal on, written down as a script."""

from __future__ import annotations

from collections.abc import Sequence

from engine import moves
from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot
from vision.scene.acts import (
    Beat,
    Deal,
    Draw,
    Gesture,
    Lead,
    OpenTrump,
    PickUp,
    Return,
    Slip,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from vision.scene.gathering import ends_at
from vision.scene.play import SEATS, Play, Tempo, ended, first_leader, new_play
from vision.scene.script import Script
from vision.scene.wishes import Error, Wish

LAST_S = 2.0
"""How long a film goes on after its last act."""

GESTURES = {Actor.A: Spot(430, 548), Actor.B: Spot(690, 82)}


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
    _deal(play)
    leader = first_leader(play)
    while play.clock < until_s and play.game.result is None:
        leader = _bout(play, leader)
        play.bout_no += 1
        _refill(play)
    if play.wishes and all_wishes:
        missed = ", ".join(wish.error for wish in play.wishes)
        raise ValueError(f"the game of seed {seed} gave no chance for: {missed}")
    return Script(pack, tuple(play.acts), round(play.clock + LAST_S, 2))


def _deal(play: Play) -> None:
    """Deal six cards to each in packets of two, open the trump, let the players pick up."""
    first = SEATS[int(play.rng.integers(2))]
    order = (first, _other(first))
    for number in range(6):
        seat, slip, count = order[number % 2], None, 2
        if number == 4 and play.wants(Error.DEAL_COUNT):
            slip, count = play.granted(Error.DEAL_COUNT), 3
        lasts = play.between(play.tempo.dealing)
        act = Deal(at=play.clock, lasts=lasts, slip=slip, to=seat, count=count)
        play.drawn(seat, count)
        play.record(act, moves.Deal(seat, count), ended(act) + play.between((0.5, 0.65)))

    trump = play.pack.pop(0)
    play.pack.append(trump)
    opened = OpenTrump(at=round(play.clock + 0.3, 2), lasts=play.between((1.7, 2.1)))
    play.record(opened, moves.ShowTrump(trump), ended(opened) + 0.8)
    for seat in SEATS:
        _pick_up(play, seat, 0.25)
    play.clock = round(play.clock + 0.6, 2)


def _pick_up(play: Play, seat: Actor, pause: float) -> None:
    """Let a player lift what lies before him."""
    act = PickUp(at=play.clock, lasts=play.between((0.6, 0.8)), seat=seat)
    play.record(act, None, act.at + pause)


def _other(seat: Actor) -> Actor:
    """Return who sits opposite."""
    return SEATS[1] if seat is SEATS[0] else SEATS[0]


def _bout(play: Play, attacker: Actor) -> Actor:
    """Play one bout and return who leads the next."""
    defender = _other(attacker)
    if play.bout_no > 1 and play.wants(Error.LEAD_OUT_OF_TURN):
        card = play.lowest_first(play.hands[defender])[0]
        slip = play.granted(Error.LEAD_OUT_OF_TURN)
        _withdraw(play, defender, card, _attack(play, defender, (card,), slip))
    _attack(play, attacker, play.to_lead(attacker))
    while _defends(play, defender):
        if _swept_early(play, attacker):
            return defender
        if not _throws(play, attacker):
            _sweep(play, attacker)
            return defender
    _take(play, attacker, defender)
    return attacker


def _attack(play: Play, seat: Actor, cards: tuple[Card, ...], slip: Slip | None = None) -> int:
    """Lay attack cards, as a lead on an empty table and thrown in otherwise."""
    play.think()
    lasts = play.between(play.tempo.moving)
    for card in cards:
        play.hands[seat].remove(card)
    if play.game.bout.runs:
        thrown = ThrowIn(at=play.clock, lasts=lasts, slip=slip, seat=seat, cards=cards)
        return play.record(thrown, moves.ThrowIn(seat, cards), ends_at(thrown, len(cards)))
    lead = Lead(at=play.clock, lasts=lasts, slip=slip, seat=seat, cards=cards)
    return play.record(lead, moves.Lead(seat, cards), ends_at(lead, len(cards)))


def _withdraw(play: Play, seat: Actor, card: Card, undoes: int) -> None:
    """Take a card back after a while."""
    play.think(1.5)
    lasts = play.between(play.tempo.moving)
    act = Withdraw(at=play.clock, lasts=lasts, undoes=undoes, seat=seat, card=card)
    play.hands[seat].append(card)
    play.record(act, moves.Withdraw(seat, card), ended(act))


def _lay_over(play: Play, seat: Actor, card: Card, attack: Card, slip: Slip | None = None) -> int:
    """Lay a defence card over an attack card."""
    play.think()
    play.hands[seat].remove(card)
    lasts = play.between(play.tempo.moving)
    act = Beat(at=play.clock, lasts=lasts, slip=slip, seat=seat, card=card, attack=attack)
    return play.record(act, moves.Beat(seat, card, attack), ended(act))


def _defends(play: Play, seat: Actor) -> bool:
    """Let the defender beat what is unbeaten; False when he gives up."""
    for attack in play.game.bout.unbeaten:
        low = play.too_low(attack, seat) if play.wants(Error.BEAT_TOO_LOW) else None
        if low is not None:
            slip = play.granted(Error.BEAT_TOO_LOW)
            _withdraw(play, seat, low, _lay_over(play, seat, low, attack, slip))
        odd = play.wrong_suit(attack, seat) if play.wants(Error.BEAT_WRONG_SUIT) else None
        if odd is not None:
            _lay_over(play, seat, odd, attack, play.granted(Error.BEAT_WRONG_SUIT))
            continue
        card = play.answer_to(attack, seat)
        is_dear = card is not None and card.suit == play.game.trump != attack.suit
        if card is None or (is_dear and play.game.talon > 0 and play.chance(0.25)):
            return False
        _lay_over(play, seat, card, attack)
    return True


def _throws(play: Play, seat: Actor) -> bool:
    """Let the attacker throw in, by mistake a wrong rank first; False when he has enough."""
    wrong = play.wrong_rank(seat) if play.wants(Error.THROW_WRONG_RANK) else None
    if wrong is not None and play.game.cap_left > 0:
        slip = play.granted(Error.THROW_WRONG_RANK)
        _withdraw(play, seat, wrong, _attack(play, seat, (wrong,), slip))
    fits = play.may_throw(seat)
    if not fits or not play.chance(0.7):
        return False
    _attack(play, seat, (fits[0],))
    return True


def _swept_early(play: Play, attacker: Actor) -> bool:
    """Let the dealer sweep although a card that was thrown in is not beaten."""
    fits = play.may_throw(attacker) if play.wants(Error.SWEEP_UNBEATEN) else []
    if not fits:
        return False
    _attack(play, attacker, (fits[0],))
    _clear(play, play.granted(Error.SWEEP_UNBEATEN))
    return True


def _sweep(play: Play, attacker: Actor) -> None:
    """Let the attacker wave that he has enough, and the dealer sweep."""
    play.think(0.6)
    wave = Gesture(
        at=play.clock, lasts=play.between((0.7, 1.1)), actor=attacker, over=GESTURES[attacker]
    )
    play.record(wave, None, ended(wave))
    _clear(play)


def _clear(play: Play, slip: Slip | None = None) -> None:
    """Sweep the bout to the discard."""
    play.think(0.7)
    act = Sweep(at=play.clock, lasts=play.between(play.tempo.clearing), slip=slip)
    play.record(act, moves.Sweep(Actor.DEALER, play.game.bout.cards), ended(act) + 0.5)


def _take(play: Play, attacker: Actor, defender: Actor) -> None:
    """Let the attacker perhaps add a card, and the defender take everything."""
    fits = play.may_throw(attacker)
    if fits and play.chance(0.3):
        _attack(play, attacker, (fits[0],))
    play.think()
    act = Take(at=play.clock, lasts=play.between(play.tempo.clearing), seat=defender)
    cards = play.game.bout.cards
    play.hands[defender] += cards
    play.record(act, moves.Take(defender, cards), ended(act) + 0.3)


def _refill(play: Play) -> None:
    """Let the players draw up to six, the attacker first, unless an error is wished for."""
    due = play.game.due()
    slip = None
    if len(due) == 2 and play.wants(Error.DRAW_ORDER):
        slip = play.granted(Error.DRAW_ORDER)
        due = (due[1], due[0])
    for number, one in enumerate(due):
        more = _draws_too_many(play) if number == 0 and slip is None else None
        count = one.count + 1 if more else one.count
        _draw(play, one.seat, count, more or (slip if number == 0 else None))
        if more:
            _return(play, one.seat)


def _draws_too_many(play: Play) -> Slip | None:
    """Return how drawing one card too many is named, if it is to happen now."""
    if play.game.talon > 13 and play.wants(Error.DRAW_TOO_MANY):
        return play.granted(Error.DRAW_TOO_MANY)
    return None


def _draw(play: Play, seat: Actor, count: int, slip: Slip | None) -> None:
    """Give a player cards from the talon, and let him pick them up."""
    play.clock = round(play.clock + play.between((0.4, 0.7)), 2)
    lasts = play.between(play.tempo.dealing)
    act = Draw(at=play.clock, lasts=lasts, slip=slip, seat=seat, count=count)
    play.drawn(seat, count)
    play.record(act, moves.Draw(seat, count), ends_at(act, count) + play.between((0.6, 0.8)))
    _pick_up(play, seat, 0.9)


def _return(play: Play, seat: Actor) -> None:
    """Put the card that was drawn last back on the talon."""
    play.think(0.8)
    lasts = play.between(play.tempo.moving)
    undoes = len(play.acts) - 2
    act = Return(at=play.clock, lasts=lasts, undoes=undoes, seat=seat, count=1)
    play.pack.insert(0, play.hands[seat].pop())
    play.record(act, moves.Return(seat, 1), ended(act) + 0.5)
