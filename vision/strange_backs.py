"""Backs of another deck, seen while the table is watched."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from calibration.lens import Millimetres, Pixels
from vision.crops import Picture
from vision.deck_backs import print_of, strangeness
from vision.motion import Mask
from vision.network import Floats
from vision.placed import Placed, overlap
from vision.seen import Kind

LOOKS: Final = 6
"""So many looks running have to find a back strange: one in twenty does by chance, and looks at one
card in one light are not quite independent."""

SURELY_FOREIGN: Final = 0.22
"""A stop is dearer than a line in a deck check, so more is asked than there. Backs of one deck,
boxed 4 px askew and in half the light, differ by 0.06 at most, those of five others by 0.14 to
0.50.
"""

SAME_PLACE_MM: Final = 12.0
"""A back whose middle lies so near to another's lies in its place."""

SHARED: Final = 0.03
"""A back of which other backs may cover so much is seen whole."""

REACHED: Final = 0.02
"""A back of which an arm may cover so much is seen whole."""

KEPT: Final = 24
"""So many places are remembered; the oldest is forgotten first."""

Point = npt.NDArray[np.float64]


@dataclass(slots=True, eq=False)
class _Place:
    """A place where backs lie, and how strange the last of them looked."""

    middle: Point
    cells: Mask
    looks: deque[float] = field(default_factory=lambda: deque(maxlen=LOOKS))
    told: bool = False

    @property
    def is_strange(self) -> bool:
        return len(self.looks) == LOOKS and min(self.looks) > SURELY_FOREIGN

    @property
    def is_in_question(self) -> bool:
        """Tell whether more looks would help: the last was strange, and not all have been yet."""
        return not self.told and bool(self.looks) and self.looks[-1] > SURELY_FOREIGN


class StrangeBacks:
    """Compares backs that lie free with those of the enrolled deck, look by look."""

    def __init__(
        self,
        prints: Sequence[Floats],
        picture_px: Callable[[Millimetres], Pixels],
        mask: Callable[[Millimetres], Mask],
    ) -> None:
        """Know the enrolled backs, and how the table lies in the picture and in the view."""
        self._prints, self._picture_px, self._mask = tuple(prints), picture_px, mask
        self._places: list[_Place] = []

    def curious_cells(self) -> Iterator[Mask]:
        """Yield the cells where another look would help."""
        return (place.cells for place in self._places if place.is_in_question)

    def look(self, image: Picture, placed: Sequence[Placed], arms: Mask) -> Iterator[Point]:
        """Compare what one look found; yield the middle of each back that is told as strange."""
        if not self._prints:
            return
        backs = [p for p in placed if p.kind is Kind.BACK]
        for back in backs:
            cells = self._mask(back.quad)
            if not cells.any() or arms[cells].mean() > REACHED or _is_covered(back, backs):
                continue
            place = self._place_of(back, cells)
            corners = self._picture_px(back.quad)
            place.looks.append(strangeness(self._prints, print_of(image, corners)))
            if place.is_strange and not place.told:
                place.told = True
                yield back.middle
            elif max(place.looks) <= SURELY_FOREIGN:
                place.told = False  # another card lies there now

    def _place_of(self, back: Placed, cells: Mask) -> _Place:
        for place in self._places:
            if np.linalg.norm(place.middle - back.middle) < SAME_PLACE_MM:
                return place
        self._places = [*self._places[1 - KEPT :], _Place(back.middle, cells)]
        return self._places[-1]


def _is_covered(back: Placed, backs: Sequence[Placed]) -> bool:
    """Tell whether another back lies on one, or it on another: which, a picture does not say."""
    return any(overlap(back.quad, other.quad) > SHARED for other in backs if other is not back)
