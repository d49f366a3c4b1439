"""The protocol of a match: times, games, score, incidents with pictures, rulings, hashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealer_ui.exporting.chapters import (
    Book,
    Pictures,
    games_table,
    incident_part,
    statistics_part,
)
from dealer_ui.exporting.games import ToldGame
from dealer_ui.exporting.typesetting import Paper
from dealer_ui.prompts import Catalogue
from engine.notation import print_move
from engine.record import print_part
from journal.desk import Desk
from journal.game_records import record_of
from journal.incidents import Sort
from journal.judging import false_alarms, missed
from journal.outcomes import score
from journal.place import evidence_folder
from journal.rulings import Ruling
from journal.statistics import summed

WITH_PICTURE = (Sort.STOP, Sort.HINT)


def protocol_pdf(
    desk: Desk, games: Sequence[ToldGame], words: Catalogue, only: frozenset[str] | None = None
) -> bytes:
    """Return the protocol of the games of a journal; `only` names the incidents of a case."""
    paper = Paper(words, words.text("report.protocol"))
    folder = evidence_folder(desk.path)
    root = folder.parent
    book = Book(paper, words, Pictures(root, folder))
    _head(paper, games, words)
    games_table(paper, games, words)
    paper.line(words.text("report.score", score=score(desk.ruled)))
    paper.heading(words.text("report.incidents"))
    for game in games:
        _incidents(book, desk, game, only)
    paper.heading(words.text("report.games"))
    for game in games:
        _moves(paper, game, words)
    paper.heading(words.text("report.statistics"))
    statistics_part(paper, summed(game.counted for game in games), words)
    for line in judging_lines((desk,), words):
        paper.line(line)
    _proof(paper, desk, words)
    signers = ("dealer", "inspector", "second")
    paper.signatures([words.text(f"report.sign.{name}") for name in signers])
    return paper.pdf(root)


def _head(paper: Paper, games: Sequence[ToldGame], words: Catalogue) -> None:
    for table in dict.fromkeys(game.played.table for game in games):
        days = [game.wall(game.span_s[0]) for game in games if game.played.table == table]
        told = [f"{day:%d.%m.%Y %H:%M}" for day in days if day is not None]
        spans = dict.fromkeys((told[0], told[-1])) if told else [words.text("report.no-date")]
        paper.line(words.text("report.played-at", table=table, date=" – ".join(spans)))


def _incidents(book: Book, desk: Desk, game: ToldGame, only: frozenset[str] | None) -> None:
    for incident in game.incidents:
        is_wanted = incident.sort in WITH_PICTURE if only is None else incident.id in only
        if is_wanted:
            rulings = desk.people.rulings.get(incident.id, [])
            told = [ruling_text(ruling, book.words) for ruling in rulings]
            incident_part(book, incident, game, told)


def ruling_text(ruling: Ruling, words: Catalogue) -> str:
    """Say a ruling in a sentence: what, why, by whom, and whether it holds."""
    parts = [
        words.text(
            "ruling.told",
            what=words.text(f"ruling.what.{ruling.decision}"),
            reason=words.text(f"ruling.reason.{ruling.reason}"),
            by=ruling.by,
        )
    ]
    for truth in ruling.truths:
        move = words.text("ruling.no-move") if truth.move is None else print_move(truth.move)
        parts.append(words.text("ruling.truth", step=truth.step, move=move))
    if ruling.winner:
        parts.append(words.text("ruling.winner", who=ruling.winner))
    if ruling.note:
        parts.append(f"«{ruling.note}»")
    if ruling.is_reversal:
        key = "ruling.signed" if ruling.signed_by else "ruling.waits"
        parts.append(words.text(key, by=ruling.signed_by))
    return " ".join(parts)


def _moves(paper: Paper, game: ToldGame, words: Catalogue) -> None:
    paper.heading(f"{game.played.source} · {game.number}", 3)
    for part in record_of(game.played).parts:
        name = words.text("game.bout", number=part.number) if part.number else ""
        paper.small(f"{name or words.text('game.deal')}: {print_part(part)}")


def judging_lines(desks: Sequence[Desk], words: Catalogue) -> Iterator[str]:
    """Say how often the assistant was wrong by the rulings; nothing where nobody ruled."""
    for key, rate in (("false-alarms", false_alarms(desks)), ("missed", missed(desks))):
        if rate.of:
            low, high = (f"{100 * end:.0f}" for end in rate.band)
            figures = {"count": rate.count, "of": rate.of, "low": low, "high": high}
            yield words.text(f"report.{key}", **figures)


def _proof(paper: Paper, desk: Desk, words: Catalogue) -> None:
    paper.heading(words.text("report.proof"))
    last = desk.rows[-1]
    paper.line(words.text("report.head", rows=last.seq))
    head = [words.text(f"report.column.{name}") for name in ("journal", "rows", "head")]
    paper.hashes(head, [(desk.path.name, last.seq, last.hash)], "1fr, auto, auto")
    for versions in dict.fromkeys(
        (g.rows[0].software, g.rows[0].models, g.rows[0].rules) for g in desk.games
    ):
        software, models, rules = versions
        paper.small(words.text("report.judged-by", software=software, models=models, rules=rules))
