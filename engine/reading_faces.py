"""Which face a card shows, when the eye and the rules are weighed against each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.cards import Card
from engine.moves import Move
from engine.referee import judge
from engine.state import Game
from engine.table import LyingCard
from engine.verdict import Severity

SHOWN_TWICE, SEEN_ELSEWHERE, UNLAWFUL = 0.003, 0.01, 0.1
"""How much rarer than a lawful move are a face that lies there already, one whose place is known
to be another, and a plain offence. A clear picture outweighs each; a poor one does not."""

SURE_ENOUGH = 0.8
"""From this probability on a reading decides a move."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A face with the move that it would make, and how probable that is."""

    card: Card
    move: Move
    probability: float
    is_offence: bool


def readings(
    lying: LyingCard, game: Game, move_with: Callable[[Card], Move]
) -> tuple[Reading, ...]:
    """Return what the card may be and what move it would make, the most probable first."""
    weighed = []
    for card, share in lying.candidates:
        move = move_with(card)
        offence = any(found.severity >= Severity.STOP for found in judge(game, move))
        weight = share * rarity(game, card) * (UNLAWFUL if offence else 1.0)
        weighed.append((weight, Reading(card, move, 0.0, offence)))

    total = sum(weight for weight, _ in weighed) + _nothing_new(lying)
    ranked = sorted(weighed, key=lambda w: (-w[0], w[1].card))
    return tuple(Reading(r.card, r.move, w / total, r.is_offence) for w, r in ranked)


def _nothing_new(lying: LyingCard) -> float:
    """Return how credible it is that no card was laid at all, or none of the candidates.

    Two cards that lie across each other can look like a third one; hardly anybody lays a card on
    a pair that is beaten.
    """
    shares = [share for _, share in lying.candidates]
    if lying.covers_two:
        return 1.0 - max(shares, default=0.0)
    return max(0.0, 1.0 - sum(shares)) / 4


def rarity(game: Game, card: Card) -> float:
    """Return how credible it is that this face comes from a hand now (1 for most cards)."""
    if card in game.bout.cards or (game.trump_lies and card == game.trump_card):
        return SHOWN_TWICE
    return SEEN_ELSEWHERE if card in game.discard.known else 1.0
