"""What the tournament's desk knows of the match at a table: read from its journal, never written.

The score of the games that are played here is the table's own; the desk takes it over by
`kozyr tournament collect`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count, takewhile
from pathlib import Path

from dealer_ui.watching import Hearing
from engine.claims import MatchTold
from engine.faults import Cause, CausedError, TableError
from engine.game import new_game
from engine.happenings import Happening, Said
from engine.house import HouseRules
from engine.matches import TableMatch
from engine.moves import Announce
from engine.seats import Actor
from engine.standing import Standing
from engine.state import Game
from engine.tournament import fold
from engine.tournament_state import Match, Tournament
from journal.outcomes import RuledGame
from journal.tournament import read_records

LOOK_S = 1.0
"""The desk's journal is looked at so often, in seconds of camera time."""


class MatchError(CausedError):
    """A match that cannot be played at a table now; the message says which and why."""


@dataclass(frozen=True, slots=True)
class AtDesk:
    """A match as its desk has it: who sits at A and B, how it stands, who won last and before."""

    names: tuple[str, str]
    match: TableMatch
    rules: str
    winners: tuple[Actor | None, ...] = ()
    """Who won each game so far; None for a draw."""

    def name_at(self, seat: Actor) -> str:
        """Return who sits at a seat."""
        return self.names[0] if seat is Actor.A else self.names[1]

    def next_game(self, rules: HouseRules, *, calls_heard: bool) -> Game:
        """Return the game that comes next in the match."""
        last = self.winners[-1] if self.winners else None
        won = next((seat for seat in reversed(self.winners) if seat is not None), None)
        return new_game(
            rules,
            (Actor.A, Actor.B),
            len(self.winners) + 1,
            last,
            calls_heard=calls_heard,
            last_winner=won,
            match=self.match,
        )


def at_desk(told: Tournament, name: str, table: str) -> AtDesk:
    """Return a match by its name, or the one that was seated at a table; raises MatchError."""
    match = _named(told, name) if name else _seated_at(told, table)
    if not match.is_ready or match.is_bye:
        why = f"match {match.name}: nobody knows yet who plays it"
        raise MatchError(why, Cause("match-open", match.name))
    if match.is_over:
        why = f"match {match.name} is over: {match.winner} has won it"
        raise MatchError(why, Cause("match-over", match.name), str(match.winner))
    seated = next((s for s in reversed(told.seatings) if s.match == match.name), None)
    names = match.sides if seated is None else (seated.first, seated.second)
    seats = dict(zip(names, (Actor.A, Actor.B), strict=True))
    games = [game for game in told.games if game.match == match.name]
    wins = {seats.get(side): won for side, won in zip(match.sides, match.wins, strict=True)}
    facts = TableMatch(
        match.name,
        match.target,
        (wins.get(Actor.A, 0), wins.get(Actor.B, 0)),
        match.draws,
        len(told.unpaid),
        tuple(seat for who, seat in seats.items() if who not in match.sides),
    )
    rules = told.plan.rules if told.plan else ""
    winners = tuple(None if game.winner is None else seats.get(game.winner) for game in games)
    return AtDesk((names[0], names[1]), facts, rules, winners)


def uncollected(games: Iterable[RuledGame], match: str, known: int) -> tuple[Actor | None, ...]:
    """Return who won each game of a match after those that the desk knows; None for a draw.

    A game that was broken off and dealt again counts once; what follows an unfinished one waits.
    """
    ended: dict[int, str] = {}
    for one in games:
        game = one.standing.game
        told = game.setting.match
        if told is not None and told.name == match and one.result:
            ended[game.game_no] = one.result
    in_order = takewhile(lambda number: number in ended, count(known + 1))
    results = (ended[number] for number in in_order)
    return tuple(None if result == "draw" else Actor(result) for result in results)


def _named(told: Tournament, name: str) -> Match:
    match = told.match(name.upper())
    if match is None:
        known = ", ".join(one.name for one in told.matches)
        cause = Cause("match-none" if known else "match-no-lots", name)
        there = known or "none: lots are not drawn yet"
        raise MatchError(f"there is no match {name}; there is {there}", cause, known)
    return match


def _seated_at(told: Tournament, table: str) -> Match:
    here = [one for one in told.matches if one.table == table and not one.is_over]
    if not here:
        why = f"no match is seated at table {table}; name one with --match"
        raise MatchError(why, Cause("match-not-seated", table))
    return here[-1]


class MatchDesk:
    """Hears from the desk when fees come in and seats change, between two frames."""

    def __init__(self, file: Path, name: str, table: str, others: Hearing | None = None) -> None:
        """Read the match; raises MatchError, and TableError for a journal that cannot be read."""
        self._file, self._name, self._table = file, name, table
        self._others = others
        self._looked_at, self._stamp = 0.0, _stamp(file)
        self.known = self._read()

    def behind(self, others: Hearing) -> MatchDesk:
        """Let this desk be heard after others."""
        self._others = others
        return self

    def heard(self, standing: Standing, taken_at: float) -> Iterable[Happening]:
        """Yield what the others say, and what has changed at the desk; never blocks."""
        if self._others is not None:
            yield from self._others.heard(standing, taken_at)
        if abs(taken_at - self._looked_at) >= LOOK_S:
            self._looked_at = taken_at
            yield from self._news(standing, taken_at)

    def _news(self, standing: Standing, taken_at: float) -> Iterator[Happening]:
        stamp, table = _stamp(self._file), standing.game.setting.match
        if stamp == self._stamp or table is None:
            return
        self._stamp = stamp
        with suppress(MatchError, TableError):  # the desk is at work: the next look will do
            self.known = self._read()
            now = self.known.match
            told = replace(table, unpaid=now.unpaid, misseated=now.misseated, target=now.target)
            if told != table:
                yield Said(Announce(Actor.UNKNOWN, MatchTold(told)), taken_at)

    def _read(self) -> AtDesk:
        return at_desk(fold(read_records(self._file)).tournament, self._name, self._table)


def _stamp(file: Path) -> tuple[float, ...]:
    """Return when a journal was last written; what is new may still lie beside it."""
    files = (file, file.with_name(file.name + "-wal"))
    return tuple(one.stat().st_mtime if one.exists() else 0.0 for one in files)
