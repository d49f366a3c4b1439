"""The eye as calibration needs it: outlines of whole cards in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from calibration.lens import Pixels
from calibration.table_fit import FindCards
from dealer_ui.settings import Settings
from vision.eye import Eye, open_eye
from vision.frames import Picture
from vision.network import Backend
from vision.seen import Kind

SINGLE = (Kind.FACE, Kind.UNREADABLE)


def cards_of(settings: Settings) -> FindCards:
    """Return what finds cards that lie face up; the networks are opened when it is first asked.

    Backs are left out: a whole pack shows one, and its top lies above the table.
    """

    def find(picture: Picture) -> Sequence[Pixels]:
        eye = _eye(settings.backend, settings.weights)
        seen = eye.look(picture)
        return [np.array(card.quad) for card in seen if card.kind in SINGLE]

    return find


@cache
def _eye(backend: str, weights: Path | None) -> Eye:
    return open_eye(Backend(backend), folder=weights)
