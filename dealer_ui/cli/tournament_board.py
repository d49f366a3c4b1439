"""What `kozyr tournament` prints: the bracket, the places, the payment, the list of records."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dealer_ui import tournament_words as saying
from dealer_ui.endings import bad_input
from dealer_ui.prompts import Catalogue
from dealer_ui.tournament_desk import story_of
from engine.tournament import Story, fold
from engine.tournament_events import event_row
from journal.tournament import read_records


def show_story(story: Story, words: Catalogue) -> None:
    """Print a tournament: entries before the draw, the bracket and the places after it."""
    told = story.tournament
    console = Console(highlight=False)
    if told.plan is not None:
        fee = saying.money(words, told.plan.fee, told.plan)
        console.print(escape(f"{told.plan.title} · {told.plan.rules} · {fee}"))
    if not told.is_drawn or told.unpaid:
        console.print(saying.entrants_table(told, words))
    if told.is_drawn:
        due = saying.due_of(told)
        console.print(saying.bracket_table(told, words))
        console.print(saying.places_table(told, words, due))
    for line in saying.money_lines(told, words, saying.due_of(told)):
        console.print(escape(line))
    for flagged in story.flags:
        sentence = saying.told(words, flagged.irregularity, told.plan)
        line = words.text("tournament.flag", number=flagged.number, sentence=sentence)
        console.print(escape(line))


def show_payment(file: Path, words: Catalogue, *, as_json: bool) -> None:
    """Print what belongs to whom, and where the rest of the rounding went."""
    told = story_of(file).tournament
    due = saying.due_of(told)
    if as_json:
        typer.echo(json.dumps(saying.due_json(due) if due else None, ensure_ascii=False))
        return
    console = Console(highlight=False)
    if due is not None:
        console.print(saying.places_table(told, words, due))
    for line in saying.money_lines(told, words, due):
        console.print(escape(line))


def show_records(file: Path, words: Catalogue, *, as_json: bool) -> None:
    """Print every record with its number."""
    with bad_input():
        records = read_records(file)
    story = fold(records)
    senseless = {number for number, _ in story.senseless}
    table = Table(words.text("tournament.head.record"), "", words.text("tournament.head.state"))
    for record in records:
        row = event_row(record.event)
        if as_json:
            line = {"number": record.number, "at": record.at, **row}
            typer.echo(json.dumps(line, ensure_ascii=False))
            continue
        state = "undone" if record.number in story.undone else ""
        state = "senseless" if record.number in senseless else state
        told = " ".join(f"{name}={value}" for name, value in row.items() if name != "event")
        named = words.text(f"tournament.{state}") if state else ""
        table.add_row(str(record.number), escape(f"{row['event']} {told}"), named)
    if not as_json:
        Console(highlight=False).print(table)
