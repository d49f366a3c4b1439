"""Checking a profile on any source: cards are measured as they come to rest."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.check import NINE, NinePlaces, steady
from calibration.displacement import Displacement, displaced, marker_knock
from calibration.lens import Lens, Pixels
from calibration.profile import TableProfile
from calibration.table_fit import FindCards, TableFlaw, card_pieces
from dealer_ui.calibrating_table import is_other_camera
from dealer_ui.endings import BadInputError
from dealer_ui.prompts import Catalogue
from vision.camera import camera_name, open_source
from vision.frames import Picture
from vision.table_look import TableLook

LOOK_EVERY_S = 0.5
STEADY_PX = 1.5


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check has come to: the nine places, and how far the camera stands off, if known."""

    places: NinePlaces
    drift: Displacement | None

    @property
    def is_good(self) -> bool:
        """Whether the profile still fits."""
        return self.places.is_good and not (self.drift is not None and self.drift.is_moved)


@dataclass(frozen=True, slots=True)
class KnownTable:
    """A table's profile, and how it looked when it was calibrated if that was kept."""

    profile: TableProfile
    look: TableLook | None = None


def check_source(
    source: str,
    table: KnownTable,
    card_mm: tuple[float, float],
    find: FindCards,
    words: Catalogue,
) -> Checked:
    """Measure cards until nine places are done or the source is over; Ctrl-C ends it.

    Raises BadInputError when the profile belongs to another camera.
    """
    profile, drift = table.profile, None
    places = NinePlaces(profile, card_mm)
    before: list[Pixels] = []
    are_photographs, due_at = Path(source).is_dir(), 0.0
    with closing(open_source(source)) as camera, suppress(KeyboardInterrupt):
        for frame in camera.frames():
            if frame.taken_at < due_at and not are_photographs:
                continue
            due_at = frame.taken_at + LOOK_EVERY_S
            refuse_other_camera(profile, frame.image, camera_name(source), words)
            drift = drift_of(profile, frame.image, table.look) or drift
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


def drift_of(
    profile: TableProfile, picture: Picture, look: TableLook | None
) -> Displacement | None:
    """Measure how far a camera stands from where it was calibrated; None where nothing tells."""
    knock = marker_knock(profile, picture)
    if knock is None and look is not None:
        found = look.anchor.check(picture, 0.0)
        knock = None if found is None else found.matrix
    return None if knock is None else displaced(profile, knock)


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
        figures = {"median": float(np.median(errors)), "worst": max(errors)}
        lines.append(
            words.text(
                "calibrate.check.figures", **{k: words.number(v, 2) for k, v in figures.items()}
            )
        )
    if not done.places.is_complete:
        lines.append(words.text("calibrate.check.left", left=NINE - len(errors)))
    if done.drift is not None:
        moved = "moved" if done.drift.is_moved else "drift"
        parts = {
            "mm": words.number(done.drift.mm, 1),
            "degrees": words.number(done.drift.degrees, 2),
        }
        lines.append(words.text(f"calibrate.check.{moved}", **parts))
    if done.is_good:
        lines.append(words.text("calibrate.check.good"))
    return lines


def _cards(
    picture: Picture, profile: TableProfile, card_mm: tuple[float, float], find: FindCards
) -> list[Pixels]:
    lens = Lens(profile.camera.matrix, profile.camera.distortion)
    pieces = card_pieces(picture, lens, find, card_mm, least=1)
    return [] if isinstance(pieces, TableFlaw) else [piece.pixels for piece in pieces]
