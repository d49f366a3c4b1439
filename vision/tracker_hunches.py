"""Hunches: that a card lies on another one, though no single look reads it plainly."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from calibration.lens import Millimetres
from engine.cards import Card
from vision.placed import Placed, apart_mm
from vision.tracker_votes import Votes

SAME_MM = 6.0
"""Boxes whose corners lie so near to each other are about the same card."""

LOOKS, SHARE = 3, 0.55
"""After so many looks with so large a share for one face a hunch is believed."""

FORGOTTEN_S = 0.5
"""A hunch that no look confirms for so long is dropped."""


@dataclass(frozen=True, slots=True, eq=False)
class _Hunch:
    """What half-read boxes in one place say together."""

    quad: Millimetres
    votes: Votes
    seen_at: float


class Hunches:
    """Adds up half-read boxes over known cards until they speak for a card that is new."""

    def __init__(self) -> None:
        """Begin without any."""
        self._hunches: list[_Hunch] = []

    def votes_for(
        self, placed: Placed, weight: float, lying: Collection[Card], moment: float
    ) -> Votes | None:
        """Return the votes of the looks before this one, once they name a card that lies nowhere.

        A half-covered card that is read half says again what lies there already: that is no hunch.
        """
        alive = [h for h in self._hunches if moment - h.seen_at <= FORGOTTEN_S]
        near = next((h for h in alive if apart_mm(h.quad, placed.quad) < SAME_MM), None)
        before = near.votes if near is not None else Votes()
        self._hunches = [h for h in alive if h is not near]
        best = before.best
        if best and before.looks >= LOOKS and best[1] >= SHARE and best[0] not in lying:
            return before
        votes = before.with_look(placed.candidates, weight)
        self._hunches.append(_Hunch(placed.quad, votes, moment))
        return None
