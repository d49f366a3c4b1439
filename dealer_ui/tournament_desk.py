"""The tournament's desk: one record at a time is checked, kept, and told."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from dealer_ui import tournament_words as saying
from dealer_ui.endings import BadInputError, RunFailedError, bad_input
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import settings_from
from dealer_ui.tournament_office import BrokenRuleError, keep_in, versions_of
from engine.tournament import Story, check, fold
from engine.tournament_events import Event, Opened
from engine.tournament_refusals import TournamentError
from journal.tournament import TournamentJournal, read_records


def catalogue(lang: str | None) -> Catalogue:
    """Return the words in the language that is asked for, or set."""
    with bad_input():
        return Catalogue.load(settings_from(os.environ, lang=lang).lang)


@contextmanager
def sense(words: Catalogue) -> Iterator[None]:
    """Turn what makes no sense into its sentence."""
    try:
        yield
    except TournamentError as error:
        raise BadInputError(saying.refused(words, error.refusal)) from error


def begin(file: Path, plan: Opened, words: Catalogue) -> None:
    """Begin the journal of a tournament."""
    with sense(words):
        check((), plan)
    with bad_input():
        journal = TournamentJournal(file, versions_of(plan.rules), begin=True)
        try:
            _say_kept(journal.keep(plan), words)
        finally:
            journal.close()


def story_of(file: Path) -> Story:
    """Return the tournament of a journal."""
    with bad_input():
        return fold(read_records(file))


def keep(
    file: Path,
    make: Callable[[Story], Event],
    words: Catalogue,
    *,
    happened: bool = False,
) -> None:
    """Check a record and keep it; what breaks a rule is kept only when it has happened already."""
    try:
        with bad_input(), sense(words):
            kept = keep_in(file, make, words, happened=happened)
    except BrokenRuleError as broken:
        raise RunFailedError(f"{broken} — {words.text('tournament.not-recorded')}") from broken
    _say_kept(kept.number, words)
    for sentence in kept.sentences:
        typer.echo(sentence)


def _say_kept(number: int, words: Catalogue) -> None:
    typer.echo(words.text("tournament.recorded", number=number))
