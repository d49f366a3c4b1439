"""Things on a table that are no cards: drawn plainly, as RGBA pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum, unique
from functools import cache

import cv2
import numpy as np

from engine.cards import parse_card
from vision.scene.sprites import Rgba, load_card

THING_PX_PER_MM = 4.0


@unique
class Thing(StrEnum):
    """What people put on a table beside cards."""

    CHIPS = "chips"
    GLASS = "glass"
    PHONE = "phone"
    PHONE_WITH_A_CARD = "phone-with-a-card"
    """Its screen shows the face of a card."""


SIZE_MM: Mapping[Thing, tuple[float, float]] = {
    Thing.CHIPS: (40, 40),
    Thing.GLASS: (74, 74),
    Thing.PHONE: (75, 155),
    Thing.PHONE_WITH_A_CARD: (75, 155),
}
HEIGHT_MM: Mapping[Thing, float] = {
    Thing.CHIPS: 12,
    Thing.GLASS: 60,
    Thing.PHONE: 8,
    Thing.PHONE_WITH_A_CARD: 8,
}


@cache
def thing_picture(thing: Thing) -> Rgba:
    """Return a thing seen from above, upright."""
    width, height = (round(side * THING_PX_PER_MM) for side in SIZE_MM[thing])
    picture = np.zeros((height, width, 4), np.uint8)
    DRAW[thing](picture)
    return picture


def _chips(picture: Rgba) -> None:
    """Draw a pile of chips: a red disc with white marks around its edge."""
    middle, radius = _disc(picture, (176, 32, 44, 255))
    for turn in range(0, 360, 60):
        cv2.ellipse(picture, middle, (radius, radius), turn, 0, 22, (238, 236, 230, 255), -1)
    cv2.circle(picture, middle, round(radius * 0.72), (196, 44, 54, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, middle, round(radius * 0.5), (238, 236, 230, 255), 3, cv2.LINE_AA)


def _glass(picture: Rgba) -> None:
    """Draw a glass of tea: a bright rim around something brown, with a light in it."""
    middle, radius = _disc(picture, (214, 218, 220, 235))
    cv2.circle(picture, middle, round(radius * 0.88), (122, 66, 26, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, middle, round(radius * 0.62), (146, 84, 36, 255), -1, cv2.LINE_AA)
    spot = (middle[0] - radius // 3, middle[1] - radius // 3)
    cv2.circle(picture, spot, radius // 6, (250, 246, 232, 255), -1, cv2.LINE_AA)


def _phone(picture: Rgba) -> None:
    """Draw a dark phone with a screen that is off."""
    height, width = picture.shape[:2]
    cv2.rectangle(picture, (6, 6), (width - 7, height - 7), (26, 27, 30, 255), 12)
    cv2.rectangle(picture, (8, 8), (width - 9, height - 9), (12, 13, 18, 255), -1)
    cv2.circle(picture, (width // 2, 22), 5, (40, 42, 52, 255), -1, cv2.LINE_AA)


def _phone_with_a_card(picture: Rgba) -> None:
    """Draw a phone whose screen shows the face of a card, somewhat smaller than a card is."""
    _phone(picture)
    height, width = picture.shape[:2]
    side = round(width * 0.86)
    face = cv2.resize(load_card(parse_card("As")), (side, round(side * 88 / 63)))
    top, left = (height - face.shape[0]) // 2, (width - side) // 2
    picture[top : top + face.shape[0], left : left + side, :3] = face[..., :3]


def _disc(picture: Rgba, colour: tuple[int, int, int, int]) -> tuple[tuple[int, int], int]:
    """Fill the largest disc; return its middle and radius in pixels."""
    height, width = picture.shape[:2]
    middle, radius = (width // 2, height // 2), min(width, height) // 2 - 2
    cv2.circle(picture, middle, radius, colour, -1, cv2.LINE_AA)
    return middle, radius


DRAW: Mapping[Thing, Callable[[Rgba], None]] = {
    Thing.CHIPS: _chips,
    Thing.GLASS: _glass,
    Thing.PHONE: _phone,
    Thing.PHONE_WITH_A_CARD: _phone_with_a_card,
}
