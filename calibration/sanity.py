"""Whether a homography can belong to a card table at all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

SHORTEST_MM, LONGEST_MM = 200.0, 6000.0
"""No table view is narrower or wider than this."""


def insane_mapping(
    size_px: tuple[int, int],
    homography: Sequence[Sequence[float]],
    battle_mm: Sequence[tuple[float, float]],
) -> str:
    """Say why this mapping fits no table, or return an empty string."""
    name = "camera.homography_px_to_mm"
    matrix = np.asarray(homography, dtype=float)
    if not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
        return f"{name}: cannot be inverted"

    width, height = size_px
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], dtype=float)
    mapped = corners @ matrix.T
    if not (np.sign(mapped[:, 2]) == np.sign(mapped[0, 2])).all() or (mapped[:, 2] == 0).any():
        return f"{name}: the horizon runs through the picture"

    table = mapped[:, :2] / mapped[:, 2:]
    sides = np.linalg.norm(table - np.roll(table, -1, axis=0), axis=1)
    if sides.min() < SHORTEST_MM or sides.max() > LONGEST_MM:
        span = f"sides {sides.min():.0f} to {sides.max():.0f} mm"
        return f"{name}: maps the picture outside any table ({span})"
    if _signed_area(table) <= 0:
        return f"{name}: mirrors the table"

    outside = _share_outside(table, np.asarray(battle_mm, dtype=float))
    if outside > 0.5:
        return f"{name}: maps the picture outside the battle zone"
    return ""


def _signed_area(polygon: np.ndarray) -> float:
    """Return the area of a polygon, positive when it runs clockwise in the picture."""
    x, y = polygon[:, 0], polygon[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def _share_outside(view: np.ndarray, polygon: np.ndarray) -> float:
    """Return the share of a polygon's corners that lie outside the convex view."""
    if len(polygon) == 0:
        return 0.0
    edges = np.roll(view, -1, axis=0) - view
    offsets = polygon[:, None, :] - view[None, :, :]
    sides = edges[None, :, 0] * offsets[..., 1] - edges[None, :, 1] * offsets[..., 0]
    return float((sides < 0).any(axis=1).mean())
