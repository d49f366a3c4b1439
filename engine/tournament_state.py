"""A tournament as its records tell it: who entered and paid, the bracket, every match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.tournament_bracket import Pairing, Stage, bracket
from engine.tournament_events import Awarded, Opened, PaidOut, Played, Seated, SharesChosen
from engine.tournament_targets import targets_of


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it stands; a side is empty while nobody knows who will sit there."""

    name: str
    stage: Stage
    sides: tuple[str, ...]
    target: int
    """Wins that take the match (124), by the rules that the tournament is played by."""
    wins: tuple[int, int] = (0, 0)
    draws: int = 0
    winner: str | None = None
    awarded: bool = False
    is_bye: bool = False
    table: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether both sides are known."""
        return len(self.sides) == 2 and all(self.sides)

    @property
    def is_over(self) -> bool:
        """Whether somebody goes on from here."""
        return self.winner is not None

    def played(self, winner: str | None) -> Match:
        """Return the match after a further game: a draw adds no win (R013)."""
        if self.is_over or not self.is_ready or winner not in (None, *self.sides):
            return self
        if winner is None:
            return replace(self, draws=self.draws + 1)
        first, second = (int(side == winner) for side in self.sides)
        wins = (self.wins[0] + first, self.wins[1] + second)
        return replace(self, wins=wins, winner=winner if max(wins) >= self.target else None)

    @property
    def loser(self) -> str | None:
        """Who lost the match, once it is over; a rest has no loser."""
        if self.winner is None or not self.is_ready:
            return None
        return next(side for side in self.sides if side != self.winner)


@dataclass(frozen=True, slots=True)
class Tournament:
    """What the records say; `engine.tournament` folds them."""

    plan: Opened | None = None
    entrants: tuple[str, ...] = ()
    paid: Mapping[str, int] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    lot: str = ""
    seatings: tuple[Seated, ...] = ()
    games: tuple[Played, ...] = ()
    awards: tuple[Awarded, ...] = ()
    shares: SharesChosen | None = None
    payment: PaidOut | None = None
    matches: tuple[Match, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether lots were drawn; entries are closed then."""
        return bool(self.order)

    @property
    def fees(self) -> int:
        """Fees received, in minor units."""
        return sum(self.paid.values())

    @property
    def unpaid(self) -> tuple[str, ...]:
        """Entrants whose fee is not all in (125.3)."""
        fee = self.plan.fee if self.plan else 0
        return tuple(name for name in self.entrants if self.paid.get(name, 0) < fee)

    def match(self, name: str) -> Match | None:
        """Return a match by its name."""
        return next((match for match in self.matches if match.name == name), None)

    def of_stage(self, stage: Stage) -> tuple[Match, ...]:
        """Return the matches of a stage."""
        return tuple(match for match in self.matches if match.stage is stage)

    @property
    def final(self) -> Match | None:
        """The final, once lots were drawn."""
        return self.match("F")


def matches_of(told: Tournament) -> Iterator[Match]:
    """Yield every match as the games and awards make it, those before it first."""
    if not told.order:
        return
    games: dict[str, list[Played]] = {}
    for game in told.games:
        games.setdefault(game.match, []).append(game)
    known: dict[str, Match] = {}
    for pairing in bracket(told.order, told.resting):
        match = _played(told, pairing, _sides(pairing, known), games.get(pairing.name, ()))
        known[pairing.name] = match
        yield match


def _sides(pairing: Pairing, known: Mapping[str, Match]) -> tuple[str, ...]:
    if not pairing.sources:
        return pairing.entrants
    before = [known[name] for name in pairing.sources]
    if pairing.stage is Stage.THIRD_PLACE:
        return tuple(match.loser or "" for match in before)
    return tuple(match.winner or "" for match in before)


def _played(
    told: Tournament, pairing: Pairing, sides: tuple[str, ...], games: Sequence[Played]
) -> Match:
    """Count the games of a match up to its end."""
    rules = told.plan.rules if told.plan else ""
    match = Match(pairing.name, pairing.stage, sides, targets_of(rules)[pairing.stage])
    if pairing.is_bye:
        return replace(match, winner=sides[0], is_bye=True)
    for game in games:
        match = match.played(game.winner)
    table = next((s.table for s in reversed(told.seatings) if s.match == pairing.name), "")
    award = None if match.is_over else _award(told, pairing.name, sides)
    winner = match.winner or award
    return replace(match, winner=winner, awarded=award is not None, table=table)


def _award(told: Tournament, match: str, sides: tuple[str, ...]) -> str | None:
    given = (a.winner for a in told.awards if a.match == match and a.winner in sides and all(sides))
    return next(given, None)
