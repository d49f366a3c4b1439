"""When to look: only where something has changed and come to rest, or where it would help."""

from __future__ import annotations

import cv2
import numpy as np

from vision.backdrop import View, apart
from vision.motion import Glance, Mask

STILL_S = 0.1
"""What has not moved for so long is worth a look."""

SHARE = 0.12
"""A change of so much of a card's area is worth a look."""

CALM = 0.998
"""A table is at rest when such a share of it is: single cells flicker."""

SPECK = np.ones((2, 2), np.uint8)

AGAIN_S = 0.06
"""Curiosity is satisfied at most so often (seconds)."""

REST_S = 0.5
"""A table that nobody touches for so long is looked at once as a whole."""


class Gate:
    """Decides when the eye looks, and where; a quiet frame costs nothing."""

    def __init__(self, card_cells: float, every_s: float = 0.0) -> None:
        """Know how many cells of the view a card covers; look at most so often (seconds)."""
        self._least = SHARE * card_cells
        self._every_s = every_s
        self._looked: View | None = None
        self._looked_at = -1.0
        self._owes_whole = True

    def news(self, glance: Glance, curious: Mask) -> Mask | None:
        """Return the cells that are worth a look in this frame; None when none are.

        `curious` are cells where one more look would help, though nothing has changed there.
        """
        since_s = glance.taken_at - self._looked_at
        if self._looked is not None and 0 <= since_s < self._every_s:
            return None
        if self._looked is None or (self._owes_whole and self._rests(glance)):
            self._owes_whole = False
            return np.ones(curious.shape, dtype=bool)
        fresh = self._fresh(glance, self._looked)
        changed = bool(fresh.sum() >= self._least)
        self._owes_whole = self._owes_whole or changed
        if changed or (curious.any() and since_s >= AGAIN_S):
            return fresh | curious
        return None

    def looked(self, glance: Glance) -> None:
        """Note that this frame was looked at; what moves now will be looked at once it rests."""
        if self._looked is None:
            self._looked = glance.view.copy()
        rests = (glance.still_s >= STILL_S).astype(np.uint8)
        cv2.copyTo(glance.view, rests, self._looked)
        self._looked_at = glance.taken_at

    def _fresh(self, glance: Glance, looked: View) -> Mask:
        """Return the cells that came to rest since they were looked at; single specks are noise."""
        differs = apart(glance.view, looked) > glance.contrast
        changed = differs & (glance.still_s >= STILL_S)
        cleaned = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, SPECK)
        return np.asarray(cleaned, dtype=bool)

    def _rests(self, glance: Glance) -> bool:
        """Tell whether nothing has moved for a while; an arm may rest there."""
        return bool((glance.still_s >= REST_S).mean() >= CALM)


def card_cells(card_mm: tuple[float, float], cell_mm: float) -> float:
    """Return how many cells of the view a card covers."""
    return float(np.prod(card_mm)) / cell_mm**2
