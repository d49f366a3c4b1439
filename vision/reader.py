"""Read the face of a card from its crop: the whole card, and its two index corners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.cards import DECK, Card
from vision.crops import INDEX_SIZE, WHOLE_SIZE, Corners, Picture, as_batch, index_corners, upright
from vision.deck_head import Head
from vision.network import Floats, Network
from vision.sureness import UNCORRECTED, Sureness

RANKS: Final = "A23456789TJQK"
CLASSES: Final = (*(f"{rank}{suit}" for rank in RANKS for suit in "cdhs"), "joker", "back", "none")
"""What the networks can say: 52 faces, a joker, a back, or nothing readable."""

FACES: Final = 53
BACK: Final = 53
NONE: Final = 54
CONTRADICTED: Final = 0.05
"""Below this the whole card speaks against what the indices say: then nothing is sure. A crop that
lies across two cards reads so."""

CARDS: Final[Mapping[int, Card]] = {
    n: card for n, name in enumerate(CLASSES) for card in DECK if str(card) == name
}


WHOLE_WEIGHT: Final = 1.0
INDEX_WEIGHT: Final = 2.0
"""How the log-probabilities weigh. The index weighs double: it is the same in every deck, pictures
and their place are not."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the networks say about one card, before it is turned into probabilities."""

    scores: npt.NDArray[np.float64]
    """Weighed log-probabilities of 52 faces, a joker and a back."""
    unreadable: float
    """Probability that none of the parts shows anything that can be read."""
    whole: npt.NDArray[np.float64]
    """For each of the scores, how far the whole card allows it (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a card may be: faces of this game, best first, and how likely it is something else."""

    candidates: tuple[tuple[Card, float], ...]
    other_face: float
    """Probability of a face that is not in this game: 2 to 5 or a joker."""
    back: float
    unreadable: float
    evidence: Evidence | None = field(default=None, compare=False, repr=False)


class Reader:
    """Reads cards with two networks: pips tell numbers, indices tell courts of any deck."""

    def __init__(
        self,
        whole: Network,
        index: Network,
        sureness: Sureness = UNCORRECTED,
        heads: tuple[Head, Head] | None = None,
    ) -> None:
        """Take the networks, what makes their probabilities honest, and what a deck adds.

        `heads` are what an enrolled deck adds to whole and index.
        """
        self.whole, self.index, self.sureness = whole, index, sureness
        self._heads = heads

    def read(self, picture: Picture, cards: Sequence[Corners]) -> list[Reading]:
        """Read cards lying at these corners (clockwise, in pixels)."""
        if not cards:
            return []
        wholes = as_batch([upright(picture, c, WHOLE_SIZE) for c in cards])
        corners = [upright(picture, part, INDEX_SIZE) for c in cards for part in index_corners(c)]
        whole, index = self._scores(wholes, as_batch(corners))
        return [
            reading_of(weighed(w, i), self.sureness)
            for w, i in zip(whole, index.reshape(len(cards), 2, -1), strict=True)
        ]

    def _scores(self, wholes: Floats, indices: Floats) -> tuple[Floats, Floats]:
        """Run the networks; a deck that is enrolled corrects what they say."""
        if self._heads is None:
            return self.whole.run(wholes), self.index.run(indices)
        whole, index = self._heads
        one, two = self.whole.run_all(wholes), self.index.run_all(indices)
        return whole.corrected(one[0], one[1]), index.corrected(two[0], two[1])


def weighed(whole: npt.NDArray[np.float32], indices: npt.NDArray[np.float32]) -> Evidence:
    """Add log-probabilities; what a part cannot read says nothing about the face."""
    parts = [softmax(part) for part in (whole, *indices)]
    scores = np.zeros(NONE)
    for part, weight in zip(parts, (WHOLE_WEIGHT, INDEX_WEIGHT, INDEX_WEIGHT), strict=True):
        known = part[:NONE] + part[NONE] / NONE
        scores += weight * np.log(np.maximum(known, 1e-9))
    unreadable = float(np.prod([p[NONE] for p in parts]))
    return Evidence(scores, unreadable, parts[0][:NONE] + parts[0][NONE])


def chances_of(evidence: Sequence[Evidence], sureness: Sureness) -> npt.NDArray[np.float64]:
    """Return the probability of every face and of a back, a row for each card."""
    scores = np.stack([e.scores for e in evidence]) / sureness.temperature
    chances = softmax(scores) * (1 - np.array([[e.unreadable] for e in evidence]))
    best = chances.argmax(axis=1)
    contradicted = [e.whole[n] < CONTRADICTED for e, n in zip(evidence, best, strict=True)]
    return sureness.honest(np.where(np.array(contradicted)[:, None], 0.5, 1.0) * chances)


def reading_of(evidence: Evidence, sureness: Sureness) -> Reading:
    """Turn evidence into honest probabilities.

    The parts look at one card in one light, so they err together, and their sum is too sure.
    """
    chances = chances_of([evidence], sureness)[0]
    ranked = sorted(((float(chances[n]), card) for n, card in CARDS.items()), reverse=True)
    game = sum(p for p, _ in ranked)
    return Reading(
        candidates=tuple((card, p) for p, card in ranked[:4]),
        other_face=max(0.0, float(chances[:FACES].sum()) - game),
        back=float(chances[BACK]),
        unreadable=evidence.unreadable,
        evidence=evidence,
    )


def softmax(scores: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Turn scores, along the last axis, into probabilities."""
    powers = np.exp(scores.astype(np.float64) - scores.max(axis=-1, keepdims=True))
    chances: npt.NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True)
    return chances
