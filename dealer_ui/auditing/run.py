"""An audit from its places to its report; one bad recording never stops the rest."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import av.error

from dealer_ui.auditing.checkpoint import machine_key
from dealer_ui.auditing.line import Job
from dealer_ui.auditing.products import Told, all_games, tell, write_json
from dealer_ui.auditing.recordings import Bad, Booking, Finds
from dealer_ui.auditing.report import report_pdf, statistics_of, statistics_rows
from dealer_ui.auditing.sittings import Sights, run_sitting
from dealer_ui.endings import CommandError, sentence_of
from dealer_ui.exporting.sheets import as_csv
from dealer_ui.house_file import rules_named
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import Settings
from engine.faults import TableError
from journal.incidents import Sort
from vision.sitting import Sitting

FORMAT = "kozyr-audit/1"
SITTINGS, SUMMARY, REPORT, GAMES, STATISTICS = (
    *("sittings", "audit.json", "report.pdf"),
    *("games.csv", "statistics.csv"),
)
TROUBLES = (CommandError, TableError, OSError, ValueError, av.error.FFmpegError)

Say = Callable[[str], None]
Advance = Callable[[int, int], None]
"""Told how many frames are done, and how many there are in all."""


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
    """One run over everything that was found."""

    plan: Plan
    sights: Sights
    words: Catalogue
    say: Say
    advance: Advance = lambda _done, _of: None

    def run(self) -> Audited:
        """Run every sitting that is not done yet, and write the report over all.

        Raises OSError when nothing can be written, KeyboardInterrupt when somebody stops it.
        """
        self.plan.out.mkdir(parents=True, exist_ok=True)
        key = machine_key(self.plan.settings.data)
        audited = Audited(bad=list(self.plan.finds.bad))
        for bad in audited.bad:
            self.say(self.words.text("audit.bad", path=bad.path, why=bad.why))
        lengths = [_frames_of(booking) for booking in self.plan.finds.bookings]
        done = 0
        for (folder, booking), length in zip(self._folders(), lengths, strict=True):
            self._one(booking, folder, key, audited, partial(self._told, lengths, done))
            done += length
            self._told(lengths, done)
        write_summary(self.plan.out, audited, self.words)
        return audited

    def _told(self, lengths: Sequence[int], before: int, done: int = 0) -> None:
        self.advance(before + done, sum(lengths))

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

    def _one(
        self,
        booking: Booking,
        folder: Path,
        key: bytes,
        audited: Audited,
        on_frame: Callable[[int], None],
    ) -> None:
        """Run a sitting; what goes wrong is told and kept, and the next one is run."""
        begun = time.monotonic()
        try:
            rules = rules_named(self.plan.rules or booking.profile.rules)
            job = Job(booking, rules, self.plan.settings, self.plan.dealer)
            sat = run_sitting(job, folder, key, self.sights, on_frame)
            told = tell(sat, lambda _label: rules, booking.begun)
        except TROUBLES as error:
            self._bad(Bad(booking.reels[0].path, reason_of(error)), audited)
            return
        audited.told.append(told)
        for name, why in sat.troubles:
            self._bad(Bad(Path(name), why), audited)
        if sat.is_old:
            self.say(self.words.text("audit.again", name=booking.name))
        else:
            audited.film_s += sat.seconds
            audited.wall_s += time.monotonic() - begun
        self.say(self.words.text("audit.sitting", name=booking.name, **_figures(told)))

    def _bad(self, bad: Bad, audited: Audited) -> None:
        audited.bad.append(bad)
        self.say(self.words.text("audit.bad", path=bad.path, why=bad.why))


def slug(text: str) -> str:
    """Return a name that any file system takes.

    >>> slug("Стол 7: evening/1")
    'Стол-7-evening-1'
    """
    return re.sub(r"[^\w.-]+", "-", text).strip("-.") or "table"


def reason_of(error: Exception) -> str:
    """Say in one sentence why a recording could not be audited."""
    match error:
        case TableError(detail=detail) if detail:
            return str(detail)
        case OSError() if not isinstance(error, av.error.FFmpegError):
            return sentence_of(error)
        case _:
            return str(error)


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
