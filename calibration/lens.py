"""The lens: straightening pixels, and bending them back."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.float64]
"""Points of the camera picture, one a row."""

Millimetres = npt.NDArray[np.float64]
"""Points of the table, one a row."""

Matrix3 = npt.NDArray[np.float64]
"""A homography, 3 by 3."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera matrix with its distortion (OpenCV order)."""

    matrix: tuple[tuple[float, ...], ...]
    distortion: tuple[float, ...]

    def straighten(self, points: Pixels) -> Pixels:
        """Return where pixels would lie if the lens were perfect."""
        matrix, bend = np.array(self.matrix), np.array(self.distortion)
        flat = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(flat, matrix, bend, P=matrix)
        return np.asarray(straight, dtype=np.float64).reshape(-1, 2)

    def bend(self, points: Pixels) -> Pixels:
        """Return where straight pixels lie in the camera's own picture."""
        matrix, bend = np.array(self.matrix), np.array(self.distortion)
        flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(matrix).T
        zero = np.zeros(3)
        bent, _ = cv2.projectPoints(rays, zero, zero, matrix, bend)
        return np.asarray(bent, dtype=np.float64).reshape(-1, 2)


def through(homography: npt.ArrayLike, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Map points, one a row, through a homography."""
    rows = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    mapped = np.column_stack([rows, np.ones(len(rows))]) @ np.asarray(homography, dtype=float).T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def as_matrix(array: npt.NDArray[np.float64]) -> tuple[tuple[float, float, float], ...]:
    """Return a 3 by 3 array as plain rows, scaled so that the last number is one."""
    scaled = np.asarray(array, dtype=float) / array[2, 2]
    return tuple((float(row[0]), float(row[1]), float(row[2])) for row in scaled)


def rows_of(points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Return points as an array, one a row."""
    return np.asarray(points, dtype=np.float64).reshape(-1, 2)
