"""The bare table: cloth, rail, printed lines and markers, seen through the camera."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from engine.table import Zone
from vision.scene.camera import TABLE_MM, Camera
from vision.scene.layout import MARKER_MM, MARKERS, ZONES
from vision.scene.look import Light, Look, Print, Rail, Rgb

Floats = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]

SCALE = 2.0
"""Pixels a millimetre of the table's own drawing."""

MARGIN_MM = 70.0
RAIL_MM = 26.0
CORNER_MM = 60.0
QUIET_MM = 7.0
"""White paper around a marker."""


def table_picture(camera: Camera, look: Look, seed: int) -> Picture:
    """Draw the bare table as the camera sees it, before light and noise (BGR)."""
    flat = np.clip(_flat(look, np.random.default_rng([seed, 3])), 0, 255).astype(np.uint8)
    map_x, map_y = _drawing_under(camera)
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


def _drawing_under(camera: Camera) -> tuple[Floats, Floats]:
    """Return for each pixel which point of the table's drawing it shows."""
    width, height = camera.size_px
    step = 8
    y, x = np.mgrid[0 : height + step : step, 0 : width + step : step].astype(float)
    points = camera.millimetres(np.stack([x.ravel(), y.ravel()], axis=1))
    grid = ((points + MARGIN_MM) * SCALE - 0.5).reshape(*x.shape, 2).astype(np.float32)
    wanted_y, wanted_x = np.mgrid[0:height, 0:width].astype(np.float32) / step
    fine = cv2.remap(grid, wanted_x, wanted_y, cv2.INTER_LINEAR)
    return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])


def _flat(look: Look, rng: np.random.Generator) -> Floats:
    """Draw the table straight from above in its own scale."""
    width, height = (int((side + 2 * MARGIN_MM) * SCALE) for side in TABLE_MM)
    cloth = _cloth(look.cloth, (height, width), rng)
    _print_lines(cloth, look.printed, look.cloth)
    inside = _rounded((height, width), RAIL_MM)
    depth = cv2.distanceTransform((inside > 0.5).astype(np.uint8), cv2.DIST_L2, 3) / SCALE
    cloth *= (1 - 0.38 * np.exp(-depth / 9))[..., None].astype(np.float32)
    rail = _rail(look.rail, inside, rng)
    flat = cloth * inside[..., None] + rail * (1 - inside[..., None])
    return _with_markers(flat) if look.markers else flat


def _noise(shape: tuple[int, int], rng: np.random.Generator, x: float, y: float) -> Floats:
    """Return smooth noise of unit spread; x and y say how far it runs, in drawing pixels."""
    step = max(1, int(min(x, y) / 2))
    small = (shape[0] // step + 2, shape[1] // step + 2)
    raw = rng.standard_normal(small, np.float32)
    smooth = cv2.GaussianBlur(raw, (0, 0), max(x / step, 0.3), sigmaY=max(y / step, 0.3))
    grown = cv2.resize(smooth, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(grown / (grown.std() + 1e-6), np.float32)


def _cloth(colour: Rgb, shape: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Draw felt: fibres in two directions, a nap, and slow stains."""
    fibres = _noise(shape, rng, 4.0, 0.7) + _noise(shape, rng, 0.7, 4.0)
    nap = _noise(shape, rng, 14, 14)
    stains = _noise(shape, rng, 120, 120)
    value = 1 + 0.045 * fibres + 0.03 * nap + 0.035 * stains
    base = np.array(colour[::-1], np.float32)
    return np.asarray(base * value[..., None], np.float32)


def _rounded(shape: tuple[int, int], inset_mm: float) -> Floats:
    """Return 1 inside the table's rounded edge and 0 outside, with a soft step."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / SCALE - MARGIN_MM
    half_w, half_h = TABLE_MM[0] / 2 - inset_mm, TABLE_MM[1] / 2 - inset_mm + 8
    dx = np.maximum(np.abs(x - TABLE_MM[0] / 2) - (half_w - CORNER_MM), 0)
    dy = np.maximum(np.abs(y - TABLE_MM[1] / 2) - (half_h - CORNER_MM), 0)
    return np.asarray(np.clip((CORNER_MM - np.hypot(dx, dy)) * SCALE + 0.5, 0, 1), np.float32)


def _rail(kind: Rail, inside: Floats, rng: np.random.Generator) -> Floats:
    """Draw the rail, rounded towards the cloth."""
    shape = (inside.shape[0], inside.shape[1])
    away = cv2.distanceTransform((inside < 0.5).astype(np.uint8), cv2.DIST_L2, 3) / SCALE
    roll = 0.62 + 0.5 * np.exp(-(((away - 13) / 11) ** 2))
    if kind is Rail.WOOD:
        grain = np.sin(3.2 * _noise(shape, rng, 260, 5)) + 0.5 * _noise(shape, rng, 60, 1.2)
        base, value = np.array((46, 78, 128), np.float32), roll * (1 + 0.13 * grain)
    else:
        pores = _noise(shape, rng, 3, 3) + 0.6 * _noise(shape, rng, 9, 9)
        base, value = np.array((38, 44, 58), np.float32), roll * (1 + 0.09 * pores)
    return np.asarray(base * value[..., None], np.float32)


def _print_lines(cloth: Floats, printed: Print, colour: Rgb) -> None:
    """Print lines and words on the cloth, worn and in a lighter tone of it."""
    if printed is Print.PLAIN:
        return
    ink = np.zeros(cloth.shape[:2], np.uint8)
    for zone in (Zone.TALON, Zone.DISCARD):
        _box_line(ink, np.array([*ZONES[zone]]))
    if printed is Print.BOXES:
        for x in (400, 562, 724):
            for y in (226, 382):
                _box_line(ink, np.array([(x - 62, y - 70), (x + 62, y + 70)]))
    elif printed is Print.OVAL:
        at = _drawn(np.array([[586.0, 310.0]]))[0]
        cv2.ellipse(ink, at, (int(290 * SCALE), int(182 * SCALE)), 0, 0, 360, 200, 4, cv2.LINE_AA)
        _words(ink, "KOZYR", (500, 325), 1.6)
    else:
        for y, start in ((620, 205), (0, 25)):
            at = _drawn(np.array([[586.0, float(y)]]))[0]
            axes = (int(330 * SCALE), int(230 * SCALE))
            cv2.ellipse(ink, at, axes, 0, start, start + 130, 200, 4, cv2.LINE_AA)
        _words(ink, "DURAK CLUB", (468, 322), 1.1)
    tone = np.array(colour[::-1], np.float32) * 0.55 + 105
    share = ink.astype(np.float32)[..., None] / 255 * 0.75
    cloth += (tone - cloth) * share


def _drawn(points: npt.NDArray[np.float64]) -> list[tuple[int, int]]:
    """Return whole drawing pixels of points in millimetres."""
    rows = np.round((points + MARGIN_MM) * SCALE).astype(int)
    return [(int(x), int(y)) for x, y in rows]


def _box_line(ink: Picture, corners: npt.NDArray[np.float64]) -> None:
    """Draw a box about the corners."""
    low, high = _drawn(np.array([corners.min(0), corners.max(0)], float))
    cv2.rectangle(ink, low, high, 200, 4, cv2.LINE_AA)


def _words(ink: Picture, text: str, at_mm: tuple[float, float], size: float) -> None:
    """Write words; `at_mm` is where they begin on their base line."""
    at = _drawn(np.array([at_mm], float))[0]
    cv2.putText(ink, text, at, cv2.FONT_HERSHEY_COMPLEX, size * SCALE, 170, 5, cv2.LINE_AA)


def _with_markers(flat: Floats) -> Floats:
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
        target = (marker_corners_mm(number) + MARGIN_MM) * SCALE - 0.5
        matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        size = (flat.shape[1], flat.shape[0])
        laid = cv2.warpPerspective(sheet, matrix, size)
        over = cv2.warpPerspective(np.ones_like(sheet), matrix, size)
        flat = flat * (1 - over[..., None]) + laid[..., None]
    return flat
