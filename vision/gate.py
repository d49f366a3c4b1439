"""When to look: only where something has changed and come to rest, or where it would help."""

from __future__ import annotations

import cv2
import numpy as np

from vision.backdrop import View, apart
from vision.motion import Glance

STILL_S = 0.1
"""What has not moved for so long is worth a look."""

SHARE = 0.12
"""A change of so much of a card's area is worth a look."""

AGAIN_S = 0.06
"""Curiosity is satisfied at most so often (seconds)."""


class Gate:
    """Decides which frames the eye looks at; a quiet frame costs nothing."""

    def __init__(self, card_cells: float) -> None:
        """Know how many cells of the view a card covers."""
        self._least = SHARE * card_cells
        self._looked: View | None = None
        self._looked_at = -1.0

    def wants(self, glance: Glance, *, curious: bool) -> bool:
        """Tell whether this frame is worth a look; `curious` asks for more looks meanwhile."""
        if self._looked is None:
            return True
        if curious and glance.taken_at - self._looked_at >= AGAIN_S:
            return True
        fresh = apart(glance.view, self._looked) > glance.contrast
        return bool((fresh & (glance.still_s >= STILL_S)).sum() >= self._least)

    def looked(self, glance: Glance) -> None:
        """Note that this frame was looked at; what moves now will be looked at once it rests."""
        if self._looked is None:
            self._looked = glance.view.copy()
        rests = (glance.still_s >= STILL_S).astype(np.uint8)
        cv2.copyTo(glance.view, rests, self._looked)
        self._looked_at = glance.taken_at


def card_cells(card_mm: tuple[float, float], cell_mm: float) -> float:
    """Return how many cells of the view a card covers."""
    return float(np.prod(card_mm)) / cell_mm**2
