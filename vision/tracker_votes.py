"""What a card is, by the vote of all the looks at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card

SURE = 0.9
"""With so large a share of two looks a face is known."""

ENOUGH = ((2, SURE), (3, 0.75), (5, 0.55))
"""How many readable looks need which share before a face is known."""

STEADY = 4
"""How many looks must say the same, unsurely, when they say nothing else."""

FIRM = (4, 0.97)
"""After so many looks with so large a share no further look changes anything."""

RETURNS = 8.0
"""How much likelier a card that was lifted just now is than any other to lie there again."""

FAINT = 0.2
"""What a look at a held card weighs once it is free."""

KEPT = 5
"""How many candidates are told."""


@dataclass(frozen=True, slots=True)
class Votes:
    """Probabilities summed over looks; a look weighs as much as it can tell."""

    sums: tuple[tuple[Card, float], ...] = ()
    weight: float = 0.0
    looks: int = 0
    """How many looks could read anything."""
    lifted: frozenset[Card] = frozenset()
    """Cards that had just been lifted when this one came to lie there."""

    def with_look(self, candidates: Iterable[tuple[Card, float]], weight: float) -> Votes:
        """Return the votes after one more look; one that could read nothing does not count."""
        faces = tuple(candidates)
        if not faces:
            return self
        weight *= max(share for _, share in faces) ** 2
        totals = dict(self.sums)
        for card, share in faces:
            totals[card] = totals.get(card, 0.0) + weight * share
        sums = tuple(totals.items())
        return Votes(sums, self.weight + weight, self.looks + 1, self.lifted)

    def fainter(self) -> Votes:
        """Return the votes with less weight: they were cast while a hand lay on the card."""
        sums = tuple((card, FAINT * total) for card, total in self.sums)
        return Votes(sums, FAINT * self.weight, self.looks, self.lifted)

    @property
    def candidates(self) -> tuple[tuple[Card, float], ...]:
        """The faces by their share of the votes, best first; equals in the order of the deck."""
        if self.weight == 0:
            return ()
        raised = {
            card: total * (RETURNS if card in self.lifted else 1.0) for card, total in self.sums
        }
        gained = sum(raised.values()) - sum(total for _, total in self.sums)
        shares = ((card, total / (self.weight + gained)) for card, total in raised.items())
        return tuple(sorted(shares, key=lambda s: (-s[1], s[0]))[:KEPT])

    @property
    def best(self) -> tuple[Card, float] | None:
        """The face with most of the votes and its share."""
        return self.candidates[0] if self.sums else None

    @property
    def is_firm(self) -> bool:
        """Whether further looks would only say the same."""
        looks, share = FIRM
        return self.looks >= looks and self.best is not None and self.best[1] >= share

    @property
    def is_decided(self) -> bool:
        """Whether enough looks agree."""
        if self.best is None:
            return False
        if any(self.looks >= looks and self.best[1] >= share for looks, share in ENOUGH):
            return True
        # Unsure of itself, look after look, but of nothing else: it has no rival.
        rival = self.candidates[1][1] if len(self.candidates) > 1 else 0.0
        return self.looks >= STEADY and self.best[1] >= max(0.45, 8 * rival)
