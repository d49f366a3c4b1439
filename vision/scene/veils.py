"""What comes between table and sensor for a while: glare, shadows, haze, a lens out of focus."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.table import Spot
from vision.scene.camera import Camera

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp mirrored in the cards: white in the middle, gone at about twice the radius (mm)."""

    at: float
    until: float
    spot: Spot
    radius_mm: float
    strength: float
    """What the middle gains, as a share of white."""


@dataclass(frozen=True, slots=True)
class Shade:
    """A soft shadow that moves over the table from one spot to another."""

    at: float
    until: float
    start: Spot
    end: Spot
    radius_mm: float
    dark: float
    """What its middle loses, as a share of the light."""


@dataclass(frozen=True, slots=True)
class Haze:
    """A clear sheet over a part of the table (corner and opposite corner) that mirrors the room."""

    at: float
    until: float
    corner: Spot
    opposite: Spot
    share: float
    """How much of what is seen there is the mirrored room."""


@dataclass(frozen=True, slots=True)
class Defocus:
    """The lens is out of focus by so many pixels."""

    at: float
    until: float
    soft_px: float


@dataclass(frozen=True, slots=True)
class Dust:
    """Specks on the lens: places as shares of the picture, one radius in pixels for all."""

    at: float
    until: float
    specks: tuple[tuple[float, float], ...]
    radius_px: float
    dark: float = 0.6


Veil = Glare | Shade | Haze | Defocus | Dust

ROOM = 205.0
"""The grey of a room mirrored in a clear sheet."""


def veiled(picture: Picture, veil: Veil, time: float, camera: Camera) -> Picture:
    """Return a picture (BGR) as it looks through a veil at a time."""
    if not veil.at <= time < veil.until:
        return picture
    match veil:
        case Glare(spot=spot, radius_mm=radius, strength=strength):
            light = _blob(picture, camera, spot, radius) * (255 * strength)
            return _bytes(picture + light[..., None])
        case Shade(start=start, end=end, radius_mm=radius, dark=dark):
            share = (time - veil.at) / (veil.until - veil.at)
            spot = Spot(
                start.x_mm + (end.x_mm - start.x_mm) * share,
                start.y_mm + (end.y_mm - start.y_mm) * share,
            )
            return _bytes(picture * (1 - dark * _blob(picture, camera, spot, radius))[..., None])
        case Haze(corner=corner, opposite=opposite, share=share):
            return _through_sheet(picture, camera, (corner, opposite), share)
        case Defocus(soft_px=soft_px):
            return np.asarray(cv2.GaussianBlur(picture, (0, 0), soft_px), np.uint8)
        case Dust():
            return _dusty(picture, veil)


def _blob(picture: Picture, camera: Camera, spot: Spot, radius_mm: float) -> Floats:
    """Return a soft hill of height 1 at a spot of the table."""
    middle = camera.pixels(np.array([[spot.x_mm, spot.y_mm]]))[0]
    y, x = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (radius_mm * camera.px_per_mm()) ** 2
    return np.asarray(np.exp(-(away**2)), np.float32)


def _through_sheet(
    picture: Picture, camera: Camera, ends: tuple[Spot, Spot], share: float
) -> Picture:
    """Mix the room into what a clear sheet covers; its edges catch the light."""
    (left, top), (right, bottom) = ((end.x_mm, end.y_mm) for end in ends)
    corners = camera.pixels(np.array([(left, top), (right, top), (right, bottom), (left, bottom)]))
    outline = np.round(corners).astype(np.int32)
    over = np.zeros(picture.shape[:2], np.float32)
    cv2.fillPoly(over, [outline], share)
    cv2.polylines(over, [outline], True, min(1.0, share + 0.5), 3, cv2.LINE_AA)  # noqa: FBT003
    return _bytes(picture + (ROOM - picture) * over[..., None])


def _dusty(picture: Picture, dust: Dust) -> Picture:
    """Darken soft specks: dust lies too near to the lens to be sharp."""
    height, width = picture.shape[:2]
    keep = np.ones((height, width), np.float32)
    for x, y in dust.specks:
        middle = (round(x * width), round(y * height))
        cv2.circle(keep, middle, round(dust.radius_px), 1 - dust.dark, -1)
    soft = cv2.GaussianBlur(keep, (0, 0), max(dust.radius_px / 2, 0.5))
    return _bytes(picture * soft[..., None])


def _bytes(picture: npt.NDArray[np.floating]) -> Picture:
    return np.asarray(np.clip(picture, 0, 255), np.uint8)
