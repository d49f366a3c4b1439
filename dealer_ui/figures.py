"""A manager's figures of a table: how often what happened, in which month, and what is behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from dealer_ui.exporting.games import ToldGame
from journal.dealers import Dealers
from journal.desk import Desk
from journal.incidents import Incident, Sort
from journal.judging import WRONG
from journal.replay import Rulebook
from journal.statistics import By, Rate, Statistics, summed


@dataclass(frozen=True, slots=True)
class Behind:
    """An incident that a figure counts, with its game."""

    game: ToldGame
    incident: Incident

    @property
    def at(self) -> datetime | None:
        """The time of day at which it began."""
        return self.game.wall(self.incident.began_s)


@dataclass(frozen=True, slots=True)
class Figures:
    """The games of a journal, of one month or of all, without what rulings said was no offence."""

    desk: Desk
    games: tuple[ToldGame, ...]
    months: tuple[str, ...]
    """The months in which games were played, the newest first, such as 2026-11."""
    month: str = ""

    @property
    def sums(self) -> Statistics:
        """The sums over the games."""
        return summed(game.counted for game in self.games)

    def rates(self, by: By) -> dict[str, Rate]:
        """Return violations per move, by what they are counted."""
        return self.sums.rates(by)

    def by_day(self) -> dict[str, Rate]:
        """Return violations per move of each day, the first day first."""
        days = sorted({day_of(game) for game in self.games if day_of(game)})
        return {day: _all_of(g for g in self.games if day_of(g) == day) for day in days}

    def behind(self, by: By | None, key: str) -> Iterator[Behind]:
        """Yield the incidents that a figure counts; `by` is None for those of a day."""
        for game in self.games:
            if by is not By.RULE and _key(game, by) != key:
                continue
            for incident in game.incidents:
                if _counts(incident) and (by is not By.RULE or key in incident.codes):
                    yield Behind(game, incident)

    @property
    def interruption_s(self) -> float | None:
        """The median of how long a stop held the table; None where there was none."""
        stops = [i for game in self.games for i in game.incidents if _stopped(i)]
        return median(i.ended_s - i.began_s for i in stops) if stops else None

    @property
    def games_an_hour(self) -> float:
        """How quickly games are played."""
        sums = self.sums
        return sums.games / sums.seconds * 3600 if sums.seconds else 0.0


def figures_of(path: Path, rules: Rulebook, month: str = "") -> Figures:
    """Return the figures of a journal; raises TableError, RowError and RulesError."""
    desk = Desk.at(path, rules)
    games = tuple(_games(desk))
    months = tuple(sorted({day_of(game)[:7] for game in games} - {""}, reverse=True))
    of_month = tuple(game for game in games if not month or day_of(game)[:7] == month)
    return Figures(desk, of_month, months, month)


def _games(desk: Desk) -> Iterator[ToldGame]:
    dismissed = {
        incident.id
        for incident in desk.incidents
        if (ruling := desk.people.ruling(incident.id)) is not None and ruling.decision in WRONG
    }
    told = [incident for incident in desk.incidents if incident.id not in dismissed]
    dealers = Dealers(desk.told)
    for number, played in enumerate(desk.games, 1):
        first = played.rows[0]
        begun = datetime.fromisoformat(first.wall) - timedelta(seconds=first.taken_at)
        found = tuple(incident for incident in told if incident.game == played.seq)
        yield ToldGame(number, played, found, {}, begun, dealers.at(played.seq))


def day_of(game: ToldGame) -> str:
    """Return the day on which a game began, such as 2026-11-29."""
    at = game.wall(game.span_s[0])
    return "" if at is None else f"{at:%Y-%m-%d}"


def _key(game: ToldGame, by: By | None) -> str:
    """Return under which name a game is counted; None stands for its day."""
    counted = game.counted
    names = {By.DEALER: counted.dealer, By.TABLE: counted.table, By.HOUR: counted.hour}
    return day_of(game) if by is None else names[by]


def _counts(incident: Incident) -> bool:
    return bool(incident.codes) and not incident.is_withdrawn


def _stopped(incident: Incident) -> bool:
    return incident.sort is Sort.STOP and _counts(incident) and not incident.is_open


def _all_of(games: Iterable[ToldGame]) -> Rate:
    sums = summed(game.counted for game in games)
    return Rate(sum(sums.codes.values()), sums.moves)
