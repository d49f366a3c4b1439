"""A look at the source before anything begins: the right camera, and how the table looks."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from calibration.profile import TableProfile
from dealer_ui.checking import drift_of, refuse_other_camera
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import Settings
from engine.faults import TableError
from vision.camera import camera_name, is_live, open_source
from vision.frames import Picture
from vision.table_look import load_look, look_of, save_look


def try_source(source: str, profile: TableProfile, settings: Settings) -> None:
    """Look at the source once.

    Raises CameraError for a wrong one, BadInputError for a profile of another camera.
    """
    words = Catalogue.load(settings.lang)
    with closing(open_source(source)) as camera:
        try:
            frame = camera.read()
        except TableError:
            return  # a camera that is silent now is told as a fault, and waited for
    if frame is None:
        return
    refuse_other_camera(profile, frame.image, camera_name(source), words)
    if settings.profile is not None and is_live(source):
        _keep_first_look(frame.image, profile, settings.profile)


def _keep_first_look(picture: Picture, profile: TableProfile, path: Path) -> None:
    """Keep how a live table looks at first, where its calibration has kept nothing."""
    drift = drift_of(profile, picture, None)
    is_moved = drift is not None and drift.is_moved
    if not is_moved and load_look(path, profile) is None:
        with suppress(OSError):  # a folder that cannot be written to: every run begins anew
            save_look(look_of(picture, profile), path)
