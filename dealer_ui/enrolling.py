"""Carry out what `kozyr deck` is asked: open the eye, look at the deck, keep what was found."""

from __future__ import annotations

from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from calibration.profile import TableProfile
from dealer_ui.decks import deck_of, decks_folder
from dealer_ui.settings import Settings
from journal.rows import Versions
from journal.store import SqlJournal
from vision.deck import Deck, keep_deck
from vision.deck_check import DeckReport, check_deck
from vision.enrol import How, enrol, gather
from vision.enrol_sources import shots_of
from vision.eye import open_eye
from vision.network import Backend
from vision.registry import label_of, read_registry


def enrol_from(settings: Settings, source: str, name: str, how: How, at: datetime) -> Deck:
    """See a deck, learn it and keep it.

    Raises EnrolRefusedError for a deck that is not whole, before anything is kept.
    """
    eye = open_eye(Backend(settings.backend), folder=settings.weights)
    deck = enrol(eye, gather(eye, shots_of(source), how), name)
    keep_deck(decks_folder(settings), deck, read_registry(settings.weights), f"{at:%Y-%m-%d %H:%M}")
    return deck


def check_from(
    settings: Settings, profile: TableProfile | None, source: str
) -> tuple[DeckReport, bool]:
    """Check a deck; tell also whether its backs were compared with enrolled ones."""
    networks = read_registry(settings.weights)
    load = deck_of(settings, profile)
    deck = load(networks) if load else None
    eye = open_eye(Backend(settings.backend), folder=settings.weights, deck=load)
    prints = deck.backs if deck else ()
    return check_deck(eye, shots_of(source), prints), bool(prints)


def keep_check(
    settings: Settings,
    profile: TableProfile | None,
    journal: Path,
    source: str,
    report: DeckReport,
) -> None:
    """Write the result of a check into a journal; raises TableError."""
    rules = profile.rules if profile else ""
    models = label_of(read_registry(settings.weights))
    store = SqlJournal(journal, Versions(version("kozyr"), models, rules))
    try:
        table = settings.table_id or (profile.name if profile else "")
        store.record("deck-check", 0.0, {"table": table, "source": source, **report.row()})
    finally:
        store.close()
