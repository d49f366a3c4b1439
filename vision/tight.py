"""Tight boxes: a card's true size tells where a box that is not tight should end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, islice, product

import numpy as np

from calibration.lens import Millimetres
from vision.frames import Picture
from vision.placed import READ_SLACK, Placed, has_card_size
from vision.rectify import TableMap
from vision.seen import Kind, Quad, SeenCard, as_quad

ReadAt = Callable[[Picture, Sequence[Quad]], Iterable[SeenCard]]
"""The reading half of the eye: what cards show whose corners are known."""


def tightened(
    placed: Sequence[Placed],
    image: Picture,
    table: TableMap,
    card_mm: Sequence[float],
    read_at: ReadAt,
) -> tuple[Placed, ...]:
    """Read anew, in boxes of a card's true size, what was found in boxes that are not tight."""
    boxes = [_worth_reading(card, card_mm) for card in placed]
    quads = [as_quad(table.picture_px(box)) for box in chain.from_iterable(boxes)]
    read = iter(read_at(image, quads)) if quads else iter(())
    return tuple(
        _best(card, list(zip(islice(read, len(own)), own, strict=True)))
        for card, own in zip(placed, boxes, strict=True)
    )


def _worth_reading(card: Placed, card_mm: Sequence[float]) -> tuple[Millimetres, ...]:
    """Return the boxes in which a card may read better; none for one that lies tight in its own."""
    if card.kind is Kind.BACK or has_card_size(card.quad, card_mm, READ_SLACK):
        return ()
    return true_boxes(card.quad, card_mm)


def _best(card: Placed, read: Sequence[tuple[SeenCard, Millimetres]]) -> Placed:
    """Return the card in the box that reads best, be it a guess; as it was when none reads."""
    legible = [(seen, box) for seen, box in read if seen.candidates]
    if not legible:
        return card
    seen, box = max(legible, key=lambda r: r[0].probability)
    return replace(
        card,
        quad=box,
        kind=seen.kind,
        card=seen.card,
        probability=seen.probability,
        candidates=seen.candidates,
    )


def true_boxes(quad: Millimetres, card_mm: Sequence[float]) -> tuple[Millimetres, ...]:
    """Return boxes of a card's true size in a box's direction, flush with each end that it has.

    A side that is about right keeps its middle; one that is not may be right at either end.
    """
    middle = quad.mean(axis=0)
    along = _unit(quad[3] - quad[0] + quad[2] - quad[1])
    across = np.array([along[1], -along[0]])
    narrow, high = sorted(card_mm)
    shifts = (
        _shifts(float(np.ptp(quad @ across)), narrow),
        _shifts(float(np.ptp(quad @ along)), high),
    )
    half = np.array([(-narrow, -high), (narrow, -high), (narrow, high), (-narrow, high)]) / 2
    card = np.outer(half[:, 0], across) + np.outer(half[:, 1], along)
    if np.linalg.det([card[1] - card[0], card[2] - card[1]]) < 0:
        card = card[[1, 0, 3, 2]]
    return tuple(middle + dx * across + dy * along + card for dx, dy in product(*shifts))


def _shifts(side: float, true: float) -> tuple[float, ...]:
    """Return how far the middle moves to make a side flush with either end."""
    slack = (side - true) / 2
    return (0.0,) if abs(side / true - 1) < READ_SLACK else (-slack, slack)


def _unit(vector: Millimetres) -> Millimetres:
    """Return a direction of length one."""
    return np.asarray(vector / max(1e-9, float(np.linalg.norm(vector))))
