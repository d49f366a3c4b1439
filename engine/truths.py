"""What a person says that a move truly was, and the move that follows from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.cards import Card
from engine.deeds import Deed, deed_of
from engine.findings import actor_of
from engine.moves import (
    Announce,
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
from engine.seats import Actor
from engine.state import Game


@dataclass(frozen=True, slots=True)
class Truth:
    """What a move truly was, as far as a person says; what is left open stays as it was read."""

    deed: Deed | None = None
    seat: Actor | None = None
    cards: tuple[Card, ...] | None = None
    on: Card | None = None
    """The attack card that was beaten."""
    count: int | None = None
    """How many cards were dealt, drawn or returned."""


LAYING = frozenset({Deed.LEAD, Deed.THROW, Deed.BEAT, Deed.WITHDRAW, Deed.TRANSFER, Deed.TRUMP})
"""Kinds of moves that are nothing without a face."""

TELLABLE = LAYING | {
    Deed.DEAL,
    Deed.DRAW,
    Deed.RETURN,
    Deed.SAY_BEATEN,
    Deed.SAY_TAKES,
    Deed.SWEEP,
    Deed.TAKE,
}
"""Kinds that another move may turn out to be."""


def truly(move: Move, truth: Truth, game: Game) -> Move:
    """Return what a move was by what a person says, where `game` stood before it.

    What cannot be told, such as a lead without a card, leaves the move as it was.
    """
    if truth.deed is None or truth.deed is deed_of(move):
        return _amended(move, truth)
    faces = truth.cards or faces_of(move)
    made = _made(truth.deed, _Told(_seat(move, truth, game), faces, truth), game)
    return move if made is None else made


def _amended(move: Move, truth: Truth) -> Move:  # noqa: C901, PLR0911 - one line for each kind
    """Return a move of the same kind with other cards, another actor, another number."""
    seat, cards, count = truth.seat or actor_of(move), truth.cards, truth.count
    if not cards and deed_of(move) in LAYING:  # there is no such move without a face
        cards = faces_of(move)
    faces = cards or ()
    match move:
        case Deal():
            return replace(
                move, to=seat, count=count or move.count, cards=_either(cards, move.cards)
            )
        case Draw():
            return replace(
                move, seat=seat, count=count or move.count, cards=_either(cards, move.cards)
            )
        case Return():
            return replace(move, seat=seat, count=count or move.count)
        case ShowTrump():
            return ShowTrump(faces[0])
        case Beat(attack=attack):
            return Beat(seat, faces[0], truth.on or attack)
        case Withdraw():
            return Withdraw(seat, faces[0])
        case Declare(card=card):
            return Declare(seat, faces[0] if faces else card)
        case Sweep():
            return Sweep(seat, _either(cards, move.cards))
        case Lead() | ThrowIn() | Take() | Transfer() | Expose() | Hang():
            return replace(move, seat=seat, cards=_either(cards, move.cards))
        case SayBeaten() | SayTakes() | Appoint() | Announce():
            return replace(move, seat=seat)


@dataclass(frozen=True, slots=True)
class _Told:
    """What is known of a move whose kind was told."""

    seat: Actor
    cards: tuple[Card, ...]
    truth: Truth

    @property
    def count(self) -> int:
        return self.truth.count or max(1, len(self.cards))


def _made(deed: Deed, told: _Told, game: Game) -> Move | None:  # noqa: C901, PLR0911, PLR0912 - one line for each kind
    """Return a move of a kind; None where something is missing without which it is no move."""
    seat, cards = told.seat, told.cards
    if deed in LAYING and not cards:
        return None
    match deed:
        case Deed.LEAD:
            return Lead(seat, cards)
        case Deed.THROW:
            return ThrowIn(seat, cards)
        case Deed.BEAT:
            attack = told.truth.on or _attack(game)
            return None if attack is None else Beat(seat, cards[0], attack)
        case Deed.TRANSFER:
            return Transfer(seat, cards)
        case Deed.WITHDRAW:
            return Withdraw(seat, cards[0])
        case Deed.TRUMP:
            return ShowTrump(cards[0])
        case Deed.TAKE:
            return Take(seat, told.truth.cards or game.bout.cards)
        case Deed.SWEEP:
            return Sweep(seat, told.truth.cards or game.bout.cards)
        case Deed.DEAL:
            return Deal(seat, told.count, told.truth.cards or ())
        case Deed.DRAW:
            return Draw(seat, told.count, told.truth.cards or ())
        case Deed.RETURN:
            return Return(seat, told.count)
        case Deed.SAY_BEATEN:
            return SayBeaten(seat)
        case Deed.SAY_TAKES:
            return SayTakes(seat)
        case _:
            return None


def _seat(move: Move, truth: Truth, game: Game) -> Actor:
    """Return who acted: who is named, else whose part such a move is, else who did act."""
    if truth.seat is not None:
        return truth.seat
    match truth.deed:
        case Deed.SWEEP | Deed.TRUMP:
            return Actor.DEALER
        case Deed.BEAT | Deed.TAKE | Deed.SAY_TAKES | Deed.TRANSFER:
            return game.bout.defender
        case Deed.SAY_BEATEN:
            return game.bout.attacker
        case _:
            actor = actor_of(move)
            return actor if game.is_player(actor) else game.bout.attacker


def _either(told: tuple[Card, ...] | None, read: tuple[Card, ...]) -> tuple[Card, ...]:
    return read if told is None else told


def faces_of(move: Move) -> tuple[Card, ...]:
    """Return the faces without which a move is nothing; none for the other kinds."""
    match move:
        case Lead(cards=cards) | ThrowIn(cards=cards) | Transfer(cards=cards):
            return cards
        case Beat(card=card) | Withdraw(card=card) | ShowTrump(card=card):
            return (card,)
        case _:
            return ()


def faces_laid(move: Move) -> tuple[Card, ...]:
    """Return the faces that a move lays into the bout."""
    match move:
        case Withdraw() | ShowTrump() | Transfer(shown=True):
            return ()
        case _:
            return faces_of(move)


def _attack(game: Game) -> Card | None:
    """Return the attack card that a beat is meant for when nobody says: the last open one."""
    bout = game.bout
    if bout.unbeaten:
        return bout.unbeaten[-1]
    return bout.pairs[-1].attack if bout.pairs else None
