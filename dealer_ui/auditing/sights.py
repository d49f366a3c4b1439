"""Opens the eye once for all recordings of a deck, and gives every sitting a sight of its own."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

import cv2

from dealer_ui.auditing.ahead import HalvedSight
from dealer_ui.decks import deck_of
from dealer_ui.evidence import Look
from dealer_ui.orders import Order
from dealer_ui.wiring import sight_with
from vision.eye import Eye, open_eye
from vision.network import Backend

TURN_S = 0.0005
LOOK_EVERY_S = 0.12
"""Nobody waits for a light, so every other frame at 15 a second is looked at where it is news."""


@dataclass(slots=True)
class OpenedSights:
    """The networks that were opened, by the deck that they read.

    They run on one thread each, so that the last digit of a probability never depends on how many
    cores there are; the other cores decode, or run other sittings.
    """

    _eyes: dict[str, Eye] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Keep pictures on one thread too: a pool that waits for work costs the others theirs.

        The two halves of the sight take turns in Python: whoever comes back from a network waits
        no longer than this for the other.
        """
        cv2.setNumThreads(1)
        sys.setswitchinterval(TURN_S)

    def sight(self, order: Order) -> HalvedSight:
        """Return the sight of a table; raises TableError and DeckError."""
        return sight_with(self._eye(order), order, LOOK_EVERY_S)

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
