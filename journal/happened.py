"""What happened, read back from the row that was written of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from engine.deeds import deed_of
from engine.faults import Cause, Fault, Figures
from engine.findings import actor_of
from engine.happenings import Broke, Corrected, Happening, Retold, Said
from engine.moves import (
    Announce,
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Move,
    Return,
    SayBeaten,
    SayTakes,
)
from engine.ports import Sighting
from engine.row_reading import Fields, cards_in, read_move
from engine.rows import move_row
from engine.seats import Actor
from engine.table import Zone
from engine.truths import Truth

TOLD = SayBeaten | SayTakes | Announce | Declare | Expose | Appoint
"""Moves that people tell."""


def step_number(name: str) -> int:
    """Return the number of a move by its name in the journal.

    >>> step_number("m12.3")
    12
    """
    return int(name.removeprefix("m").partition(".")[0])


def truth_of(move: Move) -> Truth:
    """Return everything that a person would say to name a move."""
    on = move.attack if isinstance(move, Beat) else None
    count = move.count if isinstance(move, Deal | Draw | Return) else None
    return Truth(deed_of(move), actor_of(move), cards_in(move_row(move)), on, count)


def acted(content: Fields, taken_at: float) -> Happening:
    """Return the move of an `action` row, as it was seen or told."""
    move = read_move(content)
    probability = float(str(content.get("probability", 1.0)))
    if isinstance(move, TOLD) and probability == 1.0:
        return Said(move, taken_at)
    return Sighting(move, taken_at, int(str(content.get("frame", 0))), probability)


def corrected(content: Fields, taken_at: float) -> Happening | None:
    """Return what a person corrected; None where it was just this already."""
    who = Actor(str(content["who"]))
    if "move" not in content:
        return Corrected(taken_at)
    if content.get("changed") is False:
        return None
    after = cast("Mapping[str, object] | None", content.get("after"))
    truth = None if after is None else truth_of(read_move(after))
    return Retold(int(str(content["move"])), truth, taken_at, who)


def broke(content: Fields, taken_at: float) -> Broke:
    """Return what broke."""
    zones = tuple(Zone(name) for name in cast("list[str]", content.get("zones") or ()))
    detail = str(content.get("detail", ""))
    code = content.get("cause")
    cause = None if code is None else Cause(str(code), str(content.get("thing", "")))
    return Broke(Fault(str(content["fault"])), detail, taken_at, zones, figures_in(content), cause)


def figures_in(content: Fields) -> Figures:
    """Return the measured values of a row."""
    return tuple((name, value) for name, value in content.items() if isinstance(value, float))
