"""Cards that the finder overlooks: what has come to rest there, and no box explains it.

The finder proposes boxes by what cards look like, motion by what has changed. What the aligner and
the reader then take for no card is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Millimetres
from vision.motion import Glance, Mask
from vision.placed import Placed
from vision.rectify import TableMap
from vision.tight import true_boxes

LEAST, MOST = 0.3, 2.5
"""A change of so many cards' areas may be a card; one of more is no single card."""

GAP_MM = 20.0
"""White print on white paper shows no change: gaps of this size in it are filled."""

TRIES = 3
"""After so many looks in vain a place is given up until it changes again."""

TURNS_DEG = range(0, 180, 30)
"""What shows of a card that lies over others does not tell how it is turned; the aligner finds its
corners from within about 15 degrees and 10 mm."""

AROUND = np.ones((3, 3), np.uint8)


class Overlooked:
    """Remembers where something came to rest in the battle that nothing found explains."""

    def __init__(self, table: TableMap, battle: Mask, card_mm: Sequence[float]) -> None:
        """Begin with nothing unexplained."""
        self._table, self._battle, self._card_mm = table, battle, card_mm
        self._card_cells = float(np.prod(card_mm)) / table.cell_mm**2
        self._left: Mask = np.zeros(table.shape, dtype=bool)
        self._tries: npt.NDArray[np.uint8] = np.zeros(table.shape, dtype=np.uint8)

    def boxes(
        self, news: Mask, glance: Glance, known: Mask, placed: Iterable[Placed]
    ) -> tuple[Millimetres, ...]:
        """Return rough boxes of a card's size around what a look at the news left unexplained.

        `known` are the cells in which known cards look as they did.
        """
        self._left |= news & self._battle
        self._tries[news] = 0
        self._left &= ~(glance.bare | glance.moving | known)
        for card in placed:
            own = self._table.mask(card.quad).astype(np.uint8)
            self._left &= cv2.dilate(own, AROUND) == 0
        # What a hand has just laid counts as its arm until that has gone.
        cells = self._left & ~glance.any_arm & (self._tries < TRIES)
        if cells.sum() < LEAST * self._card_cells:
            return ()
        return tuple(box for patch in self._patches(cells) for box in self._cards_on(patch))

    def _patches(self, cells: Mask) -> Iterator[Mask]:
        """Yield the connected parts that a card may have left, and count the try."""
        size = 2 * round(GAP_MM / self._table.cell_mm / 2) + 1
        filled = cv2.morphologyEx(
            cells.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)
        )
        count, parts = cv2.connectedComponents(cv2.morphologyEx(filled, cv2.MORPH_OPEN, AROUND))
        for number in range(1, count):
            patch = np.asarray(parts == number)
            if LEAST * self._card_cells <= patch.sum() <= MOST * self._card_cells:
                self._tries[patch] += 1
                yield patch

    def _cards_on(self, patch: Mask) -> Iterator[Millimetres]:
        """Yield boxes of a card's size, turned every way, flush with each end of a patch.

        The rest of a card that lies over another one does not show in what has changed.
        """
        rows, columns = np.nonzero(patch)
        spots = self._table.cell_spots(columns, rows)
        _, _, turned_deg = cv2.minAreaRect(spots.astype(np.float32))
        for more_deg in TURNS_DEG:
            turned = np.radians(turned_deg + more_deg)
            axes = np.array([(np.cos(turned), np.sin(turned)), (-np.sin(turned), np.cos(turned))])
            along = spots @ axes.T
            (left, top), (right, bottom) = along.min(axis=0), along.max(axis=0)
            ends = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
            yield from true_boxes(ends @ axes, self._card_mm)
