"""Laying pictures over a picture: warping, shadows, light, motion blur."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.scene.camera import Pixels

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

FINE = 3
"""Cards at rest are drawn this many times finer and averaged down."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A premultiplied BGRA picture and the picture pixel of its top left corner."""

    image: Picture
    left: int
    top: int


def premultiplied(rgba: Picture) -> Picture:
    """Turn RGBA into BGRA whose colours are scaled by their alpha."""
    alpha = rgba[..., 3:].astype(np.float32) / 255
    return np.dstack([(rgba[..., 2::-1] * alpha + 0.5).astype(np.uint8), rgba[..., 3]])


def halved(image: Picture, px_per_mm: float, wanted: float) -> Picture:
    """Average a picture down to a scale; premultiplied colours stay right."""
    share = wanted / px_per_mm
    size = (max(round(image.shape[1] * share), 1), max(round(image.shape[0] * share), 1))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def quad_patch(image: Picture, quad: Pixels, *, fine: int) -> Patch:
    """Warp a picture onto four corners of the camera picture."""
    low = np.floor(quad.min(0)).astype(int) - 1
    high = np.ceil(quad.max(0)).astype(int) + 2
    width, height = (int(side) for side in high - low)
    h, w = image.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    target = ((quad - low + 0.5) * fine - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, target)
    drawn = cv2.warpPerspective(image, matrix, (width * fine, height * fine))
    if fine > 1:
        drawn = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
    return Patch(np.asarray(drawn, np.uint8), int(low[0]), int(low[1]))


def blurred(patch: Patch, shift: Pixels) -> Patch:
    """Smear a patch back along the way (pixels) that it moved while the shutter was open."""
    steps = min(int(np.ceil(np.abs(shift).max() / 1.5)), 14)
    if steps < 2:
        return patch
    moves = [np.round(shift * -k / (steps - 1)).astype(int) for k in range(steps)]
    low, high = np.min(moves, axis=0), np.max(moves, axis=0)
    h, w = patch.image.shape[:2]
    total = np.zeros((h + high[1] - low[1], w + high[0] - low[0], 4), np.uint16)
    for dx, dy in moves:
        y, x = dy - low[1], dx - low[0]
        total[y : y + h, x : x + w] += patch.image
    image = cv2.convertScaleAbs(total, alpha=1 / steps)
    return Patch(np.asarray(image, np.uint8), patch.left + int(low[0]), patch.top + int(low[1]))


def _windows(picture: Picture, patch: Patch) -> tuple[slice, slice, slice, slice] | None:
    """Return the parts of picture and patch that lie over each other (rows, columns)."""
    h, w = patch.image.shape[:2]
    top, left = max(patch.top, 0), max(patch.left, 0)
    bottom = min(patch.top + h, picture.shape[0])
    right = min(patch.left + w, picture.shape[1])
    if bottom <= top or right <= left:
        return None
    rows, columns = slice(top, bottom), slice(left, right)
    return (
        rows,
        columns,
        slice(top - patch.top, bottom - patch.top),
        slice(left - patch.left, right - patch.left),
    )


def lay(picture: Picture, patch: Patch, light: Floats) -> None:
    """Lay a patch over a picture under the light of its place."""
    windows = _windows(picture, patch)
    if windows is None:
        return
    rows, columns, own_rows, own_columns = windows
    part = patch.image[own_rows, own_columns]
    below = picture[rows, columns]
    clear = cv2.cvtColor(255 - part[..., 3], cv2.COLOR_GRAY2BGR)
    lit = cv2.multiply(part[..., :3], light[rows, columns], dtype=cv2.CV_8U)
    rest = cv2.multiply(below, clear, scale=1 / 255)
    picture[rows, columns] = cv2.add(rest, lit)


def cast_shadow(picture: Picture, patch: Patch, shift: Pixels, soft_px: float, dark: float) -> None:
    """Darken the picture under a patch, shifted and softened."""
    edge = int(np.ceil(soft_px * 2.5)) + 1
    shrink = 1 if soft_px < 3 else 4
    mask = cv2.copyMakeBorder(patch.image[..., 3], edge, edge, edge, edge, cv2.BORDER_CONSTANT)
    full = (mask.shape[1], mask.shape[0])
    if shrink > 1:
        small = (max(full[0] // shrink, 1), max(full[1] // shrink, 1))
        mask = cv2.resize(mask, small, interpolation=cv2.INTER_AREA)
    mask = cv2.GaussianBlur(mask, (0, 0), max(soft_px / shrink, 0.4))
    keep = 255 - np.asarray(cv2.convertScaleAbs(mask, alpha=dark), np.uint8)
    if shrink > 1:
        keep = np.asarray(cv2.resize(keep, full, interpolation=cv2.INTER_LINEAR), np.uint8)
    dx, dy = (round(float(v)) for v in shift)
    shadow = Patch(keep[..., None], patch.left - edge + dx, patch.top - edge + dy)
    windows = _windows(picture, shadow)
    if windows is None:
        return
    rows, columns, own_rows, own_columns = windows
    part = cv2.cvtColor(shadow.image[own_rows, own_columns], cv2.COLOR_GRAY2BGR)
    picture[rows, columns] = cv2.multiply(picture[rows, columns], part, scale=1 / 255)


def wipe(marks: Picture, patch: Patch) -> None:
    """Set marks to zero wherever a patch hides what is below."""
    windows = _windows(marks, patch)
    if windows is not None:
        rows, columns, own_rows, own_columns = windows
        marks[rows, columns][patch.image[own_rows, own_columns, 3] > 127] = 0
