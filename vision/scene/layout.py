"""Where things lie on the drawn table, in millimetres."""

from __future__ import annotations

from collections.abc import Mapping

from engine.seats import Actor
from engine.table import Spot, Zone

Polygon = tuple[tuple[float, float], ...]


def _box(left: float, top: float, right: float, bottom: float) -> Polygon:
    """Return the corners of an upright rectangle, clockwise."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


ZONES: Mapping[Zone, Polygon] = {
    Zone.TALON: _box(90, 212, 262, 408),
    Zone.TRUMP: _box(184, 268, 254, 352),
    Zone.BATTLE: _box(300, 138, 872, 482),
    Zone.DISCARD: _box(886, 218, 1048, 402),
    Zone.HAND_A: _box(300, 498, 862, 640),
    Zone.HAND_B: _box(300, -20, 862, 122),
}

TALON = Spot(150, 310)
TRUMP = Spot(200, 310)
DISCARD = Spot(966, 310)

PILES: Mapping[Actor, Spot] = {Actor.A: Spot(560, 566), Actor.B: Spot(560, 54)}
"""Where the cards of a player lie before they are picked up."""

SLOTS: tuple[Spot, ...] = tuple(Spot(x, y) for y in (382, 226) for x in (400, 562, 724))
"""Where attack cards lie, in the order in which they are filled."""

SHOULDERS: Mapping[Actor, Spot] = {
    Actor.A: Spot(590, 1180),
    Actor.B: Spot(530, -560),
    Actor.DEALER: Spot(-760, 300),
}
"""Where an arm comes from: it points from here to what the hand reaches for."""

HOMES: Mapping[Actor, Spot] = {
    Actor.A: Spot(580, 810),
    Actor.B: Spot(540, -190),
    Actor.DEALER: Spot(-200, 305),
}
"""Where a hand waits out of the picture."""

EDGES: Mapping[Actor, str] = {Actor.A: "bottom", Actor.B: "top", Actor.DEALER: "left"}

MARKER_MM = 60.0
MARKERS: Mapping[int, tuple[Spot, float]] = {
    0: (Spot(72, 76), 4.0),
    1: (Spot(1026, 72), -6.0),
    2: (Spot(1028, 546), 3.0),
    3: (Spot(70, 548), -3.5),
}
"""Middle and turn (degrees clockwise) of each printed marker."""
