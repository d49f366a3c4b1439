"""A drawn table from straight above: felt with a rim, and cards, markers or a board on it."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.board import A3
from calibration.plane import rectangle_mm
from calibration.sheets import MARKER_DICTIONARY, SheetWords, as_png, board_sheet
from vision.scene.sprites import ART

TABLE_MM = (1100.0, 620.0)
RIM_MM = 60
CARD_MM = (63.0, 88.0)
PLACES = ((165, 105), (935, 110), (930, 515), (170, 510))
BATTLE = np.stack(np.meshgrid(np.linspace(300, 872, 9), np.linspace(138, 482, 6)), -1).reshape(
    -1, 2
)
WORDS = SheetWords("board", "", "")


class DrawnTable:
    """A picture of a table with its pixels to a millimetre; (0, 0) is the felt's corner."""

    def __init__(self, px_per_mm=2.4, seed=0, felt=(52, 84, 30)):
        self.scale, self.rng = px_per_mm, np.random.default_rng(seed)
        wide, high = (round((side + 2 * RIM_MM) * px_per_mm) for side in TABLE_MM)
        self.flat = np.full((high, wide, 3), (38, 62, 96), np.uint8)
        rim = round(RIM_MM * px_per_mm)
        self.flat[rim : high - rim, rim : wide - rim] = felt
        grain = self.rng.integers(0, 16, (high // 4 + 1, wide // 4 + 1)).astype(np.uint8)
        self.flat = cv2.add(self.flat, cv2.merge([cv2.resize(grain, (wide, high))] * 3))
        self.things = {}

    @property
    def origin_mm(self):
        return (-RIM_MM, -RIM_MM)

    def lay(self, name, picture, size_mm, middle_mm, turned_deg, alpha=None):
        """Lay a picture down and remember its corners."""
        broad_mm, tall_mm = size_mm
        cos, sin = np.cos(np.radians(turned_deg)), np.sin(np.radians(turned_deg))
        own = rectangle_mm(broad_mm, tall_mm) - np.array(size_mm) / 2
        corners = own @ np.array([[cos, sin], [-sin, cos]]) + middle_mm
        tall, broad = picture.shape[:2]
        edges = np.array([(0, 0), (broad, 0), (broad, tall), (0, tall)], np.float32) - 0.5
        there = (corners + RIM_MM) * self.scale - 0.5
        low = np.maximum(np.floor(there.min(axis=0)).astype(int) - 2, 0)
        high = np.minimum(np.ceil(there.max(axis=0)).astype(int) + 3, self.flat.shape[1::-1])
        warp = cv2.getPerspectiveTransform(edges, (there - low).astype(np.float32))
        size = tuple(int(n) for n in high - low)
        laid = cv2.warpPerspective(
            picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = np.full((tall, broad), 255, np.uint8) if alpha is None else alpha
        solid = cv2.warpPerspective(mask, warp, size, flags=cv2.INTER_LINEAR)[..., None] / 255.0
        part = self.flat[low[1] : high[1], low[0] : high[0]]
        part[:] = (laid * solid + part * (1 - solid)).astype(np.uint8)
        self.things[name] = corners
        return self

    def with_cards(self, cards=("Qh", "7s", "Ad", "9c"), size_mm=CARD_MM, places=PLACES):
        for card, place in zip(cards, places, strict=False):
            art = cv2.imread(str(ART / "latin" / f"{card}.webp"), cv2.IMREAD_UNCHANGED)
            alpha = np.where(art[..., 3] > 100, 255, art[..., 3])  # a whole card, half a pixel in
            turned = float(self.rng.uniform(0, 360))
            self.lay(card, np.ascontiguousarray(art[..., :3]), size_mm, place, turned, alpha)
        return self

    def with_markers(self, side_mm=60.0, numbers=range(4), places=PLACES):
        book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
        for number, place in zip(numbers, places, strict=False):
            printed = cv2.aruco.generateImageMarker(book, number, 300)
            paper = cv2.copyMakeBorder(printed, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=250)
            turned = float(self.rng.uniform(-30, 30))
            picture = cv2.cvtColor(paper, cv2.COLOR_GRAY2BGR)
            self.lay(str(number), picture, (side_mm * 1.4,) * 2, place, turned)
        return self

    def with_board(self, middle_mm=(550, 310), turned_deg=6.0):
        png = as_png(board_sheet(A3, WORDS), 100)
        page = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        return self.lay("board", page, (420.0, 297.0), middle_mm, turned_deg)

    def seen_by(self, camera, pose):
        return camera.shot(self.flat, self.scale, pose, middle_mm=self.origin_mm)


def point_errors(fit, camera, pose, spots=BATTLE):
    """Return how far spots of the table are found from where they are, once laid over each other.

    Where the table's own millimetres begin is free; distances are not.
    """
    found = fit.table_mm(camera.pixels(spots, pose))
    one, two = found - found.mean(axis=0), spots - spots.mean(axis=0)
    left, _, right = np.linalg.svd(one.T @ two)
    return np.linalg.norm(one @ (left @ right) - two, axis=1)
