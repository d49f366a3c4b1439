"""The part of a picture that is worth a look: where something may be news, and room around it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.rectify import Mask, TableMap
from vision.seen import Point

ROOM_MM = 60.0
"""How much is shown around what changed: a card that is half new lies wholly in the window."""


EDGE_PX = 1.0
"""What lies so near to the edge of a picture belongs to it; cells do not end where pixels do."""


@dataclass(frozen=True, slots=True)
class Window:
    """An upright rectangle of a picture, in pixels: the low corner and the high one."""

    low: Point
    high: Point

    def shows_all(self, shape: tuple[int, int]) -> bool:
        """Tell whether it shows the whole of a picture of so many rows and columns."""
        height, width = shape
        (left, top), (right, bottom) = self.low, self.high
        return max(left, top, width - right, height - bottom) <= EDGE_PX


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where to look: the cells that may be news, and the cells that are seen with them."""

    news: Mask
    shown: Mask
    window: Window
    """The same in pixels of the picture."""


def place_around(news: Mask, table: TableMap) -> Place:
    """Return the smallest upright place that shows all of the news with room around it."""
    room = round(ROOM_MM / table.cell_mm)
    rows, columns = np.flatnonzero(news.any(axis=1)), np.flatnonzero(news.any(axis=0))
    top, bottom = max(0, int(rows[0]) - room), min(news.shape[0], int(rows[-1]) + room + 1)
    left, right = max(0, int(columns[0]) - room), min(news.shape[1], int(columns[-1]) + room + 1)
    shown = np.zeros_like(news)
    shown[top:bottom, left:right] = True

    window = Window(*table.picture_box(slice(top, bottom), slice(left, right)))
    return Place(news, shown, window)
