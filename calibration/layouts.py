"""Zones to begin with, for a casino or two to six seats; and whether zones make sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import combinations

import cv2
import numpy as np

from calibration.profile import Edge, Polygon
from engine.seats import Actor
from engine.table import Zone

DRAWN_FOR_MM = (1100.0, 620.0)
"""The layouts are drawn for a view of this size, and stretched to fit another."""

CELL_MM = 2.0
SLACK_MM2 = 60.0
"""Zones may touch: so much of an overlap is drawing, not meaning."""

INSIDE = {Zone.BATTLE: 1.0, Zone.TALON: 1.0, Zone.TRUMP: 1.0, Zone.DISCARD: 1.0}
HAND_INSIDE = 0.4
"""A player's zone may reach beyond the picture; so much of it must be seen."""

Box = tuple[float, float, float, float]
Zones = Mapping[Zone, Polygon]


@dataclass(frozen=True, slots=True)
class Layout:
    """Who sits where, and the zones in millimetres."""

    seats: Mapping[Actor, Edge]
    zones: Zones


@unique
class ZoneTrouble(StrEnum):
    """What is wrong with zones; the value is translated."""

    OVERLAP = "overlap"
    OUTSIDE = "outside"
    CROSSED = "crossed"
    SMALL = "small"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class ZoneFlaw:
    """A zone that makes no sense, and the other one where two are meant."""

    trouble: ZoneTrouble
    zone: Zone
    other: Zone | None = None


_PILES: dict[Zone, Box] = {
    Zone.TALON: (90, 212, 262, 408),
    Zone.TRUMP: (184, 268, 254, 352),
    Zone.BATTLE: (300, 138, 872, 482),
    Zone.DISCARD: (886, 218, 1048, 402),
}
_PILES_WITH_RIGHT: dict[Zone, Box] = {
    Zone.TALON: (60, 212, 232, 408),
    Zone.TRUMP: (154, 268, 224, 352),
    Zone.BATTLE: (250, 138, 766, 482),
    Zone.DISCARD: (780, 218, 942, 402),
}
_TOP, _BOTTOM = (-20.0, 122.0), (498.0, 640.0)
_LEFT_HALF, _RIGHT_HALF, _WHOLE = (250.0, 540.0), (560.0, 850.0), (300.0, 862.0)

_PLACES: dict[int, tuple[tuple[Edge, Box], ...]] = {
    2: (
        ("bottom", (_WHOLE[0], _BOTTOM[0], _WHOLE[1], _BOTTOM[1])),
        ("top", (_WHOLE[0], _TOP[0], _WHOLE[1], _TOP[1])),
    ),
    3: (
        ("bottom", (_WHOLE[0], _BOTTOM[0], _WHOLE[1], _BOTTOM[1])),
        ("top", (_WHOLE[0], _TOP[0], _WHOLE[1], _TOP[1])),
        ("right", (958, 130, 1120, 490)),
    ),
    4: (
        ("bottom", (_RIGHT_HALF[0], _BOTTOM[0], _RIGHT_HALF[1], _BOTTOM[1])),
        ("bottom", (_LEFT_HALF[0], _BOTTOM[0], _LEFT_HALF[1], _BOTTOM[1])),
        ("top", (_LEFT_HALF[0], _TOP[0], _LEFT_HALF[1], _TOP[1])),
        ("top", (_RIGHT_HALF[0], _TOP[0], _RIGHT_HALF[1], _TOP[1])),
    ),
}
_PLACES[5] = (*_PLACES[4], ("right", (958, 130, 1120, 490)))
_PLACES[6] = (
    *_PLACES[4],
    ("right", (958, 130, 1120, 302)),
    ("right", (958, 318, 1120, 490)),
)
LAYOUTS = ("casino", *(f"seats-{count}" for count in _PLACES))
"""Players follow each other clockwise from player A at the bottom; the dealer has the left side."""


def layout(name: str, size_mm: tuple[float, float]) -> Layout:
    """Return a layout by its name for a view of this size. Raises KeyError for another name."""
    count = 2 if name == "casino" else int(name.removeprefix("seats-"))
    places = _PLACES[count]
    has_right = any(edge == "right" for edge, _ in places)
    boxes = dict(_PILES_WITH_RIGHT if has_right else _PILES)
    seats: dict[Actor, Edge] = {}
    for seat, (edge, box) in zip("ABCDEF", places, strict=False):
        seats[Actor(seat)] = edge
        boxes[Zone(f"hand_{seat}")] = box
    if name == "casino":
        seats[Actor.DEALER] = "left"
    stretch = (size_mm[0] / DRAWN_FOR_MM[0], size_mm[1] / DRAWN_FOR_MM[1])
    return Layout(seats, {zone: _polygon(box, stretch) for zone, box in boxes.items()})


def _polygon(box: Box, stretch: tuple[float, float]) -> Polygon:
    left, top, right, bottom = box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple((round(x * stretch[0], 1), round(y * stretch[1], 1)) for x, y in corners)


def zone_flaws(
    zones: Zones, view_mm: Sequence[tuple[float, float]], card_mm: tuple[float, float]
) -> tuple[ZoneFlaw, ...]:
    """Return what is wrong with zones; `view_mm` is the outline of what the camera sees."""
    every = [*zones.values(), tuple(view_mm)]
    low = np.min([np.min(p, axis=0) for p in every], axis=0)
    high = np.max([np.max(p, axis=0) for p in every], axis=0)
    shape = tuple(int(n) + 1 for n in np.ceil((high - low) / CELL_MM)[::-1])
    masks = {zone: _mask(polygon, low, shape) for zone, polygon in zones.items()}
    view = _mask(view_mm, low, shape)
    return (
        *_alone(zones, card_mm),
        *_outside(masks, view),
        *_overlaps(masks),
    )


def _alone(zones: Zones, card_mm: tuple[float, float]) -> Iterator[ZoneFlaw]:
    needed = (Zone.BATTLE, Zone.TALON, Zone.DISCARD)
    yield from (ZoneFlaw(ZoneTrouble.MISSING, zone) for zone in needed if zone not in zones)
    for zone, polygon in zones.items():
        if _crosses_itself(polygon):
            yield ZoneFlaw(ZoneTrouble.CROSSED, zone)
        elif zone is not Zone.TRUMP and _narrow(polygon) < min(card_mm):
            yield ZoneFlaw(ZoneTrouble.SMALL, zone)


def _outside(masks: Mapping[Zone, np.ndarray], view: np.ndarray) -> Iterator[ZoneFlaw]:
    for zone, mask in masks.items():
        seen = (mask & view).sum() / max(1, mask.sum())
        if seen < INSIDE.get(zone, HAND_INSIDE) - 0.01:
            yield ZoneFlaw(ZoneTrouble.OUTSIDE, zone)


def _overlaps(masks: Mapping[Zone, np.ndarray]) -> Iterator[ZoneFlaw]:
    for (zone, one), (other, two) in combinations(masks.items(), 2):
        if {zone, other} == {Zone.TALON, Zone.TRUMP}:
            continue  # the trump card lies crosswise under the talon
        if (one & two).sum() * CELL_MM**2 > SLACK_MM2:
            yield ZoneFlaw(ZoneTrouble.OVERLAP, zone, other)


def _mask(
    polygon: Iterable[tuple[float, float]], low: np.ndarray, shape: tuple[int, ...]
) -> np.ndarray:
    """Return the cells whose middle a polygon covers, its own rim left out."""
    corners = (np.array(list(polygon)) - low) / CELL_MM
    canvas = np.zeros(shape, dtype=np.uint8)
    fixed = np.round(corners * 16).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], 1, shift=4)
    cv2.polylines(canvas, [fixed], True, 0, 1, shift=4)  # noqa: FBT003
    return canvas.astype(bool)


def _narrow(polygon: Polygon) -> float:
    """Return the shorter side of the smallest rectangle around a polygon."""
    _, sides, _ = cv2.minAreaRect(np.array(polygon, dtype=np.float32))
    return float(min(sides))


def _crosses_itself(polygon: Polygon) -> bool:
    """Tell whether two sides that are not neighbours cross."""
    sides = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
    apart = (
        (one, two)
        for (n, one), (m, two) in combinations(enumerate(sides), 2)
        if m - n > 1 and not (n == 0 and m == len(sides) - 1)
    )
    return any(_cross(one, two) for one, two in apart)


Side = tuple[tuple[float, float], tuple[float, float]]


def _cross(one: Side, two: Side) -> bool:
    def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, two
    return turn(a, b, c) != turn(a, b, d) and turn(c, d, a) != turn(c, d, b)
