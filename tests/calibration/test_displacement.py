"""How far a camera stands from where it was calibrated: by its markers, in mm and degrees."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.displacement import Displacement, displaced, marker_knock
from calibration.profile import Markers, profile_from
from tests.calibration.test_profile import document

SCALE = 0.85
SIDE = 60.0
BOOK = "DICT_4X4_50"
SPOTS = {"0": (60.0, 60.0), "1": (900.0, 60.0), "2": (900.0, 480.0), "3": (60.0, 480.0)}


def square(x, y):
    return ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))


@pytest.fixture(scope="module")
def profile():
    told = document()
    told["markers"] = {
        "dictionary": BOOK,
        "corners_mm": {n: square(*at) for n, at in SPOTS.items()},
    }
    return profile_from(told, "here")


def pixels_of(profile, points):
    """Return where points of the table lie in the calibrated picture."""
    back = np.linalg.inv(np.array(profile.camera.homography_px_to_mm))
    spread = np.column_stack([points, np.ones(len(points))]) @ back.T
    return spread[:, :2] / spread[:, 2:]


def photographed(profile, knock, *, shown=SPOTS, pushed=()):
    """Draw the markers as a knocked camera sees them; `knock` maps pixels of before to now."""
    width, height = profile.camera.size_px
    picture = np.full((height, width), 128, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, BOOK))
    side = 120
    for number in shown:
        at = np.array(square(*SPOTS[number])) + (80.0 if number in pushed else 0.0)
        now = pixels_of(profile, at) @ knock[:, :2].T + knock[:, 2]
        marker = cv2.aruco.generateImageMarker(book, int(number), side)
        framed = cv2.copyMakeBorder(marker, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=255)
        inner = np.array([(24, 24), (side + 24, 24), (side + 24, side + 24), (24, side + 24)])
        warp = cv2.getPerspectiveTransform(inner.astype(np.float32), now.astype(np.float32))
        laid = cv2.warpPerspective(framed, warp, (width, height), flags=cv2.INTER_AREA)
        over = cv2.warpPerspective(np.full_like(framed, 255), warp, (width, height))
        picture[over > 127] = laid[over > 127]
    return cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 0.6), cv2.COLOR_GRAY2BGR)


def knocked(degrees, x_px, y_px, size_px):
    turn = cv2.getRotationMatrix2D((size_px[0] / 2, size_px[1] / 2), degrees, 1)
    turn[:, 2] += (x_px, y_px)
    return turn


def measured(profile, knock, **how):
    found = marker_knock(profile, photographed(profile, knock, **how))
    return None if found is None else displaced(profile, found)


@pytest.mark.parametrize(("x_px", "y_px"), [(0, 0), (3, 0), (-4, 7), (30, -20), (80, 0)])
def test_a_shift_is_measured_to_a_millimetre(profile, x_px, y_px):
    found = measured(profile, knocked(0.0, x_px, y_px, profile.camera.size_px))
    assert found.mm == pytest.approx(np.hypot(x_px, y_px) * SCALE, abs=1.0)
    assert found.degrees == pytest.approx(0.0, abs=0.1)


@pytest.mark.parametrize("degrees", [0.2, 0.5, 1.5, 4.0])
def test_a_turn_is_measured_to_a_tenth_of_a_degree(profile, degrees):
    found = measured(profile, knocked(degrees, 0, 0, profile.camera.size_px))
    assert found.degrees == pytest.approx(degrees, abs=0.1)


def test_two_markers_are_enough_and_one_is_not(profile):
    knock = knocked(0.5, 6, 0, profile.camera.size_px)
    assert measured(profile, knock, shown=("0", "2")).degrees == pytest.approx(0.5, abs=0.15)
    assert measured(profile, knock, shown=("1",)) is None


def test_a_marker_that_was_pushed_aside_is_no_moved_camera(profile):
    found = measured(profile, knocked(0.0, 0, 0, profile.camera.size_px), pushed=("1",))
    assert found.mm < 1.0


def test_a_profile_without_markers_tells_nothing():
    bare = profile_from(document(), "here")
    assert marker_knock(bare, np.zeros((720, 1280, 3), np.uint8)) is None


@pytest.mark.parametrize(
    ("mm", "degrees", "moved"),
    [(0.0, 0.0, False), (2.9, 0.29, False), (3.0, 0.0, True), (0.0, 0.3, True), (50, 4, True)],
)
def test_three_millimetres_or_three_tenths_of_a_degree_are_a_move(mm, degrees, moved):
    assert Displacement(mm, degrees).is_moved is moved


def test_the_markers_are_part_of_the_profile(profile):
    assert isinstance(profile.markers, Markers)
