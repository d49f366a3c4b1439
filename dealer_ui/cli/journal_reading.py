"""`kozyr journal games`, `game`, `statistics`, `missed`: a journal of years, looked through."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dealer_ui.cli.journal_rulings import By, File, Rules
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import BadInputError, bad_input
from engine.faults import Cause

if TYPE_CHECKING:
    from dealer_ui.exporting.games import ToldGame
    from dealer_ui.prompts import Catalogue
    from journal.desk import Desk

Number = Annotated[int, typer.Argument(help="The game: the number of its first row.")]


def games(
    file: File,
    *,
    before: Annotated[
        int | None, typer.Option("--before", help="Go on with the games before this one.")
    ] = None,
    lang: Lang = None,
) -> None:
    """List the newest games of a journal: the number that names each, when, the result."""
    from journal.place import place_of
    from journal.shelf import newest_games

    words = _words(lang)
    with bad_input():
        lines = newest_games(place_of(file), before)
    for line in lines:
        result = line.result or words.text("report.unfinished")
        typer.echo(f"{line.seq:>8}  {line.wall[:19]}Z  {result}")


def game(file: File, number: Number, *, rules: Rules = "") -> None:
    """Print the record of one game, however long the journal is."""
    from dealer_ui.auditing.rulebook import rulebook
    from engine.record import print_record
    from journal.game_records import record_of
    from journal.place import place_of
    from journal.shelf import open_game

    with bad_input():
        opened = open_game(place_of(file), number, rulebook(rules))
    typer.echo(print_record(record_of(opened.game)), nl=False)


def statistics(
    files: Annotated[list[str], typer.Argument(help="Journals.", metavar="JOURNAL…")],
    *,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write them for a spreadsheet, OUT.csv.")
    ] = None,
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Count offences by rule, dealer, table and hour over journals, and the program's own errors.

    Each rate has the band in which the true one lies (95 %); where it says that there is little to
    tell, nobody should be compared by it.
    """
    from dealer_ui.auditing.report import statistics_rows
    from dealer_ui.auditing.rulebook import rulebook
    from dealer_ui.exporting.exports import Exporter
    from dealer_ui.exporting.sheets import as_csv
    from journal.desk import Desk
    from journal.place import place_of

    words = _words(lang)
    with bad_input():
        desks = [Desk.at(place_of(file), rulebook(rules)) for file in files]
        told = [game for desk in desks for game in Exporter(desk, rulebook(rules), words).games]
    for line in _statistics_lines(told, desks, words):
        typer.echo(line)
    if out is not None:
        head = ("by", "name", "count", "of", "rate", "low", "high", "few")
        with bad_input():
            out.write_text(as_csv(head, statistics_rows(told)), encoding="utf-8", newline="")


def missed(
    file: File,
    number: Number,
    move: Annotated[str, typer.Argument(help="The move, as m12.")],
    code: Annotated[str, typer.Argument(help="What it broke, as BEAT_WRONG_SUIT.")],
    *,
    by: By,
    note: Annotated[str, typer.Option("--note", help="In your own words.")] = "",
    rules: Rules = "",
    lang: Lang = None,
) -> None:
    """Note an offence that nobody was told of: it counts among what the program missed."""
    from dealer_ui.cli.journal_rulings import opened_desk, pen_of
    from engine.verdict import Code
    from journal.rulings import Missed

    if not move.startswith("m") or not move[1:].isdecimal():
        raise BadInputError(Cause("move-unread", move))
    if code not in set(Code):
        raise BadInputError(Cause("code-none", code))
    desk, words = opened_desk(file, rules, lang)
    with bad_input():
        row = pen_of(desk).miss(desk, Missed(number, int(move[1:]), Code(code), by, note))
    typer.echo(words.text("ruling.kept", row=row))


def _words(lang: str | None) -> Catalogue:
    from dealer_ui.prompts import Catalogue
    from dealer_ui.settings import settings_from

    with bad_input():
        return Catalogue.load(settings_from(os.environ, lang=lang).lang)


def _statistics_lines(told: list[ToldGame], desks: list[Desk], words: Catalogue) -> list[str]:
    from dealer_ui.auditing.report import statistics_of
    from dealer_ui.exporting.chapters import rate_row, sums_line
    from dealer_ui.exporting.protocol import judging_lines
    from journal.statistics import By as Counted

    found = statistics_of(told)
    lines = [sums_line(found, words)]
    for by in Counted:
        rows = [rate_row(by, key, rate, words) for key, rate in found.rates(by).items()]
        if rows:
            lines.append(words.text(f"report.by.{by}"))
            lines += [f"  {'  '.join(row)}" for row in rows]
    return [*lines, *judging_lines(desks, words)]
