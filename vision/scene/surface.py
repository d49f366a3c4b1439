"""The bare table: cloth, rail, printed lines and markers, seen through the camera."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.table import Zone
from vision.scene.camera import TABLE_MM, Camera
from vision.scene.layout import MARKER_MM, MARKERS, ZONES
from vision.scene.look import Light, Look, Print, Rail, Rgb

Floats = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]

FULL_SCALE = 2.0
"""Pixels a millimetre of the table's own drawing, for pictures 1280 pixels wide or more."""

MARGIN_MM = 70.0
RAIL_MM = 26.0
CORNER_MM = 60.0
QUIET_MM = 7.0
"""White paper around a marker."""


def table_picture(camera: Camera, look: Look, seed: int) -> Picture:
    """Draw the bare table as the camera sees it, before light and noise (BGR)."""
    scale = FULL_SCALE * min(camera.size_px[0] / 1280, 1.0)
    drawn = _flat(look, scale, np.random.default_rng([seed, 3]))
    flat = np.clip(drawn, 0, 255).astype(np.uint8)
    map_x, map_y = _drawing_under(camera, scale)
    seen = cv2.remap(flat, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def light_field(size_px: tuple[int, int], light: Light) -> Floats:
    """Return by how much the light scales each pixel (BGR)."""
    width, height = size_px
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    dx, dy = x / width - light.brightest[0], (y / height - light.brightest[1]) * height / width
    falloff = light.strength * (1 + light.uneven * (0.35 - 2.0 * (dx * dx + dy * dy)))
    blue_green_red = np.array(light.tint[::-1], np.float32)
    return np.asarray(falloff[..., None] * blue_green_red, np.float32)


def marker_corners_mm(number: int) -> npt.NDArray[np.float64]:
    """Return the four corners of a printed marker in OpenCV's order, in millimetres."""
    middle, turned = MARKERS[number]
    half = MARKER_MM / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    c, s = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    return np.asarray(square @ np.array([[c, s], [-s, c]]) + (middle.x_mm, middle.y_mm))


def _drawing_under(camera: Camera, scale: float) -> tuple[Floats, Floats]:
    """Return for each pixel which point of the table's drawing it shows."""
    width, height = camera.size_px
    step = 8
    y, x = np.mgrid[0 : height + step : step, 0 : width + step : step].astype(float)
    points = camera.millimetres(np.stack([x.ravel(), y.ravel()], axis=1))
    grid = ((points + MARGIN_MM) * scale - 0.5).reshape(*x.shape, 2).astype(np.float32)
    wanted_y, wanted_x = np.mgrid[0:height, 0:width].astype(np.float32) / step
    fine = cv2.remap(grid, wanted_x, wanted_y, cv2.INTER_LINEAR)
    return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])


def _flat(look: Look, scale: float, rng: np.random.Generator) -> Floats:
    """Draw the table straight from above in its own scale (pixels a millimetre)."""
    width, height = (int((side + 2 * MARGIN_MM) * scale) for side in TABLE_MM)
    weave = Weave((height, width), scale / FULL_SCALE, rng)
    cloth = _cloth(look.cloth, weave)
    _print_lines(cloth, look.printed, look.cloth, scale)
    inside = _rounded((height, width), RAIL_MM, scale)
    depth = cv2.distanceTransform((inside > 0.5).astype(np.uint8), cv2.DIST_L2, 3) / scale
    cloth *= (1 - 0.38 * np.exp(-depth / 9))[..., None].astype(np.float32)
    away = cv2.distanceTransform((inside < 0.5).astype(np.uint8), cv2.DIST_L2, 3) / scale
    rail = _rail(look.rail, np.asarray(away, np.float32), weave)
    flat = cloth * inside[..., None] + rail * (1 - inside[..., None])
    return _with_markers(flat, scale) if look.markers else flat


@dataclass(frozen=True, slots=True)
class Weave:
    """Random textures of one drawing; lengths are drawing pixels at full scale."""

    shape: tuple[int, int]
    share: float
    rng: np.random.Generator

    def noise(self, x: float, y: float) -> Floats:
        """Return smooth noise of unit spread that runs so far along each axis."""
        x, y = x * self.share, y * self.share
        step = max(1, int(min(x, y) / 2))
        small = (self.shape[0] // step + 2, self.shape[1] // step + 2)
        raw = self.rng.standard_normal(small, np.float32)
        smooth = cv2.GaussianBlur(raw, (0, 0), max(x / step, 0.3), sigmaY=max(y / step, 0.3))
        size = (self.shape[1], self.shape[0])
        grown = cv2.resize(smooth, size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(grown / (grown.std() + 1e-6), np.float32)


def _cloth(colour: Rgb, weave: Weave) -> Floats:
    """Draw felt: fibres in two directions, a nap, and slow stains."""
    fibres = weave.noise(4.0, 0.7) + weave.noise(0.7, 4.0)
    nap = weave.noise(14, 14)
    stains = weave.noise(120, 120)
    value = 1 + 0.045 * fibres + 0.03 * nap + 0.035 * stains
    base = np.array(colour[::-1], np.float32)
    return np.asarray(base * value[..., None], np.float32)


def _rounded(shape: tuple[int, int], inset_mm: float, scale: float) -> Floats:
    """Return 1 inside the table's rounded edge and 0 outside, with a soft step."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / scale - MARGIN_MM
    half_w, half_h = TABLE_MM[0] / 2 - inset_mm, TABLE_MM[1] / 2 - inset_mm + 8
    dx = np.maximum(np.abs(x - TABLE_MM[0] / 2) - (half_w - CORNER_MM), 0)
    dy = np.maximum(np.abs(y - TABLE_MM[1] / 2) - (half_h - CORNER_MM), 0)
    return np.asarray(np.clip((CORNER_MM - np.hypot(dx, dy)) * scale + 0.5, 0, 1), np.float32)


def _rail(kind: Rail, away: Floats, weave: Weave) -> Floats:
    """Draw the rail, rounded towards the cloth; `away` is the distance from the cloth in mm."""
    roll = 0.62 + 0.5 * np.exp(-(((away - 13) / 11) ** 2))
    if kind is Rail.WOOD:
        grain = np.sin(3.2 * weave.noise(260, 5)) + 0.5 * weave.noise(60, 1.2)
        base, value = np.array((46, 78, 128), np.float32), roll * (1 + 0.13 * grain)
    else:
        pores = weave.noise(3, 3) + 0.6 * weave.noise(9, 9)
        base, value = np.array((38, 44, 58), np.float32), roll * (1 + 0.09 * pores)
    return np.asarray(base * value[..., None], np.float32)


def _print_lines(cloth: Floats, printed: Print, colour: Rgb, scale: float) -> None:
    """Print lines and words on the cloth, worn and in a lighter tone of it."""
    if printed is Print.PLAIN:
        return
    ink = Ink(np.zeros(cloth.shape[:2], np.uint8), scale)
    for zone in (Zone.TALON, Zone.DISCARD):
        ink.box(np.array([*ZONES[zone]]))
    if printed is Print.BOXES:
        for x in (400, 562, 724):
            for y in (226, 382):
                ink.box(np.array([(x - 62, y - 70), (x + 62, y + 70)]))
    elif printed is Print.OVAL:
        ink.arc((586, 310), (290, 182), (0, 360))
        ink.words("KOZYR", (500, 325), 1.6)
    else:
        for y, start in ((620, 205), (0, 25)):
            ink.arc((586, y), (330, 230), (start, start + 130))
        ink.words("DURAK CLUB", (468, 322), 1.1)
    tone = np.array(colour[::-1], np.float32) * 0.55 + 105
    share = ink.on.astype(np.float32)[..., None] / 255 * 0.75
    cloth += (tone - cloth) * share


@dataclass(frozen=True, slots=True)
class Ink:
    """What is printed on the cloth, drawn in millimetres."""

    on: Picture
    scale: float

    def _drawn(self, x: float, y: float) -> tuple[int, int]:
        return round((x + MARGIN_MM) * self.scale), round((y + MARGIN_MM) * self.scale)

    def _width(self, full: int) -> int:
        return max(1, round(full * self.scale / FULL_SCALE))

    def box(self, corners: npt.NDArray[np.float64]) -> None:
        """Draw a box about corners."""
        low, high = (self._drawn(*corner) for corner in (corners.min(0), corners.max(0)))
        cv2.rectangle(self.on, low, high, 200, self._width(4), cv2.LINE_AA)

    def arc(self, at: tuple[float, float], axes: tuple[float, float], of: tuple[int, int]) -> None:
        """Draw part of an ellipse, from one angle to another (degrees)."""
        half = (int(axes[0] * self.scale), int(axes[1] * self.scale))
        cv2.ellipse(self.on, self._drawn(*at), half, 0, *of, 200, self._width(4), cv2.LINE_AA)

    def words(self, text: str, at: tuple[float, float], size: float) -> None:
        """Write words; `at` is where they begin on their base line."""
        font, width = cv2.FONT_HERSHEY_COMPLEX, self._width(5)
        place, scale = self._drawn(*at), size * self.scale
        cv2.putText(self.on, text, place, font, scale, 170, width, cv2.LINE_AA)


def _with_markers(flat: Floats, scale: float) -> Floats:
    """Lay the printed markers on the table."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    side = 240
    quiet = round(side * QUIET_MM / MARKER_MM)
    for number in MARKERS:
        print_ = cv2.aruco.generateImageMarker(dictionary, number, side).astype(np.float32)
        sheet = np.pad(24 + print_ * 0.82, quiet, constant_values=236)
        edge = quiet - 0.5
        source = np.array(
            [[edge, edge], [edge + side, edge], [edge + side] * 2, [edge, edge + side]]
        )
        target = (marker_corners_mm(number) + MARGIN_MM) * scale - 0.5
        matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        size = (flat.shape[1], flat.shape[0])
        laid = cv2.warpPerspective(sheet, matrix, size)
        over = cv2.warpPerspective(np.ones_like(sheet), matrix, size)
        flat = flat * (1 - over[..., None]) + laid[..., None]
    return flat
