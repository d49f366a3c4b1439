"""The report of a month as a PDF: figures with their bands, beside those of the month before."""

from __future__ import annotations

from pathlib import Path

from dealer_ui.exporting.chapters import statistics_part
from dealer_ui.exporting.protocol import judging_lines
from dealer_ui.exporting.typesetting import Paper
from dealer_ui.figures import Figures
from dealer_ui.prompts import Catalogue
from engine.verdict import Code
from journal.statistics import By, Rate


def month_pdf(found: Figures, before: Figures, manager: str, words: Catalogue, root: Path) -> bytes:
    """Return the report of a month."""
    paper = Paper(words, words.text("manager.report", month=found.month))
    paper.line(pace_line(found, words))
    paper.heading(words.text("report.statistics"))
    statistics_part(paper, found.sums, words)
    if rows := _days(found, words):
        paper.heading(words.text("manager.by.day"), 3)
        paper.table([words.text(f"report.column.{n}") for n in COLUMNS], rows, WIDTHS)
        paper.bars(found.by_day())
    if compared := _compared(found, before, words):
        paper.heading(words.text("manager.before", month=before.month))
        head = [words.text("report.column.name"), before.month, found.month]
        paper.table(head, compared, "1fr, auto, auto")
    for line in judging_lines((found.desk,), words):
        paper.line(line)
    paper.signatures([f"{words.text('role.manager')}: {manager}"])
    return paper.pdf(root)


COLUMNS, WIDTHS = ("name", "count", "per-100", "band"), "1fr, auto, auto, auto"


def pace_line(found: Figures, words: Catalogue) -> str:
    """Say how quickly games went, and how long a stop held the table."""
    stop = found.interruption_s
    held = words.text("manager.no-stop") if stop is None else words.number(stop, 0)
    return words.text("manager.pace", games=words.number(found.games_an_hour, 1), seconds=held)


def _days(found: Figures, words: Catalogue) -> list[tuple[str, ...]]:
    return [(day, *_figures(rate, words)) for day, rate in found.by_day().items()]


def _figures(rate: Rate, words: Catalogue) -> tuple[str, str, str]:
    low, high = (words.number(100 * end, 1) for end in rate.band)
    few = f" {words.text('report.little')}" if rate.is_small else ""
    counted = words.text("report.of", count=rate.count, of=rate.of)
    return counted, words.number(100 * rate.part, 1), f"{low} – {high}{few}"


def _compared(found: Figures, before: Figures, words: Catalogue) -> list[tuple[str, str, str]]:
    """List each rule with its rate before and now; nothing where the month before was idle."""
    if not before.games:
        return []
    old, new = before.rates(By.RULE), found.rates(By.RULE)
    none_old, none_new = Rate(0, before.sums.moves), Rate(0, found.sums.moves)
    return [
        (
            words.texts[f"code.{Code(code)}.title"],
            _short(old.get(code, none_old), words),
            _short(new.get(code, none_new), words),
        )
        for code in sorted({*old, *new})
    ]


def _short(rate: Rate, words: Catalogue) -> str:
    low, high = (words.number(100 * end, 1) for end in rate.band)
    return f"{words.number(100 * rate.part, 1)} ({low} – {high})"
