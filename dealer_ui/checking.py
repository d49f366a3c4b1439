"""Checking a profile on any source: cards are measured as they come to rest."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.check import MOVED_MM, NINE, NinePlaces, marker_drift_mm, steady
from calibration.lens import Lens, Pixels
from calibration.profile import TableProfile
from calibration.table_fit import FindCards, TableFlaw, card_pieces
from dealer_ui.calibrating_table import is_other_camera
from dealer_ui.endings import BadInputError
from dealer_ui.prompts import Catalogue
from vision.camera import camera_name, open_source
from vision.frames import Picture

LOOK_EVERY_S = 0.5
STEADY_PX = 1.5


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has come to: the nine places, and how far the markers have drifted."""

    places: NinePlaces
    drift_mm: float | None

    @property
    def is_good(self) -> bool:
        """Whether the profile still fits."""
        return self.places.is_good and (self.drift_mm or 0.0) < MOVED_MM


def check_source(
    source: str,
    profile: TableProfile,
    card_mm: tuple[float, float],
    find: FindCards,
    words: Catalogue,
) -> Checked:
    """Measure cards until nine places are done or the source is over; Ctrl-C ends it.

    Raises BadInputError when the profile belongs to another camera.
    """
    places, drift = NinePlaces(profile, card_mm), None
    before: list[Pixels] = []
    are_photographs, due_at = Path(source).is_dir(), 0.0
    with closing(open_source(source)) as camera, suppress(KeyboardInterrupt):
        for frame in camera.frames():
            if frame.taken_at < due_at and not are_photographs:
                continue
            due_at = frame.taken_at + LOOK_EVERY_S
            refuse_other_camera(profile, frame.image, camera_name(source), words)
            seen_drift = marker_drift_mm(profile, frame.image)
            drift = seen_drift if seen_drift is not None else drift
            cards = _cards(frame.image, profile, card_mm, find)
            for corners in cards:
                if are_photographs or camera.length == 1 or steady(before, corners, STEADY_PX):
                    places.measure(corners)
            before = cards
            if places.is_complete and not are_photographs:
                break
    return Checked(places, drift)


def refuse_other_camera(
    profile: TableProfile, picture: Picture, camera: str, words: Catalogue
) -> None:
    """Raise BadInputError when a picture cannot be of the camera that a profile was made for."""
    size = (picture.shape[1], picture.shape[0])
    if size != profile.camera.size_px:
        sizes = {
            "lens": "x".join(map(str, profile.camera.size_px)),
            "here": "x".join(map(str, size)),
        }
        raise BadInputError(words.text("calibrate.table.other-size", **sizes))
    if profile.provenance.camera and is_other_camera(profile.provenance.camera, camera):
        parts = {"lens": profile.provenance.camera, "here": camera}
        raise BadInputError(words.text("calibrate.table.other-camera", **parts))


def warning_of_drift(profile: TableProfile, picture: Picture, words: Catalogue) -> str | None:
    """Say that the camera was moved since it was calibrated, if its markers say so."""
    drift = marker_drift_mm(profile, picture)
    if drift is None or drift < MOVED_MM:
        return None
    return words.text("calibrate.check.moved", mm=f"{drift:.1f}")


def grid_lines(places: NinePlaces) -> list[str]:
    """Draw the nine places as they lie on the table."""
    errors = places.errors
    cells = [f"{errors[n]:5.2f}" if n in errors else "    -" for n in range(NINE)]
    return ["  ".join(cells[row : row + 3]) for row in (0, 3, 6)]


def verdict(done: Checked, words: Catalogue) -> list[str]:
    """Say what the check has come to."""
    errors = list(done.places.errors.values())
    lines = []
    if errors:
        figures = {"median": f"{np.median(errors):.2f}", "worst": f"{max(errors):.2f}"}
        lines.append(words.text("calibrate.check.figures", **figures))
    if not done.places.is_complete:
        lines.append(words.text("calibrate.check.left", left=NINE - len(errors)))
    if done.drift_mm is not None:
        moved = "moved" if done.drift_mm >= MOVED_MM else "drift"
        lines.append(words.text(f"calibrate.check.{moved}", mm=f"{done.drift_mm:.1f}"))
    if done.is_good:
        lines.append(words.text("calibrate.check.good"))
    return lines


def _cards(
    picture: Picture, profile: TableProfile, card_mm: tuple[float, float], find: FindCards
) -> list[Pixels]:
    lens = Lens(profile.camera.matrix, profile.camera.distortion)
    pieces = card_pieces(picture, lens, find, card_mm, least=1)
    return [] if isinstance(pieces, TableFlaw) else [piece.pixels for piece in pieces]
