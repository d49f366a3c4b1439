"""A bracket as it is drawn: rounds from left to right, matches from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tournament_bracket import THIRD_PLACE, Stage
from engine.tournament_state import Match, Tournament


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a match as it is shown; the name is empty while nobody knows it."""

    name: str
    wins: int
    has_won: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """A match as it is drawn."""

    match: Match
    sides: tuple[Side, ...]

    @property
    def can_be_played(self) -> bool:
        """Whether games of it can be told."""
        return self.match.is_ready and not self.match.is_over


@dataclass(frozen=True, slots=True)
class Round:
    """The matches that are played beside each other."""

    stage: Stage
    number: int
    """Which of the preliminary rounds it is, from 1; 0 for the stages after them."""
    matches: tuple[Drawing, ...]


def rounds_of(told: Tournament) -> tuple[Round, ...]:
    """Return the rounds, the first one first; the match for the third place stands by the final."""
    names = dict.fromkeys(_round(match) for match in told.matches)
    found = tuple(_drawn(told, name) for name in names)
    return tuple(sorted(found, key=lambda one: one.stage is Stage.FINAL))


def _round(match: Match) -> str:
    """Name the round of a match: P1, QF, SF, F."""
    name = "F" if match.name == THIRD_PLACE else match.name
    return name.partition(".")[0] if "." in name else name.rstrip("0123456789")


def _drawn(told: Tournament, name: str) -> Round:
    matches = [match for match in told.matches if _round(match) == name]
    matches.sort(key=lambda match: match.name == THIRD_PLACE)
    stage = matches[0].stage
    number = int(name[1:]) if stage is Stage.PRELIMINARY and name[1:].isdecimal() else 0
    return Round(stage, number, tuple(Drawing(match, _sides(match)) for match in matches))


def _sides(match: Match) -> tuple[Side, ...]:
    wins: Sequence[int] = match.wins
    return tuple(
        Side(name, count, has_won=bool(name) and name == match.winner and not match.is_bye)
        for name, count in zip(match.sides, wins, strict=False)
    )
