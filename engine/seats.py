"""Who sits and stands at the table."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Actor(StrEnum):
    """Somebody who can act at the table; players are A to F clockwise from the dealer's left."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"
    DEALER = "dealer"
    INSPECTOR = "inspector"
    UNKNOWN = "unknown"


PLAYERS: tuple[Actor, ...] = (Actor.A, Actor.B, Actor.C, Actor.D, Actor.E, Actor.F)
