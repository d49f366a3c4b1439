"""What a deck adds to a reader: a correction that is linear in the reader's embedding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.network import Floats

STEPS: Final = 200
RATE: Final = 0.02
SHRINK: Final = 6e-4
"""How strongly the correction is drawn to nothing: what the deck does not teach stays as it was."""


AS_BEFORE: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """A correction of a reader's scores: embedding times weights plus bias."""

    weights: Floats
    bias: Floats

    def corrected(self, scores: Floats, embedding: Floats) -> Floats:
        """Return the scores as the deck corrects them."""
        return np.asarray(scores + embedding @ self.weights + self.bias, np.float32)


def learn(
    scores: Floats, embedding: Floats, labels: npt.NDArray[np.int64], steps: int = STEPS
) -> Head:
    """Learn a correction from labelled crops: cross-entropy, drawn to nothing, by Adam.

    Crops that are labelled AS_BEFORE show no card of the deck: what the reader says of them stays.
    """
    scale = np.float32(1) / np.maximum(embedding.std(axis=0), np.float32(1e-3))
    features = np.hstack([embedding * scale, np.ones((len(embedding), 1), np.float32)])
    wanted = np.eye(scores.shape[1], dtype=np.float32)[labels]
    wanted[labels == AS_BEFORE] = _softmax(scores[labels == AS_BEFORE])
    weights = np.zeros((features.shape[1], scores.shape[1]), np.float32)
    slope, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        said = _softmax(np.asarray(scores + features @ weights, np.float32))
        change = features.T @ (said - wanted) / len(labels) + SHRINK * weights
        slope = 0.9 * slope + 0.1 * change
        square = 0.99 * square + 0.01 * change**2
        size = np.sqrt(square / (1 - 0.99**step)) + 1e-8
        rate = RATE * (1 - step / (steps + 1))
        weights -= (rate * slope / (1 - 0.9**step) / size).astype(np.float32)
    return Head(weights[:-1] * scale[:, None], weights[-1])


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
