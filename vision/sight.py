"""From a frame to the settled table: the seeing half of the line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from calibration.lens import Matrix3
from calibration.profile import TableProfile
from engine.happenings import Happening
from engine.table import TableState, Zone
from vision.arms import rim_of
from vision.drift import spread
from vision.footing import Footing, Step
from vision.frames import Frame, Picture
from vision.gate import Gate, card_cells
from vision.health import STILL_S, Health
from vision.motion import Glance, MotionSense, Stirred
from vision.network import Floats
from vision.overlooked import Overlooked
from vision.placed import Looked, Placed, added, lay_out
from vision.rectify import TableMap
from vision.seen import Quad, SeenCard, as_quad
from vision.strange_backs import StrangeBacks
from vision.table_look import TableLook
from vision.tight import tightened
from vision.tracker import Tracker
from vision.tracker_piles import Piles
from vision.tracker_state import new_among, open_questions, unknown_among
from vision.window import Place, Window, place_around
from vision.zones import ZoneMap

Look = Callable[[Picture, Window, Callable[[Quad], bool]], Iterable[SeenCard]]
"""The eye: what is seen in a window of one picture, at least where it is asked about."""


class NearEye(Protocol):
    """The eye where it is told to look."""

    @property
    def backs(self) -> Sequence[Floats]:
        """Return the prints of the backs that belong to the deck in play, where they are known."""
        ...

    def read_at(self, picture: Picture, quads: Sequence[Quad]) -> Iterable[SeenCard]:
        """Return what cards show whose corners are known."""
        ...

    def look_at(self, picture: Picture, quads: Sequence[Quad]) -> Iterable[SeenCard]:
        """Return the cards in rough boxes, each once."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How much time there is."""

    still_s: float = STILL_S
    """For so long one still picture may be shown."""
    every_s: float = 0.0
    """The eye looks at most so often."""


@dataclass(frozen=True, slots=True, eq=False)
class Sensed:
    """What a frame tells before anybody looks: what moves, and where the camera stands."""

    glance: Glance
    knock: Matrix3


class Sight:
    """Sees one table: motion on every frame, the eye on those that are worth it.

    The two halves share nothing that changes, so that one may run some frames ahead of the other.
    """

    def __init__(
        self,
        profile: TableProfile,
        look: Look,
        near: NearEye | None = None,
        *,
        looked: TableLook | None = None,
        patience: Patience = Patience(),
    ) -> None:
        """See the table of a profile with an eye, and nearer where one look is not enough.

        `looked` is how it looked when it was calibrated.
        """
        self._profile, self._look, self._near = profile, look, near
        self._table = TableMap(profile)
        self._judged = copy(self._table)
        zones = ZoneMap(profile, self._table)
        self._motion = MotionSense(rim_of(profile, self._table))
        self._gate = Gate(card_cells(profile.deck.card_mm, self._table.cell_mm), patience.every_s)
        self._footing = Footing(profile, self._table, looked)
        sharp = looked.sharpness if looked else None
        self._health = Health(profile, self._table, zones, patience.still_s, sharp)
        piles = Piles(self._judged, zones, profile.deck.card_mm)
        self._tracker = Tracker(self._judged, zones, piles)
        self._battle, self._zone_at = zones.masks[Zone.BATTLE], zones.zone_at
        backs = near.backs if near else ()
        self._strange = StrangeBacks(backs, self._judged.picture_px, self._judged.mask)
        self._untold: list[Zone] = []
        self._overlooked = Overlooked(self._judged, self._battle, profile.deck.card_mm)
        self.looks = 0
        """How many frames the eye has looked at."""

    @property
    def eye(self) -> object:
        """Return what looks: a checkpoint of a sight leaves it out, for networks are only read."""
        return getattr(self._look, "__self__", self._look)

    def see(self, frame: Frame) -> TableState | None:
        """Return the settled table when there is news.

        Raises TableError while the picture cannot be judged, or the camera stands elsewhere.
        """
        sensed = self.sense(frame)
        return None if sensed is None else self.judge(frame, sensed)

    def sense(self, frame: Frame) -> Sensed | None:
        """Take a frame into the first half: no networks, and nothing that depends on what they say.

        None while nobody knows where the camera stands; raises TableError as `see` does.
        """
        if not self._health.is_fit(frame):
            return None
        stirred = self._steady(frame)
        if stirred is None:
            return None
        glance = self._motion.see(stirred, frame.taken_at, frame.number)
        return Sensed(self._health.veiled(glance), self._table.knock)

    def judge(self, frame: Frame, sensed: Sensed) -> TableState | None:
        """Take a frame that was sensed into the second half: look if need be, and track."""
        glance = sensed.glance
        if self._judged.knock is not sensed.knock:
            self._judged.knocked(sensed.knock)
        self._tracker.watch(glance)
        curious = self._tracker.curious_cells(glance)
        for cells in self._strange.curious_cells():
            curious |= cells & ~glance.moving
        news = self._gate.news(glance, curious)
        if news is None:
            return self._with_strange_backs(self._tracker.see(glance, None))

        self.looks += 1
        place = place_around(news, self._judged)
        found = self._placed(frame.image, place)
        looked = Looked(added(found, self._missed(frame, glance, place, found)), place.shown)
        self._gate.looked(glance)
        strange = self._strange.look(frame.image, found, glance.any_arm)
        self._untold += (self._zone_at(middle) for middle in strange)
        return self._with_strange_backs(self._tracker.see(glance, looked))

    def news(self) -> Iterator[Happening]:
        """Yield what has happened to the picture and the camera since the last time."""
        yield from self._health.news()
        yield from self._footing.news()

    def _with_strange_backs(self, state: TableState | None) -> TableState | None:
        """Tell of backs of another deck with the next state that is told."""
        if state is None or not self._untold:
            return state
        zones, self._untold = tuple(self._untold), []
        return replace(state, strange_backs=zones)

    def _placed(self, image: Picture, place: Place) -> tuple[Placed, ...]:
        """Look at a place in a picture, and lay out what is found there."""

        def is_asked(quad: Quad) -> bool:
            """Tell whether what a rough box shows would be news."""
            return self._tracker.asks_about(self._judged.table_mm(np.array(quad)), place.news)

        card_mm = self._profile.deck.card_mm
        placed = lay_out(self._look(image, place.window, is_asked), self._judged, card_mm)
        if self._near is None:
            return placed
        return tightened(placed, image, self._judged, card_mm, self._near.read_at)

    def _missed(
        self, frame: Frame, glance: Glance, place: Place, found: Sequence[Placed]
    ) -> tuple[Placed, ...]:
        """Look for cards where something new lies in the battle that the finder did not find.

        A look at everything is there to correct the eye; it shows nothing new.
        """
        if self._near is None or place.news.all():
            return ()
        tracks = self._tracker.tracks
        boxes = (
            *open_questions(tracks, found, place.news & self._battle),
            *self._overlooked.boxes(
                place.news, glance, self._tracker.known, new_among(tracks, found)
            ),
        )
        if not boxes:
            return ()
        quads = [as_quad(self._judged.picture_px(box)) for box in boxes]
        seen = self._near.look_at(frame.image, quads)
        return unknown_among(tracks, lay_out(seen, self._judged, self._profile.deck.card_mm))

    def _steady(self, frame: Frame) -> Stirred | None:
        """Return the view from above as if the camera had never been knocked, and what moves.

        None while everything moves and nobody knows yet where the camera came to stand.
        """
        stirred = self._stirred(frame)
        match self._footing.follow(frame, spread(stirred.moving)):
            case Step.NONE:
                return stirred
            case Step.FOLLOWED:
                return self._stirred(frame)
            case Step.UNKNOWN:
                return None

    def _stirred(self, frame: Frame) -> Stirred:
        return self._motion.stirred(self._table.from_above(frame.image))
