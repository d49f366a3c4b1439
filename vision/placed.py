"""What the eye found, laid out on the table in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lens import Millimetres
from engine.cards import Card
from vision.rectify import TableMap
from vision.seen import Kind, SeenCard

SIZE_SLACK = 0.3
"""How far a side may be from the size of a card and still be one."""

READ_SLACK = 0.14
"""How far a side may be off and the face still be believed: a box that is not tight shows parts of
other cards, and what is read from it is nobody's card."""


HALF_READ = 0.5
"""From this probability on a card that only motion proposed is worth a vote."""


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """One thing found, with its corners on the table (4 by 2, millimetres, clockwise)."""

    quad: Millimetres
    kind: Kind
    card: Card | None
    probability: float
    candidates: tuple[tuple[Card, float], ...]

    @property
    def middle(self) -> npt.NDArray[np.float64]:
        """The middle of the thing in millimetres."""
        return np.asarray(self.quad.mean(axis=0))


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """One look: what was found, and the cells of the view from above that were looked at."""

    placed: tuple[Placed, ...]
    shown: npt.NDArray[np.bool_]


def lay_out(
    found: Iterable[SeenCard], table: TableMap, card_mm: Sequence[float]
) -> tuple[Placed, ...]:
    """Lay what the eye found out on the table; what has not the size of a card is left out."""
    placed = (
        Placed(table.table_mm(np.array(s.quad)), s.kind, s.card, s.probability, s.candidates)
        for s in found
        if s.kind is not Kind.HAND
    )
    cards = [_believed(p, card_mm) for p in placed if has_card_size(p.quad, card_mm)]
    return _without_twins(cards)


def added(placed: Sequence[Placed], more: Iterable[Placed]) -> tuple[Placed, ...]:
    """Add cards found otherwise, those that are news and read at least half."""
    read = (card for card in more if card.candidates and card.candidates[0][1] >= HALF_READ)
    return (*placed, *(c for c in read if not any(_is_twin(c, other) for other in placed)))


def _believed(placed: Placed, card_mm: Sequence[float]) -> Placed:
    """Take the face from a box that is not tight."""
    if placed.kind is Kind.BACK or has_card_size(placed.quad, card_mm, READ_SLACK):
        return placed
    return Placed(placed.quad, Kind.UNREADABLE, None, 0.0, ())


def has_card_size(quad: Millimetres, card_mm: Sequence[float], slack: float = SIZE_SLACK) -> bool:
    """Tell whether a quad is about as large as a card."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    shorter, longer = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
    narrow, high = sorted(card_mm)
    return bool(abs(shorter / narrow - 1) < slack and abs(longer / high - 1) < slack)


def overlap(one: Millimetres, other: Millimetres) -> float:
    """Return the share of the smaller card that the two have in common (0 to 1)."""
    first, second = one.astype(np.float32), other.astype(np.float32)
    smaller = min(cv2.contourArea(first), cv2.contourArea(second))
    if smaller <= 0:
        return 0.0
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared) / smaller


def apart_mm(one: Millimetres, other: Millimetres) -> float:
    """Return how far the corners of two quads lie apart, in the mean; a quad may be turned."""
    turns = (other, np.roll(other, 2, axis=0))
    return min(float(np.linalg.norm(one - turned, axis=1).mean()) for turned in turns)


def turned_deg(quad: Millimetres) -> float:
    """Return how far a card is turned from upright, from 0 up to 180 degrees."""
    along = quad[3] - quad[0] + quad[2] - quad[1]
    return float(np.degrees(np.arctan2(along[0], along[1])) % 180)


def _without_twins(cards: Sequence[Placed]) -> tuple[Placed, ...]:
    """Drop a second box around one and the same card."""
    kept: list[Placed] = []
    for card in sorted(cards, key=lambda p: (-p.probability, p.middle[0], p.middle[1])):
        if not any(_is_twin(card, other) for other in kept):
            kept.append(card)
    return tuple(sorted(kept, key=lambda p: (p.middle[0], p.middle[1])))


def _is_twin(card: Placed, other: Placed) -> bool:
    """Tell whether a box is around the same card as a better one."""
    shared = overlap(card.quad, other.quad)
    same = card.card == other.card and card.kind is other.kind and card.kind is Kind.FACE
    return shared > (0.4 if same else 0.88)
