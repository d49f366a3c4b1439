"""Enrolled decks: where they lie, which one is in play, what is printed on its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

import tomlkit

from calibration.profile import TableProfile
from dealer_ui.prompts import SUIT_SIGNS
from dealer_ui.settings import Settings
from engine.cards import Card
from vision.deck import Deck, load_deck
from vision.registry import Weights

INDICES: Final[Mapping[str, Mapping[int, str]]] = {
    "latin": {10: "10", 11: "J", 12: "Q", 13: "K", 14: "A"},
    "cyrillic": {10: "10", 11: "В", 12: "Д", 13: "К", 14: "Т"},
    "german": {10: "10", 11: "B", 12: "D", 13: "K", 14: "A"},
    "french": {10: "10", 11: "V", 12: "D", 13: "R", 14: "A"},
}
"""What is printed on the cards of a deck, by the name that stands in the table profile."""


def printed(card: Card, indices: str) -> str:
    """Return a card as it is printed.

    >>> from engine.cards import parse_card
    >>> [printed(parse_card("Qs"), name) for name in INDICES]
    ['Q♠', 'Д♠', 'D♠', 'D♠']
    """
    rank = int(card.rank)
    return INDICES[indices].get(rank, str(rank)) + SUIT_SIGNS[card.suit]


def decks_folder(settings: Settings) -> Path:
    """Return where enrolled decks are kept."""
    return settings.data / "decks"


def deck_of(
    settings: Settings, profile: TableProfile | None = None
) -> Callable[[Mapping[str, Weights]], Deck] | None:
    """Return how to load the deck in play: the setting's, else the profile's, else none."""
    name = settings.deck or (profile.deck.enrolled if profile else "")
    return partial(load_deck, decks_folder(settings), name) if name else None


def put_in_play(table: Path, name: str) -> None:
    """Name the deck in play in a table's profile, or none; raises OSError and ValueError."""
    document = tomlkit.parse(table.read_text(encoding="utf-8"))
    deck = document["deck"]
    if name:
        deck["enrolled"] = name
    else:
        deck.pop("enrolled", None)
    table.write_text(tomlkit.dumps(document), encoding="utf-8")
