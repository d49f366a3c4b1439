"""Lessons for dealers: scripted moves, some of them wrong, judged as at a table."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from dealer_ui.showing import snapshot_of
from dealer_ui.snapshot import Snapshot, Told
from engine.house import load_rules
from engine.notation import parse_move, parse_position
from engine.ports import Sighting
from engine.signals import Signal
from engine.standing import Standing
from engine.watch import follow

PACE_S = 2.0
"""Scripted moves are so far apart, in seconds."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One move to judge: how the table stands after it, and what the referee says."""

    number: int
    shown: Snapshot
    """What the dealer sees before anybody has judged."""
    judged: Snapshot

    @property
    def move(self) -> Told:
        """The move that is asked about."""
        return self.judged.moves[-1].told

    @property
    def is_wrong(self) -> bool:
        """Whether the dealer must stop play."""
        return self.judged.signal is Signal.STOP


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return every lesson, in the order of the book."""
    text = files("dealer_ui").joinpath("lessons/casino.toml").read_text(encoding="utf-8")
    book = tomllib.loads(text)
    return tuple(
        _lesson(number, book["rules"], one["position"], one["moves"])
        for number, one in enumerate(book["lesson"], 1)
    )


def _lesson(number: int, rules: str, position: str, moves: list[str]) -> Lesson:
    game = parse_position(position, load_rules(rules))
    standing = Standing(start=game, game=game)
    for place, word in enumerate(moves):
        standing = follow(standing, Sighting(parse_move(word), place * PACE_S, place))
    judged = replace(
        snapshot_of(standing), wall_time=datetime(2001, 10, 11, tzinfo=UTC), table_id="–"
    )
    silent = replace(judged, prompts=(), signal=Signal.CLEAR)
    return Lesson(number, silent, judged)
