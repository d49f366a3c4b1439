"""Sharpening a rough outline: its sides are found between pixels, its corners where they meet."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Lens, Pixels, rows_of
from calibration.markers import Picture

SAMPLES = 48
"""Places along a side at which the edge is sought."""

MIDDLE = 0.72
"""The part of a side that is used: corners of cards are round, and fingers hold them."""

STEP_PX = 0.5
LEAST_CONTRAST = 4.0
"""An edge whose light changes by less over a pixel is not an edge."""

Profiles = npt.NDArray[np.float64]


def sharpened(picture: Picture, lens: Lens, rough: Pixels, margin_px: float) -> Pixels | None:
    """Return the corners of an outline to a fraction of a pixel; None where a side has no edge.

    `rough` may be off by `margin_px`. Sides are straight on the table, so they are fitted in
    straightened pixels; the corners returned are pixels of the picture.
    """
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.uint8)
    corners = lens.straighten(rows_of(rough))
    sides = [
        _side(soft, lens, corners[n], corners[(n + 1) % len(corners)], margin_px)
        for n in range(len(corners))
    ]
    if any(side is None for side in sides):
        return None
    met = [_meet(sides[n - 1], sides[n]) for n in range(len(sides))]
    return lens.bend(np.array(met))


def _side(
    soft: Picture,
    lens: Lens,
    start: npt.NDArray[np.float64],
    end: npt.NDArray[np.float64],
    margin_px: float,
) -> npt.NDArray[np.float64] | None:
    """Find the line of one side in straightened pixels: a point and a direction."""
    along = np.linspace((1 - MIDDLE) / 2, (1 + MIDDLE) / 2, SAMPLES)[:, None]
    places = start + along * (end - start)
    length = float(np.linalg.norm(end - start))
    normal = np.array([start[1] - end[1], end[0] - start[0]]) / max(length, 1e-9)
    offsets = np.arange(-margin_px, margin_px + STEP_PX / 2, STEP_PX)
    spots = places[:, None, :] + offsets[None, :, None] * normal
    seen = _light_at(soft, lens.bend(spots.reshape(-1, 2))).reshape(SAMPLES, len(offsets), -1)

    shifts = _edge_offsets(seen, offsets)
    if shifts is None:
        return None
    found = places + shifts[:, None] * normal
    return np.asarray(_line_through(found[np.isfinite(shifts)]))


def _light_at(soft: Picture, spots: Pixels) -> npt.NDArray[np.float64]:
    """Return the colour of the picture between its pixels, a row for each spot."""
    across, down = spots.astype(np.float32).T
    seen = [
        cv2.remap(part, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in (np.ascontiguousarray(soft[..., colour]) for colour in range(3))
    ]
    return np.column_stack([np.ravel(part) for part in seen]).astype(np.float64)


def _edge_offsets(
    seen: Profiles, offsets: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64] | None:
    """Return where along its normal each sample has the edge that the whole side shares.

    The colour in which the edge shows best is used: green felt on brown wood is no edge in grey.
    """
    slopes = np.gradient(seen, STEP_PX, axis=1)
    shared = np.median(slopes, axis=0)
    peak, colour = np.unravel_index(int(np.argmax(np.abs(shared))), shared.shape)
    if abs(shared[peak, colour]) < LEAST_CONTRAST:
        return None
    near = np.abs(offsets - offsets[peak]) <= 2.0
    slope = slopes[..., colour] * np.sign(shared[peak, colour])
    weights = np.clip(slope, 0, None) ** 2 * near
    total = weights.sum(axis=1)
    shifts = (weights * offsets).sum(axis=1) / np.where(total > 0, total, 1)
    strong = total > 0.2 * np.median(total)
    return np.where(strong, shifts, np.nan) if strong.sum() >= SAMPLES / 3 else None


def _line_through(points: Pixels) -> npt.NDArray[np.float64]:
    """Fit a line; points that lie far from it (a thumb, a pip) hardly count."""
    fitted = cv2.fitLine(points.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)
    return np.asarray(np.ravel(fitted), dtype=np.float64)


def _meet(
    one: npt.NDArray[np.float64] | None, other: npt.NDArray[np.float64] | None
) -> npt.NDArray[np.float64]:
    """Return where two lines meet."""
    if one is None or other is None:
        raise ValueError("a side without an edge meets nothing")
    (ax, ay, px, py), (bx, by, qx, qy) = one, other
    way = np.linalg.solve(np.array([[ax, -bx], [ay, -by]]), np.array([qx - px, qy - py]))[0]
    return np.array([px + way * ax, py + way * ay])
