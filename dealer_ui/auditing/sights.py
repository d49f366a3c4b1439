"""Opens the eye once for all recordings of a deck, and gives every sitting a sight of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from dealer_ui.decks import deck_of
from dealer_ui.evidence import Look
from dealer_ui.orders import Order
from dealer_ui.watching import Sight
from dealer_ui.wiring import sight_with
from vision.eye import Eye, open_eye
from vision.network import Backend


@dataclass(slots=True)
class OpenedSights:
    """The networks that were opened, by the deck that they read.

    They run on one thread each, so that the last digit of a probability never depends on how many
    cores there are; the other cores decode, or run other sittings.
    """

    _eyes: dict[str, Eye] = field(default_factory=dict)

    def sight(self, order: Order) -> Sight:
        """Return the sight of a table; raises TableError and DeckError."""
        return sight_with(self._eye(order), order)

    def look_of(self, order: Order) -> Look:
        """Return the eye of that table."""
        return self._eye(order).look

    def _eye(self, order: Order) -> Eye:
        settings = order.settings
        name = settings.deck or order.profile.deck.enrolled
        if name not in self._eyes:
            deck = deck_of(settings, order.profile)
            self._eyes[name] = open_eye(
                Backend(settings.backend), folder=settings.weights, deck=deck, threads=1
            )
        return self._eyes[name]
