"""How often something happens, with the band of the true rate: few games prove little."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from math import sqrt

Z95 = 1.96
FEW_MOVES = 100
"""Below so many moves a rate says next to nothing, and nobody is compared by it."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A part of something: so many of so many, and the 95 % band of the true part (Wilson)."""

    count: int
    of: int

    @property
    def part(self) -> float:
        """Return the part that was counted; 0 of nothing."""
        return self.count / self.of if self.of else 0.0

    @property
    def band(self) -> tuple[float, float]:
        """Return the lowest and the highest part that the count would not surprise.

        >>> [round(end, 3) for end in Rate(3, 40).band]
        [0.026, 0.199]
        >>> Rate(0, 0).band
        (0.0, 1.0)
        """
        if not self.of:
            return (0.0, 1.0)
        n, p = self.of, min(1.0, self.part)
        middle = p + Z95**2 / (2 * n)
        spread = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
        whole = 1 + Z95**2 / n
        return (max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole))

    @property
    def is_small(self) -> bool:
        """Whether there is too little to compare anybody by."""
        return self.of < FEW_MOVES


@unique
class By(StrEnum):
    """By what violations are counted; the value is stored and translated."""

    RULE = "rule"
    DEALER = "dealer"
    TABLE = "table"
    HOUR = "hour"


@dataclass(frozen=True, slots=True)
class Counted:
    """What one game adds: its moves, its violations by rule, its doubts and how long it took.

    Empty names are of games of which nobody knows the dealer or the time of day.
    """

    moves: int
    codes: Mapping[str, int]
    doubts: int
    seconds: float
    table: str = ""
    dealer: str = ""
    hour: str = ""


@dataclass(slots=True)
class Statistics:
    """The sums over games."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    doubts: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    _moves: dict[By, Counter[str]] = field(default_factory=dict)
    _flags: dict[By, Counter[str]] = field(default_factory=dict)

    def add(self, game: Counted) -> None:
        """Add a game."""
        self.games += 1
        self.moves += game.moves
        self.seconds += game.seconds
        self.doubts += game.doubts
        self.codes.update(game.codes)
        keys = {By.DEALER: game.dealer, By.TABLE: game.table, By.HOUR: game.hour}
        for by, key in keys.items():
            if key:
                self._moves.setdefault(by, Counter())[key] += game.moves
                self._flags.setdefault(by, Counter())[key] += sum(game.codes.values())

    @property
    def doubts_an_hour(self) -> float:
        """Return how often the camera could not tell, per hour of table."""
        return self.doubts / self.seconds * 3600 if self.seconds else 0.0

    def rates(self, by: By) -> dict[str, Rate]:
        """Return violations per move, by what they are counted."""
        if by is By.RULE:
            return {code: Rate(count, self.moves) for code, count in sorted(self.codes.items())}
        moves, flags = self._moves.get(by, Counter()), self._flags.get(by, Counter())
        return {key: Rate(flags[key], moves[key]) for key in sorted(moves)}


def summed(games: Iterable[Counted]) -> Statistics:
    """Return the statistics of games."""
    statistics = Statistics()
    for game in games:
        statistics.add(game)
    return statistics
