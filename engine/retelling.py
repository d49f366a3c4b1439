"""What a later move means once an earlier one is known to have been another.

A move names cards that lie on the table by what they were taken for at the time: the attack that
was beaten, the cards that were taken. When such a card turns out to be another, the move is told
anew with its true face; the cards that a move itself lays are never renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.cards import Card
from engine.moves import Beat, Lead, Move, Sweep, Take, ThrowIn, Withdraw
from engine.standing import Naming, Step
from engine.state import Game
from engine.truths import faces_laid
from engine.uncleared import is_next_lead

Names = Mapping[Card, Card | None]
"""What each face truly is; None for a card that never lay there."""


def names_since(steps: Iterable[Step], since: int) -> Names:
    """Return what the cards that these steps laid are called now, by what they were called then.

    `since` is the number of the naming that speaks of them; what was named later is news to it.
    """
    names: dict[Card, Card | None] = {}
    for step in steps:
        if len(step.namings) > 1:
            then = next((n for n in reversed(step.namings) if n.at < since), step.namings[0])
            names |= _renamed(_laid(then), _laid(step.namings[-1]))
    return names


def _laid(naming: Naming) -> tuple[Card, ...]:
    return () if naming.move is None else faces_laid(naming.move)


def _renamed(then: Sequence[Card], now: Sequence[Card]) -> Names:
    """Pair the faces that are no longer with those that are new, in their order."""
    gone = [card for card in then if card not in now]
    new: list[Card | None] = [card for card in now if card not in then]
    new += [None] * (len(gone) - len(new))
    return dict(zip(gone, new, strict=False))


def retold(move: Move, naming: Naming, names: Names, game: Game) -> Move:
    """Return a move as it is to be understood now, where `game` stands before it."""
    match move:
        case Lead(seat=seat, cards=cards) if game.bout.runs and not naming.in_bout:
            return move if is_next_lead(game, seat, led=True) else ThrowIn(seat, cards)
        case ThrowIn(seat=seat, cards=cards) if naming.in_bout and not game.bout.runs:
            return Lead(seat, cards)
        case Beat(attack=attack):
            return replace(move, attack=_meant(attack, names, game))
        case Withdraw(card=card):
            return replace(move, card=names.get(card) or card)
        case Take(cards=cards) | Sweep(cards=cards):
            return replace(move, cards=_left(cards, naming, names, game))
        case _:
            return move


def _meant(attack: Card, names: Names, game: Game) -> Card:
    """Return which attack was beaten: of two that went by one name, the one that lies open."""
    true, open_attacks = names.get(attack) or attack, game.bout.unbeaten
    return attack if attack in open_attacks and true not in open_attacks else true


def _left(cards: tuple[Card, ...], naming: Naming, names: Names, game: Game) -> tuple[Card, ...]:
    """Return which cards left the table: where it was empty then, all that lay there."""
    bout = game.bout
    true = tuple(face for face in (names.get(card, card) for card in cards) if face is not None)
    if naming.clears and bout.runs and bout.named(true) != bout.cards:
        return bout.cards
    # No cards at all would mean every card of the bout.
    return true or cards
