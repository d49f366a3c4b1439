"""How many cards a packet holds: each but the top one shows a strip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Millimetres
from engine.cards import Card
from vision.motion import Mask
from vision.placed import Placed
from vision.rectify import TableMap
from vision.seen import Kind

STRIPS_MM = (4.0, 20.0, 36.0)
"""A packet of one, two, three cards reaches less than so far beyond its first or last card."""

OUTLINE_MM = (7.0, 20.0, 36.0)
"""The same for its outline, which is a cell coarser."""

HALF = 0.4
"""A card of which so much is new belongs to the packet; the rest may lie on a like pattern."""

MANY = 3
"""When both counts say so many, the smaller one is sure."""

SURE, UNSEEN = 0.95, 0.6
"""How sure a count is when box and outline agree, and when only one of them speaks."""


@dataclass(frozen=True, slots=True)
class Packet:
    """Cards that were brought together: their number, how sure it is, and faces that show."""

    count: int
    probability: float
    faces: tuple[Card, ...] = ()


def packet_in(
    brought: Mask, placed: Sequence[Placed], table: TableMap, card_mm: Sequence[float]
) -> Packet:
    """Count the cards of a packet from the cells that it changed and the cards that were found."""
    brought = _one_piece(brought)
    there = [p for p in placed if _share(table.mask(p.quad), brought) >= 0.3]
    faces = tuple(p.card for p in there if p.kind is Kind.FACE and p.card is not None)
    whole = [p for p in there if _share(table.mask(p.quad), brought) >= HALF]
    if not whole:
        return Packet(_by_outline(brought, table, card_mm), UNSEEN, faces)
    # Whichever card of the packet was found, the farthest strip tells how many there are; the
    # outline does not depend on how tight the box is, so both must agree to be sure.
    strips = max(_by_strips(brought, p.quad, table) for p in whole)
    outline = _by_outline(brought, table, card_mm)
    count = min(strips, outline)
    return Packet(count, SURE, faces) if count >= MANY else _doubtful(strips, outline, faces)


def _doubtful(strips: int, outline: int, faces: tuple[Card, ...]) -> Packet:
    """Return a packet whose two counts may differ."""
    return Packet(max(strips, outline), SURE if strips == outline else UNSEEN, faces)


def _one_piece(brought: Mask) -> Mask:
    """Keep the largest piece of what was brought: a packet lies together, specks do not."""
    closed = cv2.morphologyEx(brought.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    number, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    if number < 2:
        return brought
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return np.asarray(brought & (labels == largest))


def _share(mask: Mask, brought: Mask) -> float:
    """Return the share of a card's cells that are new."""
    return float((mask & brought).sum() / max(1, mask.sum()))


def _by_strips(brought: Mask, quad: Millimetres, table: TableMap) -> int:
    """Count by how far the packet reaches beyond one of its cards, which may lie amidst them."""
    card = table.mask(quad)
    near = cv2.dilate(card.astype(np.uint8), np.ones((3, 3), np.uint8))
    away = cv2.distanceTransform(1 - near, cv2.DIST_L2, 5) * table.cell_mm
    beyond = brought & (away > 0)
    sides = _sides(np.argwhere(beyond) - np.argwhere(card).mean(axis=0))
    reaches = [_reach(away[beyond][side]) for side in sides]
    return _count(sum(r for r in reaches if r >= STRIPS_MM[0]), STRIPS_MM)


def _sides(cells: npt.NDArray[np.float64]) -> tuple[Mask, Mask]:
    """Return which cells, counted from the middle of a card, lie on one side and on the other."""
    _, vectors = np.linalg.eigh(cells.T @ cells)
    is_ahead = cells @ vectors[:, -1] > 0
    return is_ahead, ~is_ahead


def _reach(away_mm: npt.NDArray[np.float32]) -> float:
    """Return how far most of the cells on one side of a card lie from it; a few are noise."""
    return float(np.percentile(away_mm, 90)) if len(away_mm) > 8 else 0.0


def _by_outline(brought: Mask, table: TableMap, card_mm: Sequence[float]) -> int:
    """Count by how much larger than a card the outline of the packet is."""
    points = np.argwhere(brought).astype(np.float32)
    if len(points) < 5:
        return 1
    _, sides, _ = cv2.minAreaRect(points)
    # The cells that a card touches reach a cell beyond it on either side.
    longer, shorter = (max(sides) - 2) * table.cell_mm, (min(sides) - 2) * table.cell_mm
    excess = np.hypot(max(0, longer - max(card_mm)), max(0, shorter - min(card_mm)))
    return _count(float(excess), OUTLINE_MM)


def _count(reach_mm: float, bounds_mm: Sequence[float]) -> int:
    """Turn a reach beyond the top card into a number of cards."""
    return 1 + sum(reach_mm >= bound for bound in bounds_mm)
