"""Where the camera stands against its calibration: nudges are followed, a move too far is told."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto, unique

import numpy as np

from calibration.displacement import Displacement, displaced, marker_knock
from calibration.lens import Matrix3
from calibration.profile import TableProfile
from engine.faults import Fault, Noted, Notice, TableError
from vision.drift import MOVED_PX, Anchor, Knock
from vision.frames import Frame
from vision.lasting import Lasting
from vision.rectify import TableMap
from vision.table_look import TableLook

TOO_FAR_MM, TOO_FAR_DEG = 60.0, 5.0
"""A camera that was moved further, about a card's width, may no longer see every zone whole."""

AGAIN_S = 0.5
"""How often it is looked whether a camera that was moved too far is back."""

BROAD, BROAD_S = 0.25, 0.2
"""Motion in so many blocks of the view may be arms or the camera: worth a look so soon again."""

EVERYWHERE = 0.6
"""Motion in so many blocks is that of the camera itself: no arm can spread it."""

STILL = np.eye(3)


@unique
class Step(Enum):
    """What has become of the camera's place with a frame."""

    NONE = auto()
    FOLLOWED = auto()
    UNKNOWN = auto()


class Footing:
    """Keeps the table map where the camera sees the table now."""

    def __init__(self, profile: TableProfile, table: TableMap, look: TableLook | None) -> None:
        """Follow from the look of the table when it was calibrated, if that was kept."""
        self._profile, self._table, self._look = profile, table, look
        self._anchor = Anchor()
        self._base: Matrix3 = STILL
        """Maps pixels of the anchor's picture to where they lay when the camera was calibrated."""
        self._told: Matrix3 = STILL
        self._astray: TableError | None = None
        self._looked_at = -1e9
        self._lost = Lasting(0.5, 0.0)
        self._news: list[Noted] = []

    def news(self) -> Iterator[Noted]:
        """Yield what was put right by itself since the last time."""
        news, self._news = self._news, []
        yield from news

    def follow(self, frame: Frame, spread: float) -> Step:
        """Follow the camera; tell whether the table now lies elsewhere in the picture.

        `spread` tells over how much of the view something moves (0 to 1). Raises TableError while
        the camera stands too far off, or while everything moves on and on.
        """
        moment = frame.taken_at
        if not self._anchor.is_set:
            return self._begin(frame)
        since = moment - self._looked_at
        if self._astray is not None and 0 <= since < AGAIN_S:
            raise self._astray
        is_knocked = spread > EVERYWHERE
        is_broad = spread > BROAD and not 0 <= since < BROAD_S
        if not (is_knocked or is_broad or self._astray or self._anchor.is_due(moment)):
            self._lost.see(so=False, moment=moment)
            return Step.NONE
        return self._look_again(frame, is_knocked=is_knocked)

    def _look_again(self, frame: Frame, *, is_knocked: bool) -> Step:
        moment = self._looked_at = frame.taken_at
        knock = self._anchor.check(frame.image, moment)
        is_lost = self._lost.see(so=is_knocked and knock is None, moment=moment)
        if knock is not None:
            return self._lies(self._base @ knock.matrix, moment)
        if self._astray is not None:
            raise self._astray
        if is_lost:
            raise TableError(Fault.CAMERA_MOVED, self._profile.name)
        return Step.UNKNOWN if is_knocked else Step.NONE

    def _begin(self, frame: Frame) -> Step:
        """Take the first picture as the one to compare with, and compare it with calibration."""
        self._base = self._since_calibrated(frame)
        self._anchor.drop(frame.image)
        return self._lies(self._base, frame.taken_at)

    def _since_calibrated(self, frame: Frame) -> Matrix3:
        """Return how the camera was moved while nobody watched."""
        knock = marker_knock(self._profile, frame.image)
        if knock is None and self._look is not None:
            found = self._look.anchor.check(frame.image, frame.taken_at)
            if found is None:
                self._news.append(Noted(Notice.CAMERA_UNCHECKED, frame.taken_at))
                return STILL
            knock = found.matrix
        return STILL if knock is None else knock

    def _lies(self, knock: Matrix3, moment: float) -> Step:
        """Put the table where it lies now, or tell that it lies too far off."""
        moved = displaced(self._profile, knock)
        if moved.mm > TOO_FAR_MM or moved.degrees > TOO_FAR_DEG:
            self._astray = TableError(Fault.CAMERA_MOVED, self._profile.name, moved.figures)
            raise self._astray
        self._astray = None
        size_px = self._profile.camera.size_px
        if Knock(knock).shift_from(self._table.knock, size_px) < MOVED_PX:
            return Step.NONE
        self._table.knocked(knock)
        self._tell(knock, moved, moment)
        return Step.FOLLOWED

    def _tell(self, knock: Matrix3, moved: Displacement, moment: float) -> None:
        """Note a nudge, or a drift that has come to as much since the last note."""
        if displaced(self._profile, np.linalg.inv(self._told) @ knock).is_moved:
            self._told = knock
            self._news.append(Noted(Notice.CAMERA_ADJUSTED, moment, moved.figures))
