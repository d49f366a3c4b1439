"""Draw arms with hands that reach over the table."""

from __future__ import annotations

import cv2
import numpy as np

from models.draw.ground import Picture, Rng, cloud
from models.draw.look import smear
from vision.scene.sprites import load_hands

SKINS = (
    (150, 185, 230),
    (120, 160, 215),
    (90, 130, 190),
    (70, 105, 160),
    (45, 70, 115),
    (30, 48, 80),
)


def draw_arm(
    rng: Rng, picture: Picture, ids: Picture, aim: Picture, card_px: float, number: int
) -> None:
    """Draw an arm from the edge of the picture to an aim, in pixels; mark it in the map of ids."""
    if rng.random() < 0.65:
        _paste_sprite(rng, picture, ids, np.asarray(aim), card_px / 88.0, number)
        return
    height, width = picture.shape[:2]
    unit = card_px / 88.0
    away = rng.uniform(0, 6.283)
    way = np.array((np.cos(away), np.sin(away)))
    hand_at = np.asarray(aim) + rng.normal(0, 25 * unit, 2)
    mask = np.zeros((height, width), np.uint8)
    skin = np.array(SKINS[rng.integers(len(SKINS))]) * rng.uniform(0.85, 1.1)
    _fingers(rng, mask, hand_at, away, unit)
    _paint(rng, picture, ids, mask, skin, number)
    sleeve = np.zeros((height, width), np.uint8)
    wrist = hand_at + way * rng.uniform(55, 110) * unit
    cv2.line(
        mask,
        _at(hand_at + way * 20 * unit),
        _at(wrist + way * 30 * unit),
        255,
        max(2, int(rng.uniform(45, 62) * unit)),
    )
    fresh = cv2.bitwise_and(mask, cv2.bitwise_not(cv2.compare(ids, number, cv2.CMP_EQ)))
    _paint(rng, picture, ids, fresh, skin, number)
    cv2.line(
        sleeve, _at(wrist), _at(wrist + way * 2500), 255, max(2, int(rng.uniform(62, 105) * unit))
    )
    cloth = rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(8, 80))
    _paint(rng, picture, ids, sleeve, skin if rng.random() < 0.2 else cloth, number)
    if rng.random() < 0.4:
        cuff = np.zeros((height, width), np.uint8)
        cv2.line(cuff, _at(wrist), _at(wrist + way * 10 * unit), 255, max(2, int(80 * unit)))
        _paint(rng, picture, ids, cuff, np.full(3, 230.0), number)


def _paste_sprite(
    rng: Rng, picture: Picture, ids: Picture, aim: Picture, unit: float, number: int
) -> None:
    """Paste one of the rendered hands with its fingers at the aim."""
    hands = load_hands()
    hand = hands[rng.integers(len(hands))]
    hand = hand.mirrored() if rng.random() < 0.5 else hand
    height, width = picture.shape[:2]
    scale = unit / hand.px_per_mm * rng.uniform(0.85, 1.2)
    angle = rng.uniform(0, 6.283)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[c, -s], [s, c]])
    at = aim + rng.normal(0, 30 * unit, 2)
    warp = np.hstack([turn, (at - turn @ np.array(hand.anchor))[:, None]])
    image = cv2.resize(
        hand.image, None, fx=min(1.0, scale), fy=min(1.0, scale), interpolation=cv2.INTER_AREA
    )
    warp[:, :2] /= image.shape[1] / hand.image.shape[1]
    drawn = cv2.warpAffine(image, warp, (width, height), flags=cv2.INTER_LINEAR).astype(np.float32)
    if rng.random() < 0.25:
        drawn = cv2.filter2D(drawn, -1, smear(rng.uniform(2, 22) * unit, rng.uniform(0, 3.14)))
    alpha = drawn[..., 3] / 255
    move = np.float32([[1, 0, rng.uniform(-14, 14) * unit], [0, 1, rng.uniform(-14, 14) * unit]])
    shade = cv2.GaussianBlur(
        cv2.warpAffine(alpha, move, (width, height)),
        (0, 0),
        max(1.0, float(rng.uniform(3, 12) * unit)),
    )
    picture *= 1 - shade[..., None] * np.float32(rng.uniform(0.1, 0.5))
    tint = (rng.uniform(0.75, 1.25) * (1 + rng.normal(0, 0.08, 3))).astype(np.float32)
    picture += (drawn[..., 2::-1] * tint - picture) * alpha[..., None]
    ids[alpha > 0.5] = number


def _at(point: Picture) -> tuple[int, int]:
    return int(np.clip(point[0], -4000, 8000)), int(np.clip(point[1], -4000, 8000))


def _fingers(rng: Rng, mask: Picture, at: Picture, away: float, unit: float) -> None:
    """Draw palm and fingers that point away from the arm."""
    way = -np.array((np.cos(away), np.sin(away)))
    side = np.array((-way[1], way[0])) * rng.choice([-1, 1])
    cv2.ellipse(mask, (_at(at), (int(95 * unit), int(80 * unit)), np.degrees(away)), 255, -1)
    curl = rng.uniform(0.35, 1.0)
    for n, length in enumerate((68, 78, 72, 56)):
        root = at + way * 32 * unit + side * (n - 1.5) * 19 * unit
        spread = way + side * (n - 1.5) * rng.uniform(0.05, 0.28)
        tip = root + spread * length * unit * curl * rng.uniform(0.8, 1.1)
        cv2.line(mask, _at(root), _at(tip), 255, max(2, int(17 * unit)), cv2.LINE_AA)
    thumb = at - side * 36 * unit
    tip = thumb + (way * rng.uniform(0.3, 1) - side * rng.uniform(0.1, 0.8)) * 48 * unit
    cv2.line(mask, _at(thumb), _at(tip), 255, max(2, int(20 * unit)), cv2.LINE_AA)


def _paint(
    rng: Rng, picture: Picture, ids: Picture, mask: Picture, ink: Picture, number: int
) -> None:
    """Paint a mask with a colour, rounded by shading, over a soft shadow."""
    ys, xs = np.nonzero(mask)
    if len(ys) == 0:
        return
    y0, y1, x0, x1 = ys.min(), ys.max() + 1, xs.min(), xs.max() + 1
    part, area = mask[y0:y1, x0:x1], picture[y0:y1, x0:x1]
    depth = cv2.distanceTransform(part, cv2.DIST_L2, 3)
    shape = np.sqrt(np.clip(depth / max(4.0, float(depth.max()) * 0.5), 0, 1))
    tone = 0.62 + 0.42 * shape + cloud(rng, y1 - y0, x1 - x0, 12) * rng.uniform(0, 0.12)
    solid = (part > 127).astype(np.float32)
    soft = cv2.GaussianBlur(solid, (0, 0), 1.0)[..., None]
    area += (np.asarray(ink, np.float32) * tone[..., None] - area) * soft
    ids[y0:y1, x0:x1][part > 127] = number
