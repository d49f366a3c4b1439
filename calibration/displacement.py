"""How far a camera stands from where it was calibrated, as the table sees it: mm and degrees."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens import Lens, Matrix3, Millimetres, Pixels, rows_of, through
from calibration.markers import Picture, seen_markers
from calibration.profile import TableProfile
from engine.faults import Figures
from engine.table import Zone

MOVED_MM, MOVED_DEG = 3.0, 0.3
"""A camera that has moved by so much, over the battle area, has moved; less is how exact we are."""

MARKERS_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class Displacement:
    """By how much spots of the battle area seem to lie elsewhere, at most, and how much turned."""

    mm: float
    degrees: float

    @property
    def is_moved(self) -> bool:
        """Whether it is more than measuring is exact to."""
        return self.mm >= MOVED_MM or self.degrees >= MOVED_DEG

    @property
    def figures(self) -> Figures:
        """Return the measured values with their units."""
        return (("mm", self.mm), ("degrees", self.degrees))


def on_table(profile: TableProfile, pixels: Pixels) -> Millimetres:
    """Return where pixels lie on the table in millimetres, by the calibration."""
    lens = Lens(profile.camera.matrix, profile.camera.distortion)
    return through(profile.camera.homography_px_to_mm, lens.straighten(pixels))


def displaced(profile: TableProfile, knock: Matrix3) -> Displacement:
    """Measure a knock, which maps pixels now to where they lay when the camera was calibrated."""
    places = rows_of(profile.zones_mm[Zone.BATTLE])
    lens = Lens(profile.camera.matrix, profile.camera.distortion)
    back = through(np.linalg.inv(profile.camera.homography_px_to_mm), places)
    now = through(np.linalg.inv(knock), lens.bend(back))
    return _between(on_table(profile, now), places)


def marker_knock(profile: TableProfile, picture: Picture) -> Matrix3 | None:
    """Return the knock that the markers tell of; None without a profile's markers in sight."""
    if profile.markers is None:
        return None
    seen = seen_markers(picture, profile.markers.dictionary)
    there = sorted(set(seen) & set(profile.markers.corners_mm))
    if len(there) < MARKERS_ENOUGH:
        return None
    lens = Lens(profile.camera.matrix, profile.camera.distortion)
    places = np.vstack([rows_of(profile.markers.corners_mm[number]) for number in there])
    straight = through(np.linalg.inv(profile.camera.homography_px_to_mm), places)
    now = np.vstack([seen[number] for number in there])
    # Most corners must agree: a marker that somebody pushed aside is no moved camera.
    knock, agree = cv2.estimateAffinePartial2D(
        now, lens.bend(straight), method=cv2.RANSAC, ransacReprojThreshold=3.0
    )
    if knock is None or agree.mean() < 0.5:
        return None
    return np.vstack([knock, (0.0, 0.0, 1.0)])


def _between(found: Millimetres, places: Millimetres) -> Displacement:
    """Compare where spots seem to lie with where they do."""
    apart = float(np.linalg.norm(found - places, axis=1).max())
    one, two = found - found.mean(axis=0), places - places.mean(axis=0)
    cross = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
    turned = float(np.degrees(np.arctan2(cross.sum(), (one * two).sum())))
    return Displacement(apart, abs(turned))
