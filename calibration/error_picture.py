"""The calibration drawn into the picture that it was made from: grid, pieces, errors, zones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Lens, Millimetres, Pixels, through
from calibration.markers import Picture
from calibration.plane import Piece, PlaneFit
from calibration.profile import Polygon
from engine.table import Zone

GRID_MM = 100
TWENTY_TIMES = 20.0
"""Errors are drawn so much longer than they are, or nobody would see them."""

GRID, PIECE, ERROR, ZONE = (200, 200, 60), (80, 220, 80), (40, 40, 255), (255, 160, 40)
Colour = tuple[int, int, int]


def error_picture(
    picture: Picture, fit: PlaneFit, pieces: Sequence[Piece], zones: Mapping[Zone, Polygon]
) -> Picture:
    """Draw a grid of 100 mm, the pieces with their errors, and the zones."""
    drawn = np.ascontiguousarray(picture.copy())
    thick = max(1, picture.shape[1] // 900)
    for line in _grid(fit, picture.shape[1], picture.shape[0]):
        _path(drawn, to_pixels(fit.lens, fit.homography, line), GRID, 1, closed=False)
    for zone, polygon in zones.items():
        outline = to_pixels(fit.lens, fit.homography, _dense(np.array(polygon)))
        _path(drawn, outline, ZONE, thick)
        _words(drawn, str(zone), outline.mean(axis=0), ZONE, thick)
    for piece in pieces:
        _draw_piece(drawn, fit, piece, thick)
    return np.asarray(drawn, dtype=np.uint8)


def to_pixels(lens: Lens, homography: npt.ArrayLike, spots: Millimetres) -> Pixels:
    """Return where spots of the table lie in the camera's own picture."""
    return lens.bend(through(np.linalg.inv(np.asarray(homography, float)), spots))


def _draw_piece(drawn: Picture, fit: PlaneFit, piece: Piece, thick: int) -> None:
    """Draw a piece, and from each corner an arrow of its error twenty times as long."""
    hull = cv2.convexHull(piece.pixels.astype(np.float32)).reshape(-1, 2)
    _path(drawn, np.asarray(hull, dtype=np.float64), PIECE, thick)
    found = fit.table_mm(piece.pixels)
    should = _laid(piece.own_mm, found)
    ends = to_pixels(fit.lens, fit.homography, found + TWENTY_TIMES * (found - should))
    for start, end in zip(piece.pixels, ends, strict=True):
        cv2.arrowedLine(drawn, _whole(start), _whole(end), ERROR, thick, cv2.LINE_AA)
    error = max(fit.errors_mm.get(piece.name, 0.0), fit.proof_mm.get(piece.name, 0.0))
    _words(drawn, f"{piece.name}: {error:.1f} mm", piece.pixels.mean(axis=0), PIECE, thick)


def _laid(own: Millimetres, there: Millimetres) -> Millimetres:
    """Lay a piece over the spots where it was found, as well as a thing that keeps its size can."""
    one, two = own - own.mean(axis=0), there - there.mean(axis=0)
    left, _, right = np.linalg.svd(one.T @ two)
    flip = np.diag([1.0, np.sign(np.linalg.det(left @ right))])
    return np.asarray(one @ (left @ flip @ right) + there.mean(axis=0))


def _grid(fit: PlaneFit, width: int, height: int) -> list[Millimetres]:
    """Return the lines of a grid over everything that the picture shows."""
    rim = _dense(np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float))
    seen = fit.table_mm(rim)
    low, high = seen.min(axis=0), seen.max(axis=0)
    first, last = np.ceil(low / GRID_MM) * GRID_MM, high
    along = [np.linspace(low[n], high[n], 40) for n in (0, 1)]
    down = [
        np.column_stack([np.full(40, x), along[1]]) for x in np.arange(first[0], last[0], GRID_MM)
    ]
    across = [
        np.column_stack([along[0], np.full(40, y)]) for y in np.arange(first[1], last[1], GRID_MM)
    ]
    return [*down, *across]


def _dense(corners: npt.NDArray[np.float64], steps: int = 16) -> npt.NDArray[np.float64]:
    """Return the outline of a polygon with points along its sides: the lens bends them."""
    ends = np.roll(corners, -1, axis=0)
    ways = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    return np.asarray((corners[:, None] + ways * (ends - corners)[:, None]).reshape(-1, 2))


def _path(
    drawn: Picture, points: Pixels, colour: Colour, thick: int, *, closed: bool = True
) -> None:
    fixed = np.round(np.clip(points, -9e3, 9e3) * 16).astype(np.int32)
    cv2.polylines(drawn, [fixed], closed, colour, thick, cv2.LINE_AA, shift=4)


def _words(drawn: Picture, words: str, at: npt.ArrayLike, colour: Colour, thick: int) -> None:
    """Write words centred at a point, on a dark ground so that they are read on any felt."""
    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.55 * thick
    (wide, high), _ = cv2.getTextSize(words, font, size, thick)
    x, y = _whole(np.asarray(at, dtype=float) - (wide / 2, -high / 2))
    cv2.rectangle(drawn, (x - 3, y - high - 3), (x + wide + 3, y + 4), (20, 20, 20), -1)
    cv2.putText(drawn, words, (x, y), font, size, colour, thick, cv2.LINE_AA)


def _whole(point: npt.ArrayLike) -> tuple[int, int]:
    x, y = np.clip(np.asarray(point, dtype=float), -9e3, 9e3)
    return round(float(x)), round(float(y))
