"""A picture of the table with its capture time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""A camera picture: rows, columns, blue-green-red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture; `taken_at` is its capture time in seconds on the camera's own clock."""

    image: Picture
    taken_at: float
    number: int
