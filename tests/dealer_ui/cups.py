"""Journals of tournaments for the pages: announced, entered, or played out."""

from __future__ import annotations

from journal.rows import Versions
from journal.tournament import TournamentJournal
from tests.engine.tournaments import PLAN

VERSIONS = Versions("test", "", PLAN.rules)


def begun_cup(path, *events):
    """Write the journal of a tournament that is announced, with more events after that."""
    journal = TournamentJournal(path, VERSIONS, begin=True)
    for event in (PLAN, *events):
        journal.keep(event)
    journal.close()
    return path
