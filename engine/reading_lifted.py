"""Which move it is when cards leave the battle: taken, swept, or taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.moves import Move, Sweep, Take, Withdraw
from engine.seats import Actor
from engine.state import Game
from engine.table import LyingCard

REST_S = 1.5
"""How long to wait whether the rest of the cards follows those that are gone."""

CALM_S = 0.15
"""How long the battle must have been free of the hand before what it did is told."""


@dataclass(frozen=True, slots=True)
class Gone:
    """A card that has left the battle, who took it, and when (seconds)."""

    card: Card
    by: Actor
    at: float
    read: Card | None = None
    """What the eye took it for; another face where a person has corrected it."""
    was_held: bool = False
    """Whether the hand that laid it never let go of it."""

    def is_back_as(self, lying: LyingCard) -> bool:
        """Tell whether a card that lies there now may be this one."""
        return lying.card is not None and lying.card in {self.card, self.read}


def who_lifted(gone: Sequence[Gone]) -> Actor:
    """Return who took the cards away: most of them, as far as anybody was seen."""
    seen = Counter(g.by for g in gone if g.by is not Actor.UNKNOWN)
    return max(sorted(seen), key=lambda actor: seen[actor]) if seen else Actor.UNKNOWN


def false_starts(gone: Sequence[Gone], by: Actor, game: Game) -> tuple[Gone, ...]:
    """Return the cards that their owner held all the time and took away again: no moves at all.

    Where he takes others with them he takes, and what he laid before was laid.
    """
    is_all = all(it.was_held and game.bout.owner_of(it.card) == by for it in gone)
    return tuple(gone) if is_all else ()


def lifted_moves(gone: Sequence[Gone], by: Actor, game: Game) -> tuple[Move, ...]:
    """Return the moves that explain which cards went away with whom."""
    cards = tuple(card for card in game.bout.cards if any(g.card == card for g in gone))
    if not cards:
        return ()
    if game.is_player(by):
        if all(game.bout.owner_of(card) == by for card in cards):
            return tuple(Withdraw(by, card) for card in reversed(cards))
        return (Take(by, cards),)
    if by is Actor.DEALER or not game.bout.unbeaten:
        return (Sweep(Actor.DEALER, cards),)
    return (Take(game.bout.defender, cards),)
