"""The steps of a scripted bout: each writes one act down and tells the engine."""

from __future__ import annotations

from engine import moves
from engine.cards import Card
from engine.seats import Actor
from engine.table import Spot
from vision.scene.acts import Beat, Gesture, Lead, Slip, Sweep, Take, ThrowIn, Withdraw
from vision.scene.fidgets import fidget
from vision.scene.gathering import ends_at
from vision.scene.play import Play, ended

GESTURES = {Actor.A: Spot(430, 548), Actor.B: Spot(690, 82)}


def attack(play: Play, seat: Actor, cards: tuple[Card, ...], slip: Slip | None = None) -> int:
    """Lay attack cards, as a lead on an empty table and thrown in otherwise."""
    fidget(play, seat)
    play.think()
    lasts = play.between(play.tempo.moving)
    for card in cards:
        play.hands[seat].remove(card)
    if play.game.bout.runs:
        thrown = ThrowIn(at=play.clock, lasts=lasts, slip=slip, seat=seat, cards=cards)
        return play.record(thrown, moves.ThrowIn(seat, cards), ends_at(thrown, len(cards)))
    lead = Lead(at=play.clock, lasts=lasts, slip=slip, seat=seat, cards=cards)
    return play.record(lead, moves.Lead(seat, cards), ends_at(lead, len(cards)))


def lay_over(play: Play, seat: Actor, card: Card, beaten: Card, slip: Slip | None = None) -> int:
    """Lay a defence card over an attack card."""
    fidget(play, seat)
    play.think()
    play.hands[seat].remove(card)
    lasts = play.between(play.tempo.moving)
    act = Beat(at=play.clock, lasts=lasts, slip=slip, seat=seat, card=card, attack=beaten)
    return play.record(act, moves.Beat(seat, card, beaten), ended(act))


def withdraw(
    play: Play, seat: Actor, card: Card, undoes: int | None, slip: Slip | None = None
) -> None:
    """Take a card back after a while."""
    play.think(1.5)
    lasts = play.between(play.tempo.moving)
    act = Withdraw(at=play.clock, lasts=lasts, slip=slip, undoes=undoes, seat=seat, card=card)
    play.hands[seat].append(card)
    play.record(act, moves.Withdraw(seat, card), ended(act))


def wave(play: Play, seat: Actor) -> None:
    """Let a player wave that he has enough."""
    play.think(0.6)
    act = Gesture(at=play.clock, lasts=play.between((0.7, 1.1)), actor=seat, over=GESTURES[seat])
    play.record(act, None, ended(act))


def sweep(play: Play, slip: Slip | None = None) -> None:
    """Sweep the bout to the discard."""
    play.think(0.7)
    act = Sweep(at=play.clock, lasts=play.between(play.tempo.clearing), slip=slip)
    play.record(act, moves.Sweep(Actor.DEALER, play.game.bout.cards), ended(act) + 0.5)


def take(play: Play, seat: Actor, slip: Slip | None = None) -> None:
    """Let the defender take everything."""
    play.think()
    act = Take(at=play.clock, lasts=play.between(play.tempo.clearing), slip=slip, seat=seat)
    cards = play.game.bout.cards
    play.hands[seat] += cards
    play.record(act, moves.Take(seat, cards), ended(act) + 0.3)
