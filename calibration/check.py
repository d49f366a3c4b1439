"""Checking a calibration: a card of known size is measured at nine places of the battle area."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from calibration.displacement import on_table
from calibration.lens import Pixels, rows_of
from calibration.profile import TableProfile
from engine.table import Zone

NINE = 9
MEDIAN_MM, WORST_MM = 1.0, 3.0
"""A calibration is good when the median of the nine places, and the worst, are within these."""

OTHER_SHAPE = 0.1
"""An outline of other proportions is a card that another one covers."""


@dataclass(slots=True)
class NinePlaces:
    """The errors of a card at three by three places of the battle area, in millimetres."""

    profile: TableProfile
    card_mm: tuple[float, float]
    samples: dict[int, list[float]] = field(default_factory=dict)

    def measure(self, corners: Pixels) -> tuple[int, float] | None:
        """Measure a card by its corners, a short side first.

        None outside the battle area, and for what is not the whole of a card.
        """
        spots = on_table(self.profile, corners)
        place = self._place(spots.mean(axis=0))
        if place is None:
            return None
        sides = np.linalg.norm(spots - np.roll(spots, -1, axis=0), axis=1)
        should = np.array([*self.card_mm, *self.card_mm])
        shape = (sides[0] + sides[2]) / (sides[1] + sides[3])
        if abs(shape / (self.card_mm[0] / self.card_mm[1]) - 1) > OTHER_SHAPE:
            return None
        error = float(np.abs(sides - should).max())
        self.samples.setdefault(place, []).append(error)
        return place, error

    @property
    def errors(self) -> dict[int, float]:
        """Return the error at each place that had a card, rows first from the top left."""
        return {place: float(np.median(kept)) for place, kept in sorted(self.samples.items())}

    @property
    def is_complete(self) -> bool:
        """Whether every place has had a card."""
        return len(self.samples) == NINE

    @property
    def is_good(self) -> bool:
        """Whether all nine places were measured and are within the limits."""
        errors = list(self.errors.values())
        within = bool(errors) and np.median(errors) <= MEDIAN_MM and max(errors) <= WORST_MM
        return self.is_complete and bool(within)

    def _place(self, spot: np.ndarray) -> int | None:
        """Return which of the nine places a spot lies in."""
        battle = rows_of(self.profile.zones_mm[Zone.BATTLE])
        low, high = battle.min(axis=0), battle.max(axis=0)
        column, row = np.floor((spot - low) / (high - low) * 3).astype(int)
        return int(3 * row + column) if 0 <= column < 3 and 0 <= row < 3 else None


def steady(before: Sequence[Pixels], now: Pixels, least_px: float) -> bool:
    """Tell whether a card lies where one lay a moment ago: a card in motion is not measured."""
    return any(float(np.linalg.norm(now - other, axis=1).max()) < least_px for other in before)
