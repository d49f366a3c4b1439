"""Read the face of a card from its crop: the whole card, and its two index corners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.cards import DECK, Card
from vision.crops import INDEX_SIZE, WHOLE_SIZE, Corners, Picture, as_batch, index_corners, upright
from vision.network import Network

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


@dataclass(frozen=True, slots=True)
class Reading:
    """What a card may be: faces of this game, best first, and how likely it is something else."""

    candidates: tuple[tuple[Card, float], ...]
    other_face: float
    """Probability of a face that is not in this game: 2 to 5 or a joker."""
    back: float
    unreadable: float


class Reader:
    """Reads cards with two networks: pips tell numbers, indices tell courts of any deck."""

    def __init__(self, whole: Network, index: Network, weights: tuple[float, float, float]) -> None:
        """Take the networks, and how their log-probabilities weigh: whole, index, temperature."""
        self._whole, self._index = whole, index
        self._whole_weight, self._index_weight, self._temperature = weights

    def read(self, picture: Picture, cards: Sequence[Corners]) -> list[Reading]:
        """Read cards lying at these corners (clockwise, in pixels)."""
        if not cards:
            return []
        wholes = self._whole.run(as_batch([upright(picture, c, WHOLE_SIZE) for c in cards]))
        corners = [upright(picture, part, INDEX_SIZE) for c in cards for part in index_corners(c)]
        indices = self._index.run(as_batch(corners)).reshape(len(cards), 2, -1)
        return [self._weighed(w, i) for w, i in zip(wholes, indices, strict=True)]

    def _weighed(self, whole: npt.NDArray[np.float32], indices: npt.NDArray[np.float32]) -> Reading:
        """Add log-probabilities; what a part cannot read says nothing about the face."""
        parts = [softmax(part / self._temperature) for part in (whole, *indices)]
        weights = (self._whole_weight, self._index_weight, self._index_weight)
        unreadable = float(np.prod([p[NONE] for p in parts]))
        score = np.zeros(NONE)
        for part, weight in zip(parts, weights, strict=True):
            known = part[:NONE] + part[NONE] / NONE
            score += weight * np.log(np.maximum(known, 1e-9))
        chances = softmax(score) * (1 - unreadable)
        whole_says = parts[0][int(chances.argmax())] + parts[0][NONE]
        if whole_says < CONTRADICTED:
            chances *= 0.5
        ranked = sorted(((float(chances[n]), card) for n, card in CARDS.items()), reverse=True)
        game = sum(p for p, _ in ranked)
        return Reading(
            candidates=tuple((card, p) for p, card in ranked[:4]),
            other_face=max(0.0, float(chances[:FACES].sum()) - game),
            back=float(chances[BACK]),
            unreadable=unreadable,
        )


def softmax(scores: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
    """Turn scores into probabilities."""
    powers = np.exp(scores.astype(np.float64) - float(scores.max()))
    chances: npt.NDArray[np.float64] = powers / powers.sum()
    return chances
