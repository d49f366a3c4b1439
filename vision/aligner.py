"""Tighten a rough box to the four corners of the card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.crops import (
    ALIGNER_SIZE,
    LOOSE,
    Corners,
    Picture,
    as_batch,
    clockwise,
    enlarged,
    into_picture,
    upright,
)
from vision.network import Network

Aligned = tuple[Corners, float]
"""The corners of a card, clockwise in pixels, and the probability that one lies there."""

Chances = npt.NDArray[np.float64]


class Aligner:
    """Finds the corners of cards inside rough boxes, half-covered cards too."""

    def __init__(self, network: Network, passes: int = 2) -> None:
        """Look so many times: each pass starts from the corners of the one before."""
        self._network = network
        self._passes = passes

    def align(self, picture: Picture, rough: Sequence[Corners]) -> list[Aligned]:
        """Return the corners of each card, clockwise in pixels, and the probability of a card."""
        if not rough:
            return []
        corners, sure = np.stack(rough), np.ones(len(rough))
        for _ in range(self._passes):
            corners, sure = self._once(picture, corners)
        return list(zip(corners, sure.tolist(), strict=True))

    def _once(self, picture: Picture, rough: Corners) -> tuple[Corners, Chances]:
        """Take one pass over boxes (n by 4 by 2)."""
        frames = enlarged(rough, LOOSE)
        answer = self._network.run(as_batch([upright(picture, f, ALIGNER_SIZE) for f in frames]))
        parts = answer[:, :8].reshape(-1, 4, 2).astype(np.float64)
        sure: Chances = 1 / (1 + np.exp(-answer[:, 8].astype(np.float64)))
        return clockwise(into_picture(parts, frames)), sure
