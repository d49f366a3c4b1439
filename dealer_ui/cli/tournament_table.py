"""`kozyr tournament collect`: what was played at a table goes to the tournament's desk."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_ui.cli.tournament_rulings import File, MatchName
from dealer_ui.cli.watch import Lang
from dealer_ui.endings import bad_input


def collect(
    file: File,
    match: MatchName,
    journal: Annotated[Path, typer.Argument(help="The journal of the table.")],
    *,
    rules: Annotated[
        str, typer.Option("--rules", help="House rules or FILE.toml; the journal's own if unset.")
    ] = "",
    lang: Lang = None,
) -> None:
    """Record the games of a match that a table has played and the desk does not know yet."""
    from dealer_ui.auditing.rulebook import rulebook
    from dealer_ui.match_desk import at_desk, uncollected
    from dealer_ui.tournament_desk import catalogue, keep, story_of
    from engine.tournament_events import Played
    from journal.desk import Desk

    name, words = match.upper(), catalogue(lang)
    with bad_input():
        known = at_desk(story_of(file).tournament, name, "")
        played = Desk.at(journal, rulebook(rules)).ruled
        fresh = uncollected(played, name, len(known.winners))
    for seat in fresh:
        winner = None if seat is None else known.name_at(seat)
        keep(file, lambda _story, winner=winner: Played(name, winner), words)  # type: ignore[misc] # bound now
    typer.echo(words.text("tournament.collected", count=len(fresh)))
