"""A film's description becomes a profile; markers in its pictures give the homography."""

import json

import cv2
import numpy as np
import pytest

from calibration.film import import_film, needs_pictures
from calibration.lens import Lens, rows_of, through
from calibration.profile import ProfileError

SIZE = (1280, 720)
CAMERA = [[1300.0, 0.0, 645.0], [0.0, 1300.0, 352.0], [0.0, 0.0, 1.0]]
BEND = [-0.09, 0.015, 0.0004, -0.0006, 0.0]
TRUE = np.array([[0.86, 0.02, 5.0], [-0.015, 0.85, 12.0], [-1e-5, 2e-5, 1.0]])
PLACES = {"0": (40, 40), "1": (1000, 45), "2": (1005, 520), "3": (42, 515)}


def square(x, y, side):
    return [[x, y], [x + side, y], [x + side, y + side], [x, y + side]]


def description(**calibration):
    return {
        "film": "f1",
        "fps": 15,
        "size": list(SIZE),
        "profile": "casino-by-2001",
        "game_no": 1,
        "seats": {"A": "bottom", "B": "top", "dealer": "left"},
        "card_mm": [63.0, 88.0],
        "zones_mm": {
            "battle": [[300, 140], [875, 140], [875, 480], [300, 480]],
            "talon": [[95, 215], [265, 215], [265, 405], [95, 405]],
            "discard": [[885, 220], [1045, 220], [1045, 400], [885, 400]],
            "hand_A": [[300, 500], [860, 500], [860, 640], [300, 640]],
            "hand_B": [[300, -20], [860, -20], [860, 120], [300, 120]],
        },
        "initial_state": {"phase": "before_deal", "talon": 36, "discard": 0},
        "deck": {"indices": "latin"},
        "calibration": {
            "camera_matrix": CAMERA,
            "dist_coeffs": BEND,
            "homography_px_to_mm": None,
            "marker_positions_mm": {n: square(*place, 60) for n, place in PLACES.items()},
            "marker_dictionary": "DICT_4X4_50",
            "marker_size_mm": 60,
        }
        | calibration,
    }


def written(tmp_path, document):
    path = tmp_path / "f1.input.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def picture():
    """The table with its markers as the bent lens shows it."""
    table = np.full((1240, 2200, 3), 90, np.uint8)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in PLACES.items():
        marker = cv2.aruco.generateImageMarker(book, int(number), 120)
        around = (slice(2 * y - 20, 2 * y + 140), slice(2 * x - 20, 2 * x + 140))
        table[around] = 255
        table[2 * y : 2 * y + 120, 2 * x : 2 * x + 120] = marker[..., None]

    pixels = np.stack(np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1])), axis=-1)
    lens = Lens(tuple(map(tuple, CAMERA)), tuple(BEND))
    spots = through(TRUE, lens.straighten(pixels.reshape(-1, 2).astype(float)))
    lookup = (2 * spots).reshape(SIZE[1], SIZE[0], 2).astype(np.float32)
    return cv2.remap(table, lookup, None, cv2.INTER_LINEAR)


def worst_mm(profile):
    corners = np.array([[100, 100], [1200, 90], [1180, 640], [90, 650]], dtype=float)
    found = through(profile.camera.homography_px_to_mm, corners)
    return np.abs(found - through(TRUE, corners)).max()


def test_markers_give_the_homography(tmp_path, picture):
    profile = import_film(written(tmp_path, description()), [picture])
    assert worst_mm(profile) < 1.0
    assert profile.provenance.method == "markers"
    assert profile.provenance.error_mm < 0.5


def test_a_hand_over_a_marker_does_no_harm(tmp_path, picture):
    covered = picture.copy()
    cv2.circle(covered, (60, 60), 60, (120, 150, 200), -1)
    profile = import_film(written(tmp_path, description()), [covered, picture, covered])
    assert worst_mm(profile) < 1.0


def test_three_markers_are_enough(tmp_path, picture):
    covered = picture.copy()
    covered[:120, :120] = 90
    assert worst_mm(import_film(written(tmp_path, description()), [covered])) < 2.0


def test_a_given_homography_is_taken(tmp_path):
    path = written(tmp_path, description(homography_px_to_mm=TRUE.tolist()))
    assert not needs_pictures(path)
    assert worst_mm(import_film(path)) < 1e-6


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (description(), "fewer than three of the markers"),
        (description(marker_dictionary="DICT_OF_DREAMS"), "marker_dictionary"),
        (description(marker_positions_mm=None), "neither a homography nor markers"),
        ({"film": "f1"}, "not a film description"),
        ([1, 2], "not a film description"),
        (description(homography_px_to_mm=[[0, 0, 0]] * 3), "cannot be inverted"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(tmp_path, document, why):
    with pytest.raises(ProfileError, match=r"f1.input.json") as error:
        import_film(written(tmp_path, document), [np.zeros((720, 1280, 3), np.uint8)])
    assert why in str(error.value)


def test_the_lens_bends_back_what_it_straightens():
    lens = Lens(tuple(map(tuple, CAMERA)), tuple(BEND))
    points = rows_of([(10, 10), (640, 360), (1270, 700), (20, 710)])
    assert np.abs(lens.bend(lens.straighten(points)) - points).max() < 0.05
