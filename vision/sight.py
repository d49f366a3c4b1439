"""From a frame to the settled table: the seeing half of the line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from calibration.profile import TableProfile
from engine.table import TableState
from vision.arms import rim_of
from vision.frames import Frame, Picture
from vision.gate import Gate, card_cells
from vision.motion import MotionSense
from vision.placed import lay_out
from vision.rectify import TableMap
from vision.seen import SeenCard
from vision.tracker import Tracker
from vision.tracker_piles import Piles
from vision.zones import ZoneMap

Look = Callable[[Picture], Iterable[SeenCard]]
"""The eye: what is seen in one picture."""


class Sight:
    """Sees one table: motion on every frame, the eye on those that are worth it."""

    def __init__(self, profile: TableProfile, look: Look) -> None:
        """See the table of a profile with an eye."""
        self._profile, self._look = profile, look
        self._table = TableMap(profile)
        zones = ZoneMap(profile, self._table)
        self._motion = MotionSense(rim_of(profile, self._table))
        self._gate = Gate(card_cells(profile.deck.card_mm, self._table.cell_mm))
        piles = Piles(self._table, zones, profile.deck.card_mm)
        self._tracker = Tracker(self._table, zones, piles)
        self.looks = 0
        """How many frames the eye has looked at."""

    def see(self, frame: Frame) -> TableState | None:
        """Return the settled table when there is news."""
        view = self._table.from_above(frame.image)
        glance = self._motion.see(view, frame.taken_at, frame.number)
        placed = None
        if self._gate.wants(glance, curious=self._tracker.is_curious):
            self.looks += 1
            found = self._look(frame.image)
            placed = lay_out(found, self._table, self._profile.deck.card_mm)
            self._gate.looked(glance)
        return self._tracker.see(glance, placed)
