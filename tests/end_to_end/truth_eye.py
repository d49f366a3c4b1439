"""An eye that knows what was drawn: lets the line be tested apart from the networks."""

from __future__ import annotations

import numpy as np

from vision.scene.film import Drawing
from vision.seen import Kind, SeenCard
from vision.sight import Sight

READ_FROM = 0.45
"""So much of a card must show for its face to be read."""
FOUND_FROM = 0.2
"""So much of it must show for it to be found at all."""


class TruthEye:
    """Sees in a frame of a drawn film what its drawing says."""

    def __init__(self, drawing: Drawing) -> None:
        """Know the drawing; `number` is the frame that is looked at."""
        self._drawing = drawing
        self.number = 0

    def look(self, _picture, window, _is_asked):
        time = self.number / self._drawing.film.camera.fps
        stage = self._drawing.performance.movements.at(time)
        painter = self._drawing.painter_at(time)
        shares = painter.visible(stage)
        return tuple(
            seen(card, painter, share)
            for card, share in zip(stage.cards, shares, strict=True)
            if share >= FOUND_FROM and not card.moving and is_wholly_in(window, painter.quad(card))
        )


def is_wholly_in(window, quad):
    """Tell whether a card lies in the window that is looked at."""
    return bool((quad >= np.array(window.low)).all() and (quad <= np.array(window.high)).all())


def seen(card, painter, share):
    """Say how a drawn card looks to an eye without fault."""
    quad = tuple((float(x), float(y)) for x, y in painter.quad(card))
    if not card.face_up:
        return SeenCard(quad, Kind.BACK, None, 0.99)
    if share < READ_FROM:
        return SeenCard(quad, Kind.UNREADABLE, None, 0.4)
    return SeenCard(quad, Kind.FACE, card.card, 0.99, ((card.card, 0.99),))


class TruthSight(Sight):
    """The seeing half of the line with an eye that knows what was drawn."""

    def __init__(self, profile, drawing):
        self._eye = TruthEye(drawing)
        super().__init__(profile, self._eye.look)

    def see(self, frame):
        self._eye.number = frame.number
        return super().see(frame)
