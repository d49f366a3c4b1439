"""What a card is, by the vote of all the looks at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card

SURE = 0.9
"""With so large a share of two looks a face is known."""

ENOUGH = ((2, SURE), (3, 0.75), (5, 0.55))
"""How many looks need which share before a face is known."""

KEPT = 5
"""How many candidates are told."""


@dataclass(frozen=True, slots=True)
class Votes:
    """Probabilities summed over looks; a look at a half-hidden card weighs less."""

    sums: tuple[tuple[Card, float], ...] = ()
    weight: float = 0.0
    looks: int = 0

    def with_look(self, candidates: Iterable[tuple[Card, float]], weight: float) -> Votes:
        """Return the votes after one more look; without candidates it saw nothing readable."""
        totals = dict(self.sums)
        for card, probability in candidates:
            totals[card] = totals.get(card, 0.0) + weight * probability
        return Votes(tuple(totals.items()), self.weight + weight, self.looks + 1)

    @property
    def candidates(self) -> tuple[tuple[Card, float], ...]:
        """The faces by their share of the votes, best first; equals in the order of the deck."""
        if self.weight == 0:
            return ()
        shares = [(card, total / self.weight) for card, total in self.sums]
        return tuple(sorted(shares, key=lambda s: (-s[1], s[0]))[:KEPT])

    @property
    def best(self) -> tuple[Card, float] | None:
        """The face with most of the votes and its share."""
        return self.candidates[0] if self.sums else None

    @property
    def is_decided(self) -> bool:
        """Whether enough looks agree."""
        if self.best is None:
            return False
        return any(self.looks >= looks and self.best[1] >= share for looks, share in ENOUGH)
