"""The report of an audit: what was found in which game, and the hashes that prove it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from dealer_ui.auditing.products import Told, all_games
from dealer_ui.auditing.recordings import Bad
from dealer_ui.exporting.chapters import (
    Book,
    Pictures,
    games_table,
    incident_part,
    moment,
    statistics_part,
    title_of,
)
from dealer_ui.exporting.games import ToldGame
from dealer_ui.exporting.typesetting import Paper
from dealer_ui.prompts import Catalogue
from journal.incidents import Sort
from journal.statistics import By, Statistics, summed

WITH_PICTURE = (Sort.STOP, Sort.HINT)


def report_pdf(told: Sequence[Told], bad: Sequence[Bad], out: Path, words: Catalogue) -> bytes:
    """Return the report of a run as a PDF."""
    paper = Paper(words, words.text("report.audit"))
    games = all_games(told)
    _bad_part(paper, bad, words)
    paper.heading(words.text("report.games"))
    if not games:
        paper.line(words.text("report.none"))
    games_table(paper, games, words)
    paper.heading(words.text("report.incidents"))
    if not any(i.sort in WITH_PICTURE for game in games for i in game.incidents):
        paper.line(words.text("report.nothing"))
    for one in told:
        book = Book(paper, words, Pictures(out, one.store.folder))
        for game in one.games:
            _game_part(book, game)
    _doubts_part(paper, games, words)
    paper.heading(words.text("report.statistics"))
    statistics_part(paper, statistics_of(games), words)
    _proof_part(paper, told, words)
    return paper.pdf(out)


def statistics_of(games: Sequence[ToldGame]) -> Statistics:
    """Return the statistics of games."""
    return summed(game.counted for game in games)


def statistics_rows(games: Sequence[ToldGame]) -> Iterator[tuple[object, ...]]:
    """Yield the statistics as lines of a table: by what, name, count, of, rate, band."""
    statistics = statistics_of(games)
    for by in By:
        for name, rate in statistics.rates(by).items():
            low, high = rate.band
            yield str(by), name, rate.count, rate.of, rate.part, low, high, rate.is_small


def _bad_part(paper: Paper, bad: Sequence[Bad], words: Catalogue) -> None:
    if bad:
        paper.heading(words.text("report.bad"))
        head = [words.text("report.column.file"), words.text("report.column.why")]
        paper.table(head, [(one.path.name, one.why) for one in bad], "auto, 1fr")


def _game_part(book: Book, game: ToldGame) -> None:
    shown = [incident for incident in game.incidents if incident.sort in WITH_PICTURE]
    if shown:
        source, number = game.played.source, game.number
        book.paper.heading(f"{game.played.table} · {source} · {number}", 2)
    for incident in shown:
        incident_part(book, incident, game)


def _doubts_part(paper: Paper, games: Sequence[ToldGame], words: Catalogue) -> None:
    """List what the camera could not tell, and what was broken."""
    rows = [
        (
            game.played.source,
            moment(incident.began_s),
            words.text(f"report.sort.{incident.sort}"),
            title_of(incident, words),
        )
        for game in games
        for incident in game.incidents
        if incident.sort not in WITH_PICTURE
    ]
    if rows:
        paper.heading(words.text("report.doubts"))
        head = [words.text(f"report.column.{n}") for n in ("source", "time", "sort", "what")]
        paper.table(head, rows, "auto, auto, auto, 1fr")


def _proof_part(paper: Paper, told: Sequence[Told], words: Catalogue) -> None:
    if not told:
        return
    paper.heading(words.text("report.proof"))
    head = [words.text(f"report.column.{name}") for name in ("journal", "rows", "head")]
    paper.hashes(head, [(t.sat.folder.name, t.rows, t.head) for t in told], "1fr, auto, auto")
    for versions in dict.fromkeys((t.last.software, t.last.models, t.last.rules) for t in told):
        software, models, rules = versions
        paper.small(words.text("report.judged-by", software=software, models=models, rules=rules))
