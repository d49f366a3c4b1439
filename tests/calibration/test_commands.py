"""From a picture to a checked table with commands alone: no step needs a text editor."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from calibration.lens_profile import LensProfile, save_lens
from calibration.profile import load_profile
from dealer_ui import seeing
from engine.table import Zone
from tests.calibration.drawn import DrawnCamera
from tests.calibration.drawn_table import BATTLE, CARD_MM, DrawnTable
from tests.calibration.test_history import NOON

CAMERA = DrawnCamera((1280, 720), barrel=-0.2, noise=1.0)
POSE = CAMERA.pose(12, 2, (550, 310), 1230, 50)
NINE = [(x, y) for y in (195, 310, 425) for x in (395, 586, 777)]


@pytest.fixture
def cards_lie(monkeypatch):
    """Say where cards lie, in place of the networks: the rest of the line is real."""
    lying = []
    monkeypatch.setattr(seeing, "_eye", lambda *_: None)
    find = lambda _settings: lambda _picture: [CAMERA.pixels(quad, POSE) for quad in lying]  # noqa: E731
    monkeypatch.setattr(seeing, "cards_of", find)
    return lying


@pytest.fixture
def lens(tmp_path):
    path = tmp_path / "lens.toml"
    known = CAMERA.lens
    save_lens(
        LensProfile(
            "photo", (1280, 720), known.matrix, known.distortion, 0.1, 12, 0.9, "Anna", NOON
        ),
        path,
    )
    return path


def photograph(tmp_path, table, name="table.png", camera=CAMERA):
    path = tmp_path / name
    cv2.imwrite(str(path), table.seen_by(camera, POSE))
    return path


@pytest.fixture
def marked(tmp_path):
    return photograph(tmp_path, DrawnTable().with_markers())


def test_markers_make_a_profile_with_its_errors_drawn(kozyr, tmp_path, marked, lens, cards_lie):
    out = tmp_path / "t1.toml"
    done = kozyr("calibrate", "table", marked, out, "--lens", lens, "--by", "Anna", "--name", "t1")
    assert (done.code, done.err) == (0, "")
    profile = load_profile(out)
    assert (profile.name, profile.provenance.by, profile.provenance.method) == (
        "t1",
        "Anna",
        "markers",
    )
    assert profile.provenance.error_mm < 1.5
    assert set(profile.markers.corners_mm) == {"0", "1", "2", "3"}
    assert cv2.imread(str(out.with_suffix(".png"))).shape == (720, 1280, 3)

    again = kozyr("calibrate", "table", marked, out, "--lens", lens)
    assert again.code == 0
    assert "version 2" in again.out
    second = load_profile(out)
    assert second.zones_mm == profile.zones_mm
    drawn = [np.array(p.camera.homography_px_to_mm) for p in (profile, second)]
    assert np.allclose(drawn[0], drawn[1], atol=0.01)


@pytest.mark.parametrize("layout", ["casino", "seats-6"])
def test_four_cards_will_do(kozyr, tmp_path, lens, cards_lie, layout):
    table = DrawnTable().with_cards()
    cards_lie += table.things.values()
    out = tmp_path / "t.toml"
    shot = photograph(tmp_path, table)
    done = kozyr("calibrate", "table", shot, out, "--lens", lens, "--layout", layout)
    assert (done.code, done.err) == (0, "")
    assert load_profile(out).provenance.method == "cards"


def test_a_recording_may_be_looked_at_where_the_things_lie(kozyr, tmp_path, lens, cards_lie):
    film = tmp_path / "film"
    film.mkdir()
    photograph(film, DrawnTable(), "0.png")
    photograph(film, DrawnTable().with_markers(), "1.png")
    out = tmp_path / "t.toml"

    assert kozyr("calibrate", "table", film, out, "--lens", lens).code == 2
    assert not out.exists()
    assert kozyr("calibrate", "table", film, out, "--lens", lens, "--at", 0.05).code == 0


def test_the_corners_of_the_felt_will_do(kozyr, tmp_path, lens, cards_lie):
    shot = photograph(tmp_path, DrawnTable())
    clicks = CAMERA.pixels([(0, 0), (1100, 0), (1100, 620), (0, 620)], POSE).round()
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in clicks)
    out = tmp_path / "t.toml"
    arguments = ("--lens", lens, "--corners", corners, "--felt", "1100x620")
    done = kozyr("calibrate", "table", shot, out, *arguments)
    assert (done.code, done.err) == (0, "")
    assert load_profile(out).zones_mm[Zone.BATTLE][0] == (300.0, 138.0)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--method", "magic"), "--method magic: there is no such choice"),
        (("--layout", "seats-9"), "--layout seats-9: there is no such choice"),
        (("--card", "63"), "--card: write a size in mm as 63x88"),
        (("--method", "felt"), "These are not four corners"),
        (("--method", "felt", "--corners", "1,2 3"), "--corners: write four corners"),
        (("--method", "cards"), "0 of 4 cards can be used"),
        (("--method", "board"), "0 of 4 the board can be used"),
        (("--lens", "no.toml"), "no.toml: there is no such file"),
    ],
)
def test_what_cannot_be_used_is_refused_and_the_old_profile_stays(
    kozyr, tmp_path, marked, lens, cards_lie, arguments, why
):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    before = out.read_bytes()
    refused = kozyr("calibrate", "table", marked, out, "--lens", lens, *arguments)
    assert refused.code == 2
    assert why in refused.err
    assert refused.err.count("\n") == 1
    assert out.read_bytes() == before


def test_three_markers_are_refused_with_what_to_do(kozyr, tmp_path, lens, cards_lie):
    shot = photograph(tmp_path, DrawnTable().with_markers(numbers=(0, 1, 3)))
    refused = kozyr("calibrate", "table", shot, tmp_path / "t.toml", "--lens", lens)
    assert refused.code == 2
    assert "3 of 4 markers can be used (0, 1, 3). Lay four in view" in refused.err
    assert not (tmp_path / "t.toml").exists()


@pytest.mark.parametrize("is_known", [False, True])
def test_a_mirrored_camera_is_told_so_whatever_method_was_meant(
    kozyr, tmp_path, marked, lens, cards_lie, is_known
):
    out = tmp_path / "t.toml"
    if is_known:
        assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    before = out.read_bytes() if is_known else None
    shot = tmp_path / "mirrored.png"
    cv2.imwrite(str(shot), np.ascontiguousarray(cv2.imread(str(marked))[:, ::-1]))
    refused = kozyr("calibrate", "table", shot, out, "--lens", lens)
    assert refused.code == 2
    assert "The picture is mirrored. Turn mirroring off" in refused.err
    assert (out.read_bytes() if is_known else None) == before


def test_markers_printed_to_another_scale_are_refused_and_named(
    kozyr, tmp_path, marked, lens, cards_lie
):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    before = out.read_bytes()
    others = DrawnTable().with_markers(side_mm=54.0)
    shot = photograph(tmp_path, others, "others.png")
    refused = kozyr("calibrate", "table", shot, out, "--lens", lens)
    assert refused.code == 2
    assert "the table by its markers is" in refused.err
    assert "Markers that were moved or printed anew: --anew." in refused.err
    one = DrawnTable().with_markers(numbers=(0, 1, 2)).with_markers(54.0, (3,), ((170, 510),))
    shot = photograph(tmp_path, one, "one.png")
    refused = kozyr("calibrate", "table", shot, out, "--lens", lens, "--anew")
    assert "marker 3 comes out" in refused.err
    assert out.read_bytes() == before


@pytest.mark.parametrize("command", ["check", "watch"])
def test_the_profile_of_another_picture_size_is_refused(
    kozyr, tmp_path, marked, lens, cards_lie, command
):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    before = out.read_bytes()
    small = DrawnCamera((960, 540), barrel=-0.2)
    shot = photograph(tmp_path, DrawnTable().with_markers(), "small.png", camera=small)
    words = (
        ("calibrate", "check", shot, out)
        if command == "check"
        else (
            "watch",
            shot,
            "--table",
            out,
        )
    )
    refused = kozyr(*words)
    assert refused.code == 2
    assert "pictures of 1280x720, this source gives 960x540. Set the camera" in refused.err
    assert out.read_bytes() == before


def test_the_lens_of_another_picture_size_is_refused(kozyr, tmp_path, lens, cards_lie):
    small = DrawnCamera((960, 540), barrel=-0.2)
    shot = photograph(tmp_path, DrawnTable().with_markers(), camera=small)
    refused = kozyr("calibrate", "table", shot, tmp_path / "t.toml", "--lens", lens)
    assert refused.code == 2
    assert "pictures of 1280x720, this source gives 960x540" in refused.err


def checked_table(tmp_path, off_mm=0.0):
    table = DrawnTable()
    size = (CARD_MM[0] + off_mm, CARD_MM[1])
    cards = ("6c", "7c", "8c", "9c", "Tc", "6d", "7d", "8d", "9d")
    return table.with_cards(cards, size, NINE)


@pytest.mark.parametrize(("off_mm", "code"), [(0.0, 0), (4.5, 1)])
def test_a_card_is_measured_at_nine_places(kozyr, tmp_path, marked, lens, cards_lie, off_mm, code):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    table = checked_table(tmp_path, off_mm)
    cards_lie += table.things.values()
    shot = photograph(tmp_path, table, "cards.png")
    done = kozyr("calibrate", "check", shot, out, "--json")
    assert done.code == code, done
    told = json.loads(done.out)
    assert len(told["errors_mm"]) == 9
    assert told["good"] is (code == 0)
    assert max(told["errors_mm"].values()) == pytest.approx(off_mm, abs=1.0)
    spoken = kozyr("calibrate", "check", shot, out)
    assert len(spoken.out.splitlines()[0].split()) == 3


def test_places_without_a_card_are_counted(kozyr, tmp_path, marked, lens, cards_lie):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    done = kozyr("calibrate", "check", marked, out)
    assert done.code == 1
    assert "Places without a card: 9" in done.out
    assert "The camera stands 0.0 mm, 0.0" in done.out


def test_a_camera_that_was_moved_is_told_by_its_markers(kozyr, tmp_path, marked, lens, cards_lie):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    moved = np.roll(cv2.imread(str(marked)), 14, axis=1)
    shot = tmp_path / "moved.png"
    cv2.imwrite(str(shot), moved)
    done = kozyr("calibrate", "check", shot, out)
    assert "The camera has been moved" in done.out


def test_versions_are_listed_compared_and_undone(kozyr, tmp_path, marked, lens, cards_lie):
    out = tmp_path / "t.toml"
    for name, by in (("one", "Anna"), ("two", "Boris")):
        assert (
            kozyr(
                "calibrate", "table", marked, out, "--lens", lens, "--name", name, "--by", by
            ).code
            == 0
        )
    listed = kozyr("calibrate", "history", out).out.splitlines()
    assert [line.split()[-5:][2] for line in listed] != []
    assert "Anna" in listed[0]
    assert listed[1].startswith("*")
    assert 'name: "one" -> "two"' in kozyr("calibrate", "diff", out).out
    assert kozyr("calibrate", "undo", out).out.endswith("version 3\n")
    assert load_profile(out).name == "one"
    assert kozyr("calibrate", "undo", out, "--to", "7").code == 2


def test_the_battle_area_is_where_it_was_drawn(kozyr, tmp_path, lens, cards_lie):
    """The whole way through the command: distances in the drawing come out to a millimetre."""
    from calibration.check import on_table
    from tests.calibration.drawn_table import DrawnTable as Table

    table = Table().with_markers()
    out = tmp_path / "t.toml"
    shot = photograph(tmp_path, table)
    assert kozyr("calibrate", "table", shot, out, "--lens", lens).code == 0
    found = on_table(load_profile(out), CAMERA.pixels(BATTLE, POSE))
    apart = np.linalg.norm(found[:, None] - found[None], axis=2)
    true = np.linalg.norm(BATTLE[:, None] - BATTLE[None], axis=2)
    assert np.abs(apart - true).max() < 1.5


@pytest.mark.parametrize("markers_lie", [True, False], ids=["by-markers", "by-the-look"])
def test_how_far_a_camera_was_moved_is_told_in_figures(
    kozyr, tmp_path, marked, lens, cards_lie, markers_lie
):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    assert out.with_name("t.look.npz").exists()
    if not markers_lie:
        known = out.read_text(encoding="utf-8")
        out.write_text(known[: known.index("[markers")], encoding="utf-8")
    shot = tmp_path / "moved.png"
    cv2.imwrite(str(shot), np.roll(cv2.imread(str(marked)), 8, axis=1))
    told = json.loads(kozyr("calibrate", "check", shot, out, "--json").out)
    # In the middle of the picture; towards its rim a pixel of this lens is more.
    mm_per_px = 1230 / CAMERA.lens.matrix[0][0]
    assert told["drift_mm"] == pytest.approx(8 * mm_per_px, rel=0.3)
    assert told["drift_degrees"] == pytest.approx(0.0, abs=0.3)
    assert told["good"] is False


def test_a_table_that_is_calibrated_anew_is_held_against_its_new_look(
    kozyr, tmp_path, marked, lens, cards_lie
):
    out = tmp_path / "t.toml"
    assert kozyr("calibrate", "table", marked, out, "--lens", lens).code == 0
    first = out.with_name("t.look.npz").read_bytes()
    shot = tmp_path / "moved.png"
    cv2.imwrite(str(shot), np.roll(cv2.imread(str(marked)), 8, axis=1))
    assert kozyr("calibrate", "table", shot, out, "--lens", lens).code == 0
    assert out.with_name("t.look.npz").read_bytes() != first
    told = json.loads(kozyr("calibrate", "check", shot, out, "--json").out)
    assert told["drift_mm"] < 1.0
