"""From pixels to millimetres and back, and the small view from above that motion is sought in."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Lens, Matrix3, Millimetres, Pixels, through
from calibration.profile import TableProfile
from engine.table import Spot
from vision.frames import Picture
from vision.seen import Point

CELLS_PER_CARD = 20
"""Cells of the view from above along a card's short side: fine enough to see a packet's spread."""

HALVINGS = 2
SHRINK = 2**HALVINGS
"""The picture is shrunk by this before it is looked at from above, against aliasing and noise.
Halving twice gives the same means as quartering, in a third of the time."""

Lookup = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.intp]


class TablePlane:
    """Where pixels lie on the table; knows how far the camera has been knocked."""

    def __init__(self, profile: TableProfile) -> None:
        """Map with the calibration of a profile."""
        camera = profile.camera
        self._lens = Lens(camera.matrix, camera.distortion)
        self._homography = np.array(camera.homography_px_to_mm)
        self.knock: Matrix3 = np.eye(3)
        """Maps pixels of the picture now to where they lay when the camera was calibrated."""

    def table_mm(self, points: Pixels) -> Millimetres:
        """Return where pixels, one a row, lie on the table in millimetres."""
        return through(self._homography, self._lens.straighten(through(self.knock, points)))

    def picture_px(self, points: Millimetres) -> Pixels:
        """Return where table points, one a row in millimetres, lie in the picture."""
        straight = through(np.linalg.inv(self._homography), points)
        return through(np.linalg.inv(self.knock), self._lens.bend(straight))

    def spot(self, point: Point) -> Spot:
        """Return where one pixel lies on the table."""
        x, y = self.table_mm(np.array([point], dtype=float))[0]
        return Spot(float(x), float(y))

    def point(self, spot: Spot) -> Point:
        """Return the pixel that shows a spot of the table."""
        x, y = self.picture_px(np.array([[spot.x_mm, spot.y_mm]]))[0]
        return (float(x), float(y))


class TableMap(TablePlane):
    """The table plane, and the view of it from above in cells."""

    def __init__(self, profile: TableProfile) -> None:
        """Map with the calibration of a profile."""
        super().__init__(profile)
        self._size_px = profile.camera.size_px
        self.cell_mm = profile.deck.card_mm[0] / CELLS_PER_CARD
        self._low, self.shape = self._window(self._size_px)
        self._grid = self._lookup()
        self.in_picture = self._shown()
        """The cells that the camera shows; the others repeat its edge."""

    def knocked(self, knock: Matrix3) -> None:
        """Go on with a camera that was knocked: the view from above stays as it was."""
        self.knock = knock
        self._grid = self._lookup()

    def from_above(self, image: Picture) -> Picture:
        """Return the small view of the table from above; its rows run towards player A."""
        small = image
        for _ in range(HALVINGS):
            half = (small.shape[1] // 2, small.shape[0] // 2)
            small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
        seen = cv2.remap(small, *self._grid, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, dtype=np.uint8)

    def picture_box(self, rows: slice, columns: slice) -> tuple[Point, Point]:
        """Return the low and the high corner, in pixels, of what shows a rectangle of cells."""
        across, down = ((part[rows, columns] + 0.5) * SHRINK - 0.5 for part in self._grid)
        # The grid holds the middles of cells: half a cell more on every side shows all of them.
        half_x = np.ptp(across) / max(1, 2 * across.shape[1])
        half_y = np.ptp(down) / max(1, 2 * down.shape[0])
        low = (float(across.min() - half_x), float(down.min() - half_y))
        return low, (float(across.max() + half_x), float(down.max() + half_y))

    def mask(self, polygon_mm: Millimetres | Sequence[Sequence[float]]) -> Mask:
        """Return the cells of the view from above that a polygon covers."""
        cells = (np.asarray(polygon_mm, dtype=float) - self._low) / self.cell_mm - 0.5
        canvas = np.zeros(self.shape, dtype=np.uint8)
        cv2.fillPoly(canvas, [np.round(cells).astype(np.int32)], 1)
        return canvas.astype(bool)

    def cell_spot(self, column: float, row: float) -> Spot:
        """Return the table spot of a cell of the view from above."""
        x, y = self._low + (np.array([column, row]) + 0.5) * self.cell_mm
        return Spot(float(x), float(y))

    def cell_spots(self, columns: Cells, rows: Cells) -> Millimetres:
        """Return the table spots of many cells, one a row in millimetres."""
        return np.asarray(self._low + (np.column_stack([columns, rows]) + 0.5) * self.cell_mm)

    def cells_px(self) -> Pixels:
        """Return the pixel that each cell of the view from above shows, row after row."""
        small = np.column_stack([places.ravel() for places in self._grid])
        return np.asarray((small.astype(np.float64) + 0.5) * SHRINK - 0.5)

    def _window(self, size_px: tuple[int, int]) -> tuple[Millimetres, tuple[int, int]]:
        """Return the lowest corner of the view in millimetres and its shape in cells."""
        width, height = size_px
        along = np.linspace(0, 1, 9)
        rim = [(x * width, y * height) for x in along for y in along if {x, y} & {0.0, 1.0}]
        straight = self._lens.straighten(np.array(rim))
        table = through(self._homography, straight)
        low, high = table.min(axis=0), table.max(axis=0)
        columns, rows = np.ceil((high - low) / self.cell_mm).astype(int)
        return low, (int(rows), int(columns))

    def _shown(self) -> Mask:
        """Return the cells that lie inside the picture."""
        across, down = self._grid
        width, height = (size / SHRINK - 1 for size in self._size_px)
        return np.asarray((across >= 0) & (across <= width) & (down >= 0) & (down <= height))

    def _lookup(self) -> tuple[Lookup, Lookup]:
        """Return for each cell of the view the place in the shrunk picture that shows it."""
        rows, columns = self.shape
        across, down = np.meshgrid(np.arange(columns), np.arange(rows))
        spots = self._low + (np.column_stack([across.ravel(), down.ravel()]) + 0.5) * self.cell_mm
        pixels = (self.picture_px(spots) + 0.5) / SHRINK - 0.5
        places = pixels.astype(np.float32).reshape(rows, columns, 2)
        return np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1])
