"""What makes the networks' probabilities honest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

NEVER_SURE = 1e-6
"""No probability comes nearer to 0 or 1."""

Chances = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sureness:
    """How far the networks are to be believed.

    The temperature takes back that the parts agree by habit: it says how the chances of the faces
    stand to each other. Slope and shift, on the log-odds of the likeliest, say how often a box that
    is so sure holds that face at all (Platt, 1999): a box that lies across no card also looks a
    little like one.
    """

    temperature: float = 1.0
    slope: float = 1.0
    shift: float = 0.0

    def corrected(self, best: Chances) -> Chances:
        """Return how often readings are right that are so sure (0 to 1)."""
        said = np.clip(best, NEVER_SURE, 1 - NEVER_SURE)
        odds = self.slope * np.log(said / (1 - said)) + self.shift
        right: Chances = 1 / (1 + np.exp(-odds))
        return right

    def honest(self, chances: Chances) -> Chances:
        """Correct rows of chances by their likeliest; what stands above what stays as it is.

        What the likeliest loses goes to nobody: then perhaps no such card lies there.
        """
        best = np.clip(chances.max(axis=1, keepdims=True), NEVER_SURE, 1 - NEVER_SURE)
        right = self.corrected(best)
        others = np.minimum(right / best, (1 - right) / (1 - best))
        is_best = np.arange(chances.shape[1]) == chances.argmax(axis=1)[:, None]
        corrected: Chances = chances * np.where(is_best, right / best, others)
        return corrected


UNCORRECTED = Sureness()
"""Believe the networks as they are."""


def fit_slope(best: Chances, right: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Return slope and shift at which the likeliest faces are as often right as they are sure.

    Both outcomes count as half a case more than were seen, so that a set without a mistake does
    not make everything certain (Platt, 1999). The slope is never below 0: surer is never worse.
    """
    said = np.clip(best, NEVER_SURE, 1 - NEVER_SURE)
    odds = np.stack([np.log(said / (1 - said)), np.ones(len(said))], axis=1)
    yes, no = int(right.sum()), int((~right).sum())
    wanted = np.where(right, (yes + 1) / (yes + 2), 1 / (no + 2))
    found = np.array([1.0, 0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-odds @ found))
        step = odds.T @ (wanted - chance)
        bend = (odds * (chance * (1 - chance))[:, None]).T @ odds + 1e-6 * np.eye(2)
        found = found + np.linalg.solve(bend, step)
    slope, shift = (round(float(v), 3) for v in found)
    return (slope, shift) if slope > 0 else (1.0, 0.0)
