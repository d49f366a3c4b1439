"""An audit from its places to its report; one bad recording never stops the rest."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from dealer_ui.auditing.checkpoint import machine_key
from dealer_ui.auditing.line import Job
from dealer_ui.auditing.products import Told, all_games, tell, write_json
from dealer_ui.auditing.recordings import Bad, Booking, Finds
from dealer_ui.auditing.report import report_pdf, statistics_of, statistics_rows
from dealer_ui.auditing.workers import (
    TROUBLES,
    Outcome,
    SightsMaker,
    Task,
    reason_of,
    run_side_by_side,
    sat,
)
from dealer_ui.exporting.sheets import as_csv
from dealer_ui.house_file import rules_named
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import Settings
from journal.incidents import Sort
from vision.sitting import Sitting

FORMAT = "kozyr-audit/1"
SITTINGS, SUMMARY, REPORT, GAMES, STATISTICS = (
    *("sittings", "audit.json", "report.pdf"),
    *("games.csv", "statistics.csv"),
)

Say = Callable[[str], None]
Advance = Callable[[int, int], None]
"""Told how many frames are done, and how many there are in all."""


Elsewhere = Callable[
    [Sequence[Task], Sequence[int], Callable[[Sequence[int]], None]], list[Outcome]
]
"""Has tasks run, given the frames of each and who is told how many are done; in their order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is audited, where to, by which rules."""

    finds: Finds
    out: Path
    settings: Settings
    rules: str = ""
    dealer: str = ""


@dataclass(slots=True)
class Audited:
    """What an audit has come to."""

    told: list[Told] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)
    film_s: float = 0.0
    wall_s: float = 0.0


@dataclass(slots=True)
class Audit:
    """One run over everything that was found; several sittings at a time with several workers."""

    plan: Plan
    sights: SightsMaker
    words: Catalogue
    say: Say
    advance: Advance = lambda _done, _of: None
    workers: int = 1
    elsewhere: Elsewhere | None = None
    """Runs sittings on other machines, where there are some."""

    def run(self) -> Audited:
        """Run every sitting that is not done yet, and write the report over all.

        Raises OSError when nothing can be written, KeyboardInterrupt when somebody stops it.
        """
        self.plan.out.mkdir(parents=True, exist_ok=True)
        audited = Audited(bad=list(self.plan.finds.bad))
        for bad in audited.bad:
            self.say(self.words.text("audit.bad", path=bad.path, why=bad.why))
        begun = time.monotonic()
        tasks = list(self._tasks(audited))
        for task, outcome in zip(tasks, self._outcomes(tasks), strict=True):
            self._conclude(task, outcome, audited)
        audited.wall_s = time.monotonic() - begun
        write_summary(self.plan.out, audited, self.words)
        return audited

    def _tasks(self, audited: Audited) -> Iterator[Task]:
        """Yield what is to be run; a table whose rules cannot be read is told and left out."""
        key = machine_key(self.plan.settings.data)
        for folder, booking in self._folders():
            named = self.plan.rules or booking.profile.rules
            try:
                rules = rules_named(named)
            except TROUBLES as error:
                self._bad(Bad(booking.reels[0].path, reason_of(error, self.words)), audited)
                continue
            job = Job(booking, rules, self.plan.settings, self.plan.dealer)
            yield Task(job, folder, key, named)

    def _outcomes(self, tasks: Sequence[Task]) -> Iterator[Outcome]:
        lengths = [_frames_of(task.job.booking) for task in tasks]

        def told(done: Sequence[int]) -> None:
            self.advance(sum(done), sum(lengths))

        if self.elsewhere is not None:
            yield from self.elsewhere(tasks, lengths, told)
            return
        if self.workers > 1 and len(tasks) > 1:
            yield from run_side_by_side(tasks, self.workers, self.sights, told)
            return
        sights = self.sights()
        for number, task in enumerate(tasks):
            yield sat(task, sights, partial(_told_one, told, lengths[:number]))

    def _folders(self) -> Iterator[tuple[Path, Booking]]:
        """Give every sitting a folder of its own that people can find."""
        taken: set[str] = set()
        for booking in self.plan.finds.bookings:
            plain = slug(f"{booking.profile.name}-{booking.name}")
            name, number = plain, 1
            while name in taken:
                number += 1
                name = f"{plain}-{number}"
            taken.add(name)
            yield self.plan.out / SITTINGS / name, booking

    def _conclude(self, task: Task, outcome: Outcome, audited: Audited) -> None:
        """Write what a sitting came to; what went wrong is told and kept."""
        if isinstance(outcome, Bad):
            self._bad(outcome, audited)
            return
        job = task.job
        try:
            told = tell(outcome, lambda _label: job.rules, job.booking.begun)
        except TROUBLES as error:
            self._bad(Bad(job.booking.reels[0].path, reason_of(error, self.words)), audited)
            return
        audited.told.append(told)
        for name, why in outcome.troubles:
            self._bad(Bad(Path(name), why), audited)
        if outcome.is_old:
            self.say(self.words.text("audit.again", name=job.booking.name))
        else:
            audited.film_s += outcome.seconds
        self.say(self.words.text("audit.sitting", name=job.booking.name, **_figures(told)))

    def _bad(self, bad: Bad, audited: Audited) -> None:
        audited.bad.append(bad)
        self.say(self.words.text("audit.bad", path=bad.path, why=bad.why))


def _told_one(told: Callable[[Sequence[int]], None], before: Sequence[int], frames: int) -> None:
    told([*before, frames])


def slug(text: str) -> str:
    """Return a name that any file system takes.

    >>> slug("Стол 7: evening/1")
    'Стол-7-evening-1'
    """
    return re.sub(r"[^\w.-]+", "-", text).strip("-.") or "table"


def write_summary(out: Path, audited: Audited, words: Catalogue) -> None:
    """Write what the audit came to: the report, and the same for programs and spreadsheets."""
    games = all_games(audited.told)
    write_json(out / SUMMARY, _summary(audited))
    head = ("table", "recording", "game", "from", "to", "moves", "result", "stops", "hints")
    rows = [
        (
            *(game.played.table, game.played.source, game.number, *game.span_s),
            *(len(game.steps), game.result, len(game.stops)),
            sum(i.sort is Sort.HINT for i in game.incidents),
        )
        for game in games
    ]
    _write(out / GAMES, as_csv(head, rows))
    by_what = ("by", "name", "count", "of", "rate", "low", "high", "few")
    _write(out / STATISTICS, as_csv(by_what, statistics_rows(games)))
    (out / REPORT).write_bytes(report_pdf(audited.told, audited.bad, out, words))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="")


def _summary(audited: Audited) -> dict[str, object]:
    statistics = statistics_of(all_games(audited.told))
    return {
        "format": FORMAT,
        "sittings": [_sitting_json(told) for told in audited.told],
        "bad": [{"file": bad.path.name, "why": bad.why} for bad in audited.bad],
        "games": statistics.games,
        "moves": statistics.moves,
        "seconds": round(statistics.seconds, 3),
        "doubts": statistics.doubts,
    }


def _sitting_json(told: Told) -> dict[str, object]:
    return {
        "name": told.sat.name,
        "folder": told.sat.folder.name,
        "frames": told.sat.frames,
        "seconds": round(told.sat.seconds, 3),
        "games": [f"game-{game.number}.json" for game in told.games],
        "rows": told.rows,
        "head": told.head,
    }


def _figures(told: Told) -> dict[str, int]:
    found = [incident for game in told.games for incident in game.incidents]
    return {
        "games": len(told.games),
        "moves": sum(len(game.steps) for game in told.games),
        "stops": sum(len(game.stops) for game in told.games),
        "hints": sum(i.sort is Sort.HINT for i in found),
        "doubts": sum(i.sort is Sort.DOUBT for i in found),
    }


def _frames_of(booking: Booking) -> int:
    return Sitting(booking.reels).length or 0
