"""A picture of the table with its capture time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""A camera picture: rows, columns, blue-green-red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture; `taken_at` is its capture time in seconds on the camera's own clock.

    `pts_s` is the time that the source itself put on the picture, where it says one.
    """

    image: Picture
    taken_at: float
    number: int
    pts_s: float | None = None
