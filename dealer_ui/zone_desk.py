"""What the calibration page works on: a picture, its profile, and what is done to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from threading import Lock

import cv2

from calibration.history import save_profile, undo
from calibration.layouts import layout
from calibration.profile import Edge, ProfileError, TableProfile, load_profile
from calibration.table_fit import FindCards
from dealer_ui.calibrating_table import (
    Still,
    Wish,
    found_table,
    made_profile,
    save_error_picture,
    still_from,
)
from dealer_ui.endings import about
from dealer_ui.prompts import Catalogue
from dealer_ui.zoning import flaws_of, seen_size, zone_told
from engine.faults import Cause, TableError
from engine.seats import Actor
from engine.table import Zone
from vision.camera import Camera
from vision.table_look import look_of, save_look

JPEG_QUALITY = 88
Corners = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Task:
    """What is calibrated: from which source, into which file, found how, by whom and when."""

    source: str
    path: Path
    wish: Wish
    find: FindCards
    by: str
    clock: Callable[[], datetime]


class ZoneDesk:
    """Holds the picture and the profile of one table; one change at a time."""

    def __init__(self, task: Task, camera: Camera) -> None:
        """Look through an open camera; raises BadInputError when it gives no picture."""
        self._task, self._camera = task, camera
        self._lock = Lock()
        self._still = self._look()

    def of(self, by: str) -> ZoneDesk:
        """Return this desk with somebody else at it: what is saved bears that name."""
        desk = copy(self)
        desk.__dict__["_task"] = replace(self._task, by=by)
        return desk

    @property
    def errors_path(self) -> Path:
        """Return where the picture of the errors lies."""
        return self._task.path.with_suffix(".png")

    @property
    def size_px(self) -> tuple[int, int]:
        """Return the size of the picture."""
        return self._still.size_px

    def profile(self) -> TableProfile | None:
        """Return the profile as its file has it, or None while there is none."""
        return load_profile(self._task.path) if self._task.path.exists() else None

    def picture(self) -> bytes:
        """Return the newest picture as JPEG; of a recording, the still one.

        Raises TableError while a live camera is lost.
        """
        image = self._still.picture
        if self._camera.length is None:
            with self._lock:
                frame = self._camera.read()
            image = image if frame is None else frame.image
        quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
        return bytes(cv2.imencode(".jpg", image, quality)[1])

    def find(self, wish: Callable[[Wish], Wish], words: Catalogue) -> TableProfile:
        """Find the table as wished and save it; raises BadInputError, and the old profile stays."""
        with self._lock:
            if self._camera.length is None:
                self._still = self._look()
            wished, old = wish(self._task.wish), self.profile()
            found = found_table(self._still, wished, self._task.find, words, old)
            made = made_profile(found, wished, old)
            written = save_profile(made, self._task.path, self._task.by, self._task.clock())
            save_error_picture(found, written, self.errors_path)
            save_look(look_of(found.still.picture, written), self._task.path)
            return written

    def laid_out(self, name: str) -> TableProfile:
        """Return the profile with the zones and seats of a layout, unsaved.

        Raises ProfileError while there is no table, KeyError for an unknown layout.
        """
        profile = self._known()
        plan = layout(name, seen_size(profile))
        return replace(profile, seats=dict(plan.seats), zones_mm=dict(plan.zones))

    def save(
        self, zones: Mapping[Zone, Corners], seats: Mapping[Actor, Edge], words: Catalogue
    ) -> tuple[list[str], TableProfile]:
        """Save zones that make sense; return what is wrong with others, and nothing is written."""
        with self._lock:
            laid = {zone: tuple((x, y) for x, y in corners) for zone, corners in zones.items()}
            profile = replace(self._known(), zones_mm=laid, seats=dict(seats))
            troubles = [zone_told(words, flaw) for flaw in flaws_of(profile)]
            if troubles:
                return troubles, profile
            return [], save_profile(profile, self._task.path, self._task.by, self._task.clock())

    def undo(self) -> TableProfile:
        """Put the version before back; raises ProfileError when there is none."""
        with self._lock:
            return undo(self._task.path, self._task.by, self._task.clock())

    def _known(self) -> TableProfile:
        profile = self.profile()
        if profile is None:
            told = f"{self._task.path}: there is no profile yet"
            raise ProfileError(told, Cause("profile-none", str(self._task.path)))
        return profile

    def _look(self) -> Still:
        try:
            return still_from(self._camera.frames(), self._task.source)
        except TableError as error:
            raise about(error) from error
