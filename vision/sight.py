"""From a frame to the settled table: the seeing half of the line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from calibration.profile import TableProfile
from engine.faults import Fault, TableError
from engine.table import TableState
from vision.arms import rim_of
from vision.drift import MOVED_PX, Anchor, is_everywhere
from vision.frames import Frame, Picture
from vision.gate import Gate, card_cells
from vision.motion import MotionSense, Stirred
from vision.placed import Looked, Placed, lay_out
from vision.rectify import TableMap
from vision.seen import Quad, SeenCard
from vision.tight import ReadAt, tightened
from vision.tracker import Tracker
from vision.tracker_piles import Piles
from vision.window import Place, Window, place_around
from vision.zones import ZoneMap

Look = Callable[[Picture, Window, Callable[[Quad], bool]], Iterable[SeenCard]]
"""The eye: what is seen in a window of one picture, at least where it is asked about."""


class Sight:
    """Sees one table: motion on every frame, the eye on those that are worth it."""

    def __init__(self, profile: TableProfile, look: Look, read_at: ReadAt | None = None) -> None:
        """See the table of a profile with an eye, and with its reading half if it has one."""
        self._profile, self._look, self._read_at = profile, look, read_at
        self._table = TableMap(profile)
        zones = ZoneMap(profile, self._table)
        self._motion = MotionSense(rim_of(profile, self._table))
        self._gate = Gate(card_cells(profile.deck.card_mm, self._table.cell_mm))
        self._anchor = Anchor()
        piles = Piles(self._table, zones, profile.deck.card_mm)
        self._tracker = Tracker(self._table, zones, piles)
        self.looks = 0
        """How many frames the eye has looked at."""

    def see(self, frame: Frame) -> TableState | None:
        """Return the settled table when there is news.

        Raises TableError while the camera has been knocked and its new place is not found.
        """
        glance = self._motion.see(self._steady(frame), frame.taken_at, frame.number)
        self._tracker.watch(glance)
        news = self._gate.news(glance, self._tracker.curious_cells(glance))
        if news is None:
            return self._tracker.see(glance, None)

        self.looks += 1
        place = place_around(news, self._table)
        looked = Looked(self._placed(frame.image, place), place.shown)
        self._gate.looked(glance)
        return self._tracker.see(glance, looked)

    def _placed(self, image: Picture, place: Place) -> tuple[Placed, ...]:
        """Look at a place in a picture, and lay out what is found there."""

        def is_asked(quad: Quad) -> bool:
            """Tell whether what a rough box shows would be news."""
            return self._tracker.asks_about(self._table.table_mm(np.array(quad)), place.news)

        card_mm = self._profile.deck.card_mm
        placed = lay_out(self._look(image, place.window, is_asked), self._table, card_mm)
        if self._read_at is None:
            return placed
        return tightened(placed, image, self._table, card_mm, self._read_at)

    def _steady(self, frame: Frame) -> Stirred:
        """Return the view from above as if the camera had never been knocked, and what moves."""
        if not self._anchor.is_set:
            self._anchor.drop(frame.image)
        stirred = self._stirred(frame)
        knocked = is_everywhere(stirred.moving)
        if not knocked and not self._anchor.is_due(frame.taken_at):
            return stirred

        knock = self._anchor.check(frame.image, frame.taken_at)
        if knock is None:
            if knocked:
                raise TableError(Fault.CAMERA_MOVED, self._profile.name)
            return stirred
        if knock.shift_from(self._table.knock, self._profile.camera.size_px) < MOVED_PX:
            return stirred
        self._table.knocked(knock.matrix)
        return self._stirred(frame)

    def _stirred(self, frame: Frame) -> Stirred:
        return self._motion.stirred(self._table.from_above(frame.image))
