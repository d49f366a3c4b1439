"""Tighten a rough box to the four corners of the card."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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


class Aligner:
    """Finds the corners of cards inside rough boxes, half-covered cards too."""

    def __init__(self, network: Network, passes: int = 2) -> None:
        """Look so many times: each pass starts from the corners of the one before."""
        self._network = network
        self._passes = passes

    def align(self, picture: Picture, rough: Sequence[Corners]) -> list[tuple[Corners, float]]:
        """Return the corners of each card, clockwise in pixels, and the probability of a card."""
        aligned = [(corners, 1.0) for corners in rough]
        if not rough:
            return aligned
        for _ in range(self._passes):
            frames = [enlarged(corners, LOOSE) for corners, _ in aligned]
            answer = self._network.run(
                as_batch([upright(picture, f, ALIGNER_SIZE) for f in frames])
            )
            aligned = [
                (
                    clockwise(into_picture(row[:8].reshape(4, 2).astype(np.float64), frame)),
                    _sigmoid(row[8]),
                )
                for row, frame in zip(answer, frames, strict=True)
            ]
        return aligned


def _sigmoid(value: float) -> float:
    return float(1 / (1 + np.exp(-float(value))))
