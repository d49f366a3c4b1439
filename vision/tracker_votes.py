"""What a card is, by the vote of all the looks at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

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

DOUBTED = 0.05
"""What the looks weigh that a plain look has just contradicted: one look again in all."""

KEPT = 5
"""How many candidates are told."""


OUTVOTED = 4
"""A face that so many times as many looks speak against is a slip, and its looks do not count."""


@dataclass(frozen=True, slots=True)
class Party:
    """The looks that found one face the likeliest: their probabilities summed, by weight."""

    sums: tuple[tuple[Card, float], ...] = ()
    weight: float = 0.0
    looks: int = 0

    def with_look(self, faces: tuple[tuple[Card, float], ...], weight: float) -> Party:
        """Return the party with one more look."""
        totals = dict(self.sums)
        for card, share in faces:
            totals[card] = totals.get(card, 0.0) + weight * share
        return Party(tuple(totals.items()), self.weight + weight, self.looks + 1)

    def fainter(self, share: float = FAINT) -> Party:
        """Return the party with a share of its weight."""
        sums = tuple((card, share * total) for card, total in self.sums)
        return Party(sums, share * self.weight, self.looks)


@dataclass(frozen=True, slots=True)
class Votes:
    """Probabilities summed over looks; a look weighs as much as it can tell."""

    parties: tuple[tuple[Card, Party], ...] = ()
    """The looks that could read anything, by the face that each found likeliest."""
    lifted: frozenset[Card] = frozenset()
    """Cards that had just been lifted when this one came to lie there."""

    @property
    def looks(self) -> int:
        """How many looks could read anything."""
        return sum(party.looks for _, party in self.parties)

    def with_look(self, candidates: Iterable[tuple[Card, float]], weight: float) -> Votes:
        """Return the votes after one more look; one that could read nothing does not count."""
        faces = tuple(candidates)
        if not faces:
            return self
        best, share = max(faces, key=lambda face: face[1])
        parties = dict(self.parties)
        parties[best] = parties.get(best, Party()).with_look(faces, weight * share**2)
        return Votes(tuple(parties.items()), self.lifted)

    def fainter(self) -> Votes:
        """Return the votes with less weight: they were cast while a hand lay on the card."""
        return Votes(tuple((card, party.fainter()) for card, party in self.parties), self.lifted)

    def mistrusted(self) -> Votes:
        """Return the votes of one faint look each: a plain look has just said otherwise."""
        again = ((card, replace(party.fainter(DOUBTED), looks=1)) for card, party in self.parties)
        return Votes(tuple(again), self.lifted)

    @property
    def candidates(self) -> tuple[tuple[Card, float], ...]:
        """The faces by their share of the votes, best first; equals in the order of the deck."""
        most = max((party.looks for _, party in self.parties), default=0)
        heard = [party for _, party in self.parties if party.looks * OUTVOTED > most]
        weight = sum(party.weight for party in heard)
        if weight == 0:
            return ()
        totals: dict[Card, float] = {}
        for card, total in (pair for party in heard for pair in party.sums):
            totals[card] = totals.get(card, 0.0) + total
        raised = {c: t * (RETURNS if c in self.lifted else 1.0) for c, t in totals.items()}
        gained = sum(raised.values()) - sum(totals.values())
        shares = ((card, total / (weight + gained)) for card, total in raised.items())
        return tuple(sorted(shares, key=lambda s: (-s[1], s[0]))[:KEPT])

    @property
    def best(self) -> tuple[Card, float] | None:
        """The face with most of the votes and its share."""
        return next(iter(self.candidates), None)

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
