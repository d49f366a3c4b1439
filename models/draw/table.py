"""Draw tables with cards, and say where every card lies and how much of it shows."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from models.draw.arms import draw_arm
from models.draw.deck_art import Art
from models.draw.ground import Picture, Rng, draw_ground, draw_thing
from models.draw.look import lit, photographed, smear

CARD_MM = 88.0
HAND_ID = 250


@dataclass(frozen=True)
class Placed:
    """A card on the drawn table: middle and turn on the plane, in millimetres and radians."""

    name: str
    art: Picture
    x: float
    y: float
    turn: float
    blur_px: float = 0.0


@dataclass(frozen=True)
class Truth:
    """What was drawn: name, quad (pixels, clockwise from the card's own top left), visibility."""

    name: str
    quad: Picture
    visible: float
    corners: tuple[float, float]
    """Visible part of the two index corners: upper left, lower right."""
    blur_px: float


@dataclass
class Table:
    """A drawn table."""

    picture: Picture
    cards: list[Truth]
    hands: list[Picture] = field(default_factory=list)
    ids: Picture | None = None


def view(rng: Rng, height: int, width: int, card_px: float) -> Picture:
    """Make the homography of a camera: millimetres of the plane to pixels."""
    scale = card_px / CARD_MM
    angle = rng.uniform(0, 6.283)
    turn = np.array(
        [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
    )
    zoom = np.diag([scale, scale, 1.0])
    tilt = np.eye(3)
    strength = rng.uniform(0, 0.75) if rng.random() < 0.6 else rng.uniform(0, 0.15)
    way = rng.uniform(0, 6.283)
    tilt[2, :2] = np.array([np.cos(way), np.sin(way)]) * strength / max(height, width)
    stretch = np.diag([1.0, 1 - strength * rng.uniform(0, 0.35), 1.0])
    middle = np.array([[1, 0, width / 2], [0, 1, height / 2], [0, 0, 1.0]])
    return middle @ tilt @ stretch @ zoom @ turn


def quad_of(card: Placed, camera: Picture) -> Picture:
    """Project the four corners of a card."""
    wide = CARD_MM * card.art.shape[1] / card.art.shape[0]
    corners = np.array([(-wide, -CARD_MM), (wide, -CARD_MM), (wide, CARD_MM), (-wide, CARD_MM)]) / 2
    c, s = np.cos(card.turn), np.sin(card.turn)
    plane = corners @ np.array([[c, s], [-s, c]]) + (card.x, card.y)
    return cv2.perspectiveTransform(plane[None].astype(np.float64), camera)[0]


def paste(rng: Rng, table: Table, card: Placed, quad: Picture, number: int) -> None:
    """Draw one card with its shadow into the picture and the map of ids."""
    height, width = table.picture.shape[:2]
    size = max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2]))
    pad = int(size * 0.12 + card.blur_px + 4)
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - pad, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + pad, (width, height))
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    art = card.art
    fit = size / art.shape[0]
    if fit < 0.9:
        art = cv2.resize(art, None, fx=fit, fy=fit, interpolation=cv2.INTER_AREA)
    art = gloss(rng, art)
    h, w = art.shape[:2]
    source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, (quad - (x0, y0) - 0.5).astype(np.float32))
    drawn = cv2.warpPerspective(
        art, warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR
    ).astype(np.float32)
    alpha = drawn[..., 3] / 255
    if card.blur_px > 1.5:
        kernel = smear(card.blur_px, rng.uniform(0, 3.14))
        drawn[..., :3] = cv2.filter2D(drawn[..., :3] * alpha[..., None], -1, kernel)
        alpha = cv2.filter2D(alpha, -1, kernel)
        drawn[..., :3] /= np.maximum(alpha, 1e-3)[..., None]
    area = table.picture[y0:y1, x0:x1]
    shade = cv2.GaussianBlur(alpha, (0, 0), max(0.8, size * 0.02))
    move = np.float32(
        [[1, 0, size * rng.uniform(-0.03, 0.03)], [0, 1, size * rng.uniform(-0.03, 0.03)]]
    )
    area *= 1 - cv2.warpAffine(shade, move, (shade.shape[1], shade.shape[0]))[
        ..., None
    ] * np.float32(rng.uniform(0.1, 0.55))
    area += (drawn[..., :3] - area) * alpha[..., None]
    assert table.ids is not None
    table.ids[y0:y1, x0:x1][alpha > 0.5] = number


def gloss(rng: Rng, art: Picture) -> Picture:
    """Give one print its own tint, contrast, wear and shine."""
    out = art.copy()
    picture = out[..., :3].astype(np.float32)
    height, width = picture.shape[:2]
    picture = picture * np.float32(rng.uniform(0.8, 1.0)) + np.float32(rng.uniform(0, 30))
    slope = np.linspace(-1, 1, height, dtype=np.float32)[:, None] * rng.normal(0, 12)
    slope = slope + np.linspace(-1, 1, width, dtype=np.float32)[None] * rng.normal(0, 12)
    if rng.random() < 0.15:
        along = (np.arange(height)[:, None] + np.arange(width)) / height - rng.uniform(0, 1.7)
        slope = slope + np.exp(-(along**2) / rng.uniform(0.005, 0.08)) * rng.uniform(20, 150)
    out[..., :3] = np.clip(picture + slope[..., None].astype(np.float32), 0, 255)
    return out


def arrange(rng: Rng, art: Art, reach: tuple[float, float]) -> list[Placed]:
    """Lay cards out as people do: battle pairs, rows, fans, heaps, or scattered."""
    kinds = (_pairs, _pairs, _scatter, _row, _fan, _talon, _heap, _single)
    placed: list[Placed] = []
    for _ in range(int(rng.integers(1, 4))):
        middle = rng.uniform(-0.42, 0.42, 2) * reach
        placed += kinds[rng.integers(len(kinds))](rng, art, middle)
    return [
        Placed(p.name, p.art, p.x, p.y, p.turn + rng.normal(0, 0.06), p.blur_px) for p in placed
    ]


def _pairs(rng: Rng, art: Art, at: Picture) -> list[Placed]:
    placed, turn = (
        [],
        rng.uniform(0, 6.283)
        if rng.random() < 0.3
        else rng.choice([0, 3.14159]) + rng.normal(0, 0.15),
    )
    step = rng.uniform(72, 115)
    sloppy = rng.uniform(0, 0.25)
    for n in range(int(rng.integers(1, 5))):
        x, y = at + np.array((np.cos(turn), np.sin(turn))) * step * n
        placed.append(Placed(*art.face(rng), x, y, turn + rng.normal(0, sloppy)))
        if rng.random() < 0.65:
            shift = rng.normal(0, 1, 2) * (14, 14) + rng.choice([-1, 1], 2) * (
                rng.uniform(4, 26),
                rng.uniform(4, 38),
            )
            placed.append(
                Placed(*art.face(rng), x + shift[0], y + shift[1], turn + rng.normal(0, 0.5))
            )
    return placed


def _scatter(rng: Rng, art: Art, at: Picture) -> list[Placed]:
    count = int(rng.integers(1, 8))
    spread = rng.uniform(30, 220)
    return [
        Placed(
            *(art.face(rng) if rng.random() < 0.85 else art.back(rng)),
            *(at + rng.normal(0, spread, 2)),
            rng.uniform(0, 6.283),
        )
        for _ in range(count)
    ]


def _row(rng: Rng, art: Art, at: Picture) -> list[Placed]:
    turn, step = rng.uniform(0, 6.283), rng.uniform(12, 75)
    way = np.array((np.cos(turn), np.sin(turn))) * step * rng.choice([-1, 1])
    return [
        Placed(*art.face(rng), *(at + way * n + rng.normal(0, 2.5, 2)), turn + rng.normal(0, 0.05))
        for n in range(int(rng.integers(2, 9)))
    ]


def _fan(rng: Rng, art: Art, at: Picture) -> list[Placed]:
    radius, step, start = rng.uniform(70, 220), rng.uniform(0.08, 0.35), rng.uniform(0, 6.283)
    backs = rng.random() < 0.3
    placed = []
    for n in range(int(rng.integers(2, 7))):
        angle = start + n * step
        x, y = at + np.array((np.sin(angle), -np.cos(angle))) * radius
        placed.append(Placed(*(art.back(rng) if backs else art.face(rng)), x, y, angle))
    return placed


def _talon(rng: Rng, art: Art, at: Picture) -> list[Placed]:
    turn = rng.choice([0, 1.5708, 3.14159, 4.7124]) + rng.normal(0, 0.08)
    way = np.array((np.cos(turn), np.sin(turn)))
    placed = [
        Placed(
            *art.face(rng), *(at + way * rng.uniform(25, 60)), turn + 1.5708 + rng.normal(0, 0.05)
        )
    ]
    pack = [
        Placed(*art.back(rng), *(at + rng.normal(0, 1.2, 2)), turn + rng.normal(0, 0.02))
        for _ in range(int(rng.integers(1, 6)))
    ]
    return placed + pack


def _heap(rng: Rng, art: Art, at: Picture) -> list[Placed]:
    mixed = rng.random() < 0.25
    return [
        Placed(
            *(art.face(rng) if mixed and rng.random() < 0.5 else art.back(rng)),
            *(at + rng.normal(0, 14, 2)),
            rng.uniform(0, 6.283),
        )
        for _ in range(int(rng.integers(2, 12)))
    ]


def _single(rng: Rng, art: Art, at: Picture) -> list[Placed]:
    blur = rng.uniform(4, 26) if rng.random() < 0.35 else 0.0
    return [
        Placed(
            *(art.face(rng) if rng.random() < 0.7 else art.back(rng)),
            *at,
            rng.uniform(0, 6.283),
            blur,
        )
    ]


def draw_table(rng: Rng, art: Art, size: tuple[int, int], card_px: float) -> Table:
    """Draw one table: height and width in pixels, and about how high a card is in pixels."""
    height, width = size
    table = Table(draw_ground(rng, height, width), [], ids=np.zeros((height, width), np.uint8))
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.6 else 0):
        draw_thing(rng, table.picture)
    camera = view(rng, height, width, card_px)
    reach = (width / card_px * CARD_MM, height / card_px * CARD_MM)
    art.choose(rng)
    cards = [] if rng.random() < 0.04 else arrange(rng, art, reach)[:40]
    quads = [quad_of(card, camera) for card in cards]
    for n, (card, quad) in enumerate(zip(cards, quads, strict=True), 1):
        paste(rng, table, card, quad, n)
    if rng.random() < 0.45:
        for _ in range(int(rng.integers(1, 3))):
            aim = (
                quads[rng.integers(len(quads))].mean(0)
                if quads
                else rng.uniform(0, 1, 2) * (width, height)
            )
            draw_arm(rng, table.picture, table.ids, aim, card_px, HAND_ID)
    _measure(table, cards, quads)
    table.picture = photographed(rng, lit(rng, table.picture))
    return table


def _measure(table: Table, cards: list[Placed], quads: list[Picture]) -> None:
    assert table.ids is not None
    for n, (card, quad) in enumerate(zip(cards, quads, strict=True), 1):
        upright = cv2.getPerspectiveTransform(
            np.float32([(0, 0), (32, 0), (32, 44), (0, 44)]), quad.astype(np.float32)
        )
        seen = (
            cv2.warpPerspective(
                table.ids,
                upright,
                (32, 44),
                flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
                borderValue=255,
            )
            == n
        )
        corners = (float(seen[2:13, 1:7].mean()), float(seen[-13:-2, -7:-1].mean()))
        table.cards.append(Truth(card.name, quad, float(seen.mean()), corners, card.blur_px))
    mask = (table.ids == HAND_ID).astype(np.uint8)
    count, labels = cv2.connectedComponents(mask)
    for n in range(1, count):
        points = np.argwhere(labels == n)[:, ::-1].astype(np.float32)
        if len(points) > 150:
            table.hands.append(
                cv2.boxPoints(cv2.minAreaRect(points[:: max(1, len(points) // 2000)]))
            )
