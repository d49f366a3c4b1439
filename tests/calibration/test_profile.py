"""A table profile is strict: it is right, or it is one clear sentence."""

import copy

import pytest
import tomlkit

from calibration.profile import ProfileError, load_profile, profile_document, profile_from
from engine.seats import Actor
from engine.table import Zone

STRAIGHT = [[0.85, 0.0, 10.0], [0.0, 0.85, 10.0], [0.0, 0.0, 1.0]]


def square(x, y, width, height):
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def document():
    return {
        "name": "table-3",
        "camera": {
            "size_px": [1280, 720],
            "fps": 15,
            "matrix": [[1300, 0, 640], [0, 1300, 360], [0, 0, 1]],
            "distortion": [0, 0, 0, 0, 0],
            "homography_px_to_mm": copy.deepcopy(STRAIGHT),
        },
        "deck": {"card_mm": [63, 88], "indices": "cyrillic"},
        "seats": {"A": "bottom", "B": "top", "dealer": "left"},
        "zones_mm": {
            "battle": square(300, 140, 575, 340),
            "talon": square(95, 215, 170, 190),
            "trump": square(182, 270, 68, 80),
            "discard": square(885, 220, 160, 180),
            "hand_A": square(300, 500, 560, 140),
            "hand_B": square(300, -20, 560, 140),
        },
        "start": {"phase": "before_deal", "counts": {"talon": 36}},
    }


def test_a_profile_comes_back_from_its_file_as_it_was(tmp_path):
    profile = profile_from(document(), "here")
    path = tmp_path / "table.toml"
    path.write_text(tomlkit.dumps(profile_document(profile)), encoding="utf-8")
    assert load_profile(path) == profile


def test_six_seats_have_their_own_zones():
    six = document()
    six["seats"] |= {"C": "top", "D": "right", "E": "bottom", "F": "bottom"}
    six["zones_mm"] |= {f"hand_{seat}": square(300, 500, 90, 90) for seat in "CDEF"}
    profile = profile_from(six, "here")
    assert profile.seats[Actor.D] == "right"
    assert Zone.HAND_F in profile.zones_mm


def without(*path):
    broken = document()
    inner = broken
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return broken


def with_value(value, *path):
    broken = document()
    inner = broken
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return broken


@pytest.mark.parametrize(
    ("broken", "named"),
    [
        (with_value(1, "colour"), "unknown key colour"),
        (with_value(1, "camera", "zoom"), "unknown key camera.zoom"),
        (with_value([0, 720], "camera", "size_px"), "camera.size_px.0"),
        (with_value("wide", "deck", "card_mm"), "deck.card_mm"),
        (with_value("greek", "deck", "indices"), "deck.indices"),
        (with_value("middle", "seats", "A"), "seats.A"),
        (with_value(square(0, 0, 1, 1), "zones_mm", "bar"), "zones_mm.bar"),
        (with_value([[0, 0], [1, 1]], "zones_mm", "talon"), "zones_mm.talon"),
        (with_value(37, "start", "counts", "talon"), "start.counts.talon"),
        (with_value("kozyr-table/9", "format"), "format"),
        (without("camera"), "camera"),
        (without("zones_mm", "battle"), "zones_mm.battle is missing"),
        (without("zones_mm", "hand_B"), "zones_mm.hand_B is missing"),
    ],
)
def test_a_wrong_field_is_named(broken, named):
    with pytest.raises(ProfileError, match=r"table\.toml: ") as error:
        profile_from(broken, "table.toml")
    assert named in str(error.value)


@pytest.mark.parametrize(
    ("homography", "why"),
    [
        ([[0, 0, 0], [0, 0, 0], [0, 0, 1]], "cannot be inverted"),
        ([[85, 0, 0], [0, 85, 0], [0, 0, 1]], "outside any table"),
        ([[0.01, 0, 0], [0, 0.01, 0], [0, 0, 1]], "outside any table"),
        ([[-0.85, 0, 1090], [0, 0.85, 10], [0, 0, 1]], "mirrors the table"),
        ([[0.85, 0, 5000], [0, 0.85, 10], [0, 0, 1]], "outside the battle zone"),
        ([[0.85, 0, 10], [0, 0.85, 10], [-0.002, 0, 1]], "horizon"),
    ],
)
def test_a_mapping_that_fits_no_table_is_refused(homography, why):
    with pytest.raises(ProfileError, match=why):
        profile_from(with_value(homography, "camera", "homography_px_to_mm"), "table.toml")


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"name = ", "not a TOML file"), (b"\xff\xfe", "not a TOML file"), (b"", "field required")],
)
def test_a_file_that_is_no_profile_is_named(tmp_path, content, why):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(ProfileError, match=r"broken\.toml") as error:
        load_profile(path)
    assert why.lower() in str(error.value).lower()


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ProfileError, match=r"gone.toml: cannot be read"):
        load_profile(tmp_path / "gone.toml")
