"""The hands of the people at the table, ready to be laid into a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping

import cv2
import numpy as np

from engine.seats import Actor
from vision.scene.camera import Pixels
from vision.scene.layers import Patch, Picture, halved, premultiplied
from vision.scene.look import Outfit
from vision.scene.sprites import Grip, Hand, load_hands
from vision.scene.stage import HandAt

ARM_MM = 1500.0
"""Arms go on beyond the sprite, so that they always reach the picture's edge."""

SLEEVE_MM = 170.0
"""The lower part of a sprite that is nothing but sleeve and can be repeated."""


class Wardrobe:
    """Finds and scales the sprites of each person."""

    def __init__(self, people: Mapping[Actor, Outfit], px_per_mm: float) -> None:
        """Remember who wears what, and the scale of the picture."""
        self._people = people
        self._scale = px_per_mm * 1.15
        self._arms: dict[tuple[Actor, Grip], tuple[Picture, tuple[float, float]]] = {}

    def patch(
        self, hand: HandAt, at: Pixels, size_px: tuple[int, int], rise: float
    ) -> Patch | None:
        """Return a hand whose pinching point lies at a pixel; None when it is out of the picture.

        `rise` is by how much nearer to the camera, and so larger, it is than the table.
        """
        image, anchor = self._arm(hand.actor, hand.grip)
        size = rise / 1.15
        c, s = (f(math.radians(hand.turned)) * size for f in (math.cos, math.sin))
        matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
        matrix[:, 2] = at - matrix[:, :2] @ np.array(anchor)

        h, w = image.shape[:2]
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]]) @ matrix[:, :2].T + matrix[:, 2]
        low = np.maximum(np.floor(corners.min(0)).astype(int), -60)
        high = np.minimum(np.ceil(corners.max(0)).astype(int), np.array(size_px) + 60)
        if (high - low).min() < 2:
            return None
        matrix[:, 2] -= low
        drawn = cv2.warpAffine(image, matrix, (int(high[0] - low[0]), int(high[1] - low[1])))
        return Patch(np.asarray(drawn, np.uint8), int(low[0]), int(low[1]))

    def _arm(self, actor: Actor, grip: Grip) -> tuple[Picture, tuple[float, float]]:
        """Return a person's sprite with a long arm, and its pinching point in sprite pixels."""
        if (actor, grip) not in self._arms:
            sprite = self._sprite(actor, grip)
            image = _lengthened(premultiplied(sprite.image), sprite.px_per_mm)
            share = self._scale / sprite.px_per_mm
            anchor = (sprite.anchor[0] * share, sprite.anchor[1] * share)
            self._arms[actor, grip] = (halved(image, sprite.px_per_mm, self._scale), anchor)
        return self._arms[actor, grip]

    def _sprite(self, actor: Actor, grip: Grip) -> Hand:
        """Find the sprite of a person with a grip."""
        outfit = self._people[actor]
        worn = [h for h in load_hands() if (h.skin, h.sleeve) == (outfit.skin, outfit.sleeve)]
        return next(hand for hand in worn if hand.grip is grip)


def _lengthened(image: Picture, px_per_mm: float) -> Picture:
    """Repeat the sleeve, back and forth, until the arm is long enough."""
    sleeve = image[-int(SLEEVE_MM * px_per_mm) :]
    parts, length = [image], image.shape[0]
    while length < ARM_MM * px_per_mm:
        sleeve = sleeve[::-1]
        parts.append(sleeve)
        length += sleeve.shape[0]
    return np.vstack(parts)
