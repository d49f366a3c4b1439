"""Painting the stage: table, cards, hands, light, noise, as the camera would take it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from engine.cards import Card
from engine.table import Zone
from vision.scene.camera import Camera, Pixels
from vision.scene.faces import face_art
from vision.scene.layers import (
    FINE,
    Patch,
    Picture,
    blurred,
    cast_shadow,
    halved,
    lay,
    premultiplied,
    quad_patch,
    wipe,
)
from vision.scene.look import Look
from vision.scene.people import Wardrobe
from vision.scene.sprites import load_back
from vision.scene.stage import HELD, CardAt, HandAt, Stage, ThingAt
from vision.scene.surface import light_field, table_picture
from vision.scene.things import HEIGHT_MM, SIZE_MM, Thing, thing_picture
from vision.scene.veils import Veil, veiled

ART_PX_PER_MM = 4.0
HAND_HEIGHT_MM = 34.0
NOISE_MARGIN = 64
"""The noise is cut anew from a larger field for each frame."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What light, lens and sensor add to one frame.

    `number` chooses the noise; `dimmed` is the share of the light that is on.
    """

    number: int
    time: float = 0.0
    dimmed: float = 1.0
    veils: tuple[Veil, ...] = ()


class Painter:
    """Paints stages as one camera sees them; what lies still is painted once and kept."""

    def __init__(self, camera: Camera, look: Look, seed: int) -> None:
        """Draw the bare table and fetch the sprites."""
        self._camera = camera
        self._look = look
        self._light = light_field(camera.size_px, look.light)
        bare = table_picture(camera, look, seed)
        self._bare = np.asarray(cv2.multiply(bare, self._light, dtype=cv2.CV_8U), np.uint8)
        self._scale = camera.px_per_mm()
        self._wardrobe = Wardrobe(look.people, self._scale)
        self._faces: dict[tuple[Card | None, bool], Picture] = {}
        self._things: dict[Thing, Picture] = {}
        self._kept: tuple[tuple[CardAt, ...], Picture] = ((), self._bare)
        self._noise = self._noise_field(np.random.default_rng([seed, 5]))

    def paint(self, stage: Stage, earlier: Stage, seen: Seen) -> Picture:
        """Return the picture (BGR) of a stage; `earlier` is it when the shutter opened."""
        picture = self._with_lying_cards(stage)
        for thing in stage.things:
            self._lay_thing(picture, thing)
        before = {card.card: card for card in earlier.cards}
        for card in stage.cards:
            if card.layer >= HELD:
                self._lay_card(picture, card, before.get(card.card))
        hands = {hand.actor: hand for hand in earlier.hands}
        for hand in stage.hands:
            self._lay_hand(picture, hand, hands.get(hand.actor, hand))
        return self._sensed(picture, seen)

    def quad(self, card: CardAt) -> Pixels:
        """Return the corners of a card in picture pixels, clockwise from its own top left."""
        return self._camera.pixels(card.corners_mm(self._look.card_mm), card.height_mm)

    def visible(self, stage: Stage) -> tuple[float, ...]:
        """Return for each card of a stage which share of it is seen (0 to 1)."""
        width, height = self._camera.size_px
        upper = np.zeros((height, width), np.uint8)
        sizes = []
        for number, card in enumerate(stage.cards, 1):
            quad = self.quad(card)
            sizes.append(max(abs(cv2.contourArea(quad.astype(np.float32))), 1.0))
            cv2.fillConvexPoly(upper, np.round(quad * 16).astype(np.int32), number, shift=4)
        for hand in stage.hands:
            patch = self.hand_patch(hand)
            if patch is not None:
                wipe(upper, patch)
        counts = np.bincount(upper.ravel(), minlength=len(sizes) + 1)[1:]
        return tuple(min(n / size, 1.0) for n, size in zip(counts.tolist(), sizes, strict=True))

    def hand_patch(self, hand: HandAt) -> Patch | None:
        """Return a hand as it falls into the picture, before light and blur."""
        at = self._camera.pixels(np.array([[hand.at.x_mm, hand.at.y_mm]]), HAND_HEIGHT_MM)[0]
        rise = 1 + HAND_HEIGHT_MM / self._camera.translation[2]
        return self._wardrobe.patch(hand, at, self._camera.size_px, rise)

    def _with_lying_cards(self, stage: Stage) -> Picture:
        """Return a copy of the table with every card that is not held."""
        lying = tuple(card for card in stage.cards if card.layer < HELD)
        if lying != self._kept[0]:
            picture = self._bare.copy()
            talon = [card for card in lying if card.zone is Zone.TALON]
            for card in lying:
                if card.zone is not Zone.TALON:
                    self._lay_card(picture, card, None)
                elif card is talon[-1]:
                    self._lay_talon(picture, talon)
            self._kept = (lying, picture)
        return self._kept[1].copy()

    def _lay_card(self, picture: Picture, card: CardAt, before: CardAt | None) -> None:
        """Lay one card with its shadow."""
        held = card.layer >= HELD
        quad = self.quad(card)
        patch = quad_patch(self._face(card, small=held), quad, fine=1 if held else FINE)
        if before is not None and held:
            patch = blurred(patch, quad.mean(0) - self.quad(before).mean(0))
        self._shadow(picture, patch, card.height_mm + 0.8, 0.42)
        lay(picture, patch, self._light)

    def _lay_talon(self, picture: Picture, talon: list[CardAt]) -> None:
        """Lay the talon: its top card, and below it the edges of the others."""
        top, bottom = talon[-1], talon[0]
        foot, head = self.quad(bottom), self.quad(top)
        patch = quad_patch(self._face(top, small=False), head, fine=FINE)
        self._shadow(picture, patch, top.height_mm + 0.8, 0.5)
        for number, share in enumerate(np.linspace(0, 1, len(talon), endpoint=False)):
            outline = np.round((foot + (head - foot) * share) * 16).astype(np.int32)
            grey = 196 if number % 2 else 158
            cv2.fillConvexPoly(picture, outline, (grey, grey, grey), cv2.LINE_AA, 4)
        lay(picture, patch, self._light)

    def _lay_thing(self, picture: Picture, thing: ThingAt) -> None:
        """Lay a thing with its shadow."""
        half = np.array(SIZE_MM[thing.thing]) / 2
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        height = HEIGHT_MM[thing.thing]
        quad = self._camera.pixels(corners + np.array([thing.at.x_mm, thing.at.y_mm]), height)
        patch = quad_patch(self._thing(thing.thing), quad, fine=FINE)
        self._shadow(picture, patch, height / 2, 0.45)
        lay(picture, patch, self._light)

    def _thing(self, thing: Thing) -> Picture:
        """Return the premultiplied picture of a thing."""
        if thing not in self._things:
            self._things[thing] = premultiplied(thing_picture(thing))
        return self._things[thing]

    def _lay_hand(self, picture: Picture, hand: HandAt, before: HandAt) -> None:
        """Lay a hand with its arm and its shadow."""
        patch = self.hand_patch(hand)
        if patch is None:
            return
        ends = np.array([[h.at.x_mm, h.at.y_mm] for h in (before, hand)])
        start, end = self._camera.pixels(ends, HAND_HEIGHT_MM)
        patch = blurred(patch, end - start)
        self._shadow(picture, patch, HAND_HEIGHT_MM, 0.34)
        lay(picture, patch, self._light)

    def _shadow(self, picture: Picture, patch: Patch, height_mm: float, dark: float) -> None:
        """Cast the shadow of something so high above the table."""
        to = np.array(self._look.light.shadow_to) * height_mm * self._scale
        cast_shadow(picture, patch, to, 1.1 + 0.28 * height_mm * self._scale, dark)

    def _face(self, card: CardAt, *, small: bool) -> Picture:
        """Return the premultiplied art of a card's upper side, once drawn to a fitting scale."""
        key = (card.card if card.face_up else None, small)
        if key not in self._faces:
            look = self._look
            art = face_art(card.card, look) if card.face_up else load_back(look.back)
            ready = premultiplied(art)
            wanted = self._scale * 1.3
            self._faces[key] = halved(ready, ART_PX_PER_MM, wanted) if small else ready
        return self._faces[key]

    def _noise_field(self, rng: np.random.Generator) -> np.ndarray:
        """Draw a field of sensor noise, larger than the picture."""
        width, height = self._camera.size_px
        shape = (height + NOISE_MARGIN, width + NOISE_MARGIN, 3)
        raw = rng.standard_normal(shape, np.float32) * self._look.sensor.noise
        return np.round(raw).astype(np.int16)

    def _sensed(self, picture: Picture, seen: Seen) -> Picture:
        """Soften, dim, veil and add noise, as lens and sensor do."""
        width, height = self._camera.size_px
        soft = np.asarray(cv2.GaussianBlur(picture, (3, 3), self._look.sensor.soft_px), np.uint8)
        if seen.dimmed != 1:
            soft = np.asarray(cv2.convertScaleAbs(soft, alpha=seen.dimmed), np.uint8)
        for veil in seen.veils:
            soft = veiled(soft, veil, seen.time, self._camera)
        place = np.random.default_rng(seen.number).integers(NOISE_MARGIN, size=2)
        cut = self._noise[place[0] : place[0] + height, place[1] : place[1] + width]
        return np.asarray(cv2.add(soft, cut, dtype=cv2.CV_8U), np.uint8)
