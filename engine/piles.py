"""Piles of cards that nobody sees into: how many there are, and which of them are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import HIGHER, Card
from engine.changing import value
from engine.seats import Actor

HAND_SIZE = 6
"""Cards that a player is dealt and draws up to (125.4, 125.8)."""

NOTHING: frozenset[Card] = frozenset()


@value(frozen=True, slots=True)
class Hand:
    """What a player holds: how many cards, and which of them are known to lie there.

    A card is known when everybody saw it go there, or when a card-reading shoe told it. The count
    falls below zero when more was laid than the player can have held.
    """

    count: int = 0
    known: frozenset[Card] = NOTHING
    drawn: int = 0
    """Cards drawn since the last bout ended."""


NO_HAND = Hand()


@value(frozen=True, slots=True)
class Discard:
    """The closed discard pile: how many cards, and which of them were seen going there."""

    count: int = 0
    known: frozenset[Card] = NOTHING


NO_DISCARD = Discard()


@dataclass(frozen=True, slots=True)
class Declared:
    """The lowest trump that a player says he was dealt; without a card he denies having one."""

    seat: Actor
    card: Card | None


@dataclass(frozen=True, slots=True)
class Trumped:
    """A trump laid on another suit over a hidden hand: a later card may prove it wrong (A1)."""

    seat: Actor
    card: Card
    attack: Card

    def is_proved_by(self, cards: Iterable[Card]) -> bool:
        """Tell whether one of these cards in the same hand proves that no trump was needed."""
        return not HIGHER[self.attack].isdisjoint(cards)
