"""From a frame to the settled table: the seeing half of the line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from calibration.profile import TableProfile
from engine.faults import Fault, TableError
from engine.table import TableState
from vision.arms import rim_of
from vision.backdrop import View
from vision.drift import MOVED_PX, Anchor, is_everywhere
from vision.frames import Frame, Picture
from vision.gate import Gate, card_cells
from vision.motion import MotionSense
from vision.placed import Placed, lay_out
from vision.rectify import TableMap
from vision.seen import Quad, SeenCard
from vision.tight import ReadAt, tightened
from vision.tracker import Tracker
from vision.tracker_piles import Piles
from vision.zones import ZoneMap

Look = Callable[[Picture, Callable[[Quad], bool]], Iterable[SeenCard]]
"""The eye: what is seen in one picture, at least where it is asked about."""


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
        view = self._steady_view(frame)
        glance = self._motion.see(view, frame.taken_at, frame.number)
        self._tracker.watch(glance)
        placed = None
        if self._gate.wants(glance, curious=self._tracker.is_curious(frame.taken_at)):
            self.looks += 1
            placed = self._placed(frame)
            self._gate.looked(glance)
        return self._tracker.see(glance, placed)

    def _placed(self, frame: Frame) -> tuple[Placed, ...]:
        """Look at a frame, and lay out what is found in it."""
        card_mm = self._profile.deck.card_mm
        placed = lay_out(self._look(frame.image, self._is_asked), self._table, card_mm)
        if self._read_at is None:
            return placed
        return tightened(placed, frame.image, self._table, card_mm, self._read_at)

    def _is_asked(self, quad: Quad) -> bool:
        """Tell whether what a rough box shows would be news."""
        return self._tracker.asks_about(self._table.table_mm(np.array(quad)))

    def _steady_view(self, frame: Frame) -> View:
        """Return the view from above as if the camera had never been knocked."""
        if not self._anchor.is_set:
            self._anchor.drop(frame.image)
        view = self._table.from_above(frame.image)
        knocked = is_everywhere(self._motion.stirred(view))
        if not knocked and not self._anchor.is_due(frame.taken_at):
            return view

        knock = self._anchor.check(frame.image, frame.taken_at)
        if knock is None:
            if knocked:
                raise TableError(Fault.CAMERA_MOVED, self._profile.name)
            return view
        if knock.shift_from(self._table.knock, self._profile.camera.size_px) < MOVED_PX:
            return view
        self._table.knocked(knock.matrix)
        return self._table.from_above(frame.image)
