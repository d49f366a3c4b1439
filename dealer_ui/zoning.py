"""The zones of a profile over what its camera sees: what is wrong with them, in words."""

from __future__ import annotations

import numpy as np

from calibration.layouts import ZoneFlaw, zone_flaws
from calibration.lens import Lens, through
from calibration.profile import TableProfile
from dealer_ui.prompts import Catalogue


def seen_outline(profile: TableProfile) -> tuple[tuple[float, float], ...]:
    """Return the outline on the table of what the camera sees, in millimetres."""
    width, height = profile.camera.size_px
    along = np.linspace(0, 1, 12, endpoint=False)
    rim = [(x * width, 0.0) for x in along] + [(float(width), y * height) for y in along]
    rim += [(width - x * width, float(height)) for x in along]
    rim += [(0.0, height - y * height) for y in along]
    lens = Lens(profile.camera.matrix, profile.camera.distortion)
    spots = through(profile.camera.homography_px_to_mm, lens.straighten(np.array(rim)))
    return tuple((float(x), float(y)) for x, y in spots)


def seen_size(profile: TableProfile) -> tuple[float, float]:
    """Return how wide and high the table is where zones are laid, in millimetres.

    Zones begin at the table's own zero, so that is measured from there.
    """
    width, height = profile.camera.size_px
    lens = Lens(profile.camera.matrix, profile.camera.distortion)
    ends = lens.straighten(np.array([(width, height / 2), (width / 2, height)], dtype=float))
    right, bottom = through(profile.camera.homography_px_to_mm, ends)
    return float(right[0]), float(bottom[1])


def flaws_of(profile: TableProfile) -> tuple[ZoneFlaw, ...]:
    """Return what is wrong with the zones of a profile."""
    return zone_flaws(profile.zones_mm, seen_outline(profile), profile.deck.card_mm)


def zone_told(words: Catalogue, flaw: ZoneFlaw) -> str:
    """Say what is wrong with a zone, and what to do."""
    names = {
        "zone": words.text(f"calibrate.zone.{flaw.zone}"),
        "other": words.text(f"calibrate.zone.{flaw.other}") if flaw.other else "",
    }
    key = f"calibrate.zones.{flaw.trouble}"
    return f"{words.text(f'{key}.sentence', **names)} {words.text(f'{key}.remedy', **names)}"
