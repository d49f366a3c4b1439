"""The table is found by markers, cards, a board or the felt's corners, or it is said why not."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.edges import sharpened
from calibration.error_picture import error_picture
from calibration.layouts import layout
from calibration.plane import Piece, fit_plane, rectangle_mm, size_error_mm
from calibration.sheets import MARKER_DICTIONARY
from calibration.table_fit import (
    TableFlaw,
    TableTrouble,
    board_pieces,
    card_pieces,
    felt_pieces,
    find_table,
    marker_pieces,
)
from tests.calibration.drawn import DrawnCamera
from tests.calibration.drawn_table import BATTLE, CARD_MM, TABLE_MM, DrawnTable, point_errors

SIZE = (1280, 720)
CAMERA = DrawnCamera(SIZE, barrel=-0.2, noise=2.0)
POSE = CAMERA.pose(14, 3, (550, 310), 1230, 50)


@pytest.fixture(scope="module")
def tables():
    return {
        "cards": DrawnTable().with_cards(),
        "markers": DrawnTable().with_markers(),
        "board": DrawnTable().with_board(),
        "felt": DrawnTable(),
    }


@pytest.fixture(scope="module")
def pictures(tables):
    return {name: table.seen_by(CAMERA, POSE) for name, table in tables.items()}


def rough(table, off_px=1.5, seed=4):
    """Return a finder of cards that is off by some pixels at every corner."""
    rng = np.random.default_rng(seed)

    def find(_picture):
        quads = [CAMERA.pixels(corners, POSE) for corners in table.things.values()]
        return [quad + rng.normal(0, off_px, (4, 2)) for quad in quads]

    return find


def pieces_of(method, picture, table):
    match method:
        case "markers":
            return marker_pieces(picture, CAMERA.lens, MARKER_DICTIONARY, 60.0)
        case "cards":
            return card_pieces(picture, CAMERA.lens, rough(table), CARD_MM)
        case "board":
            return board_pieces(picture)
    off = np.array([(3, -2), (-3, 3), (2, 3), (-2, -3)])
    clicks = CAMERA.pixels(rectangle_mm(*TABLE_MM), POSE) + off
    return felt_pieces(picture, CAMERA.lens, clicks, TABLE_MM)


@pytest.mark.parametrize("method", ["markers", "cards", "board", "felt"])
def test_every_method_finds_the_battle_area_to_a_millimetre(method, pictures, tables):
    pieces = pieces_of(method, pictures[method], tables[method])
    fit = find_table(CAMERA.lens, SIZE, pieces)
    errors = point_errors(fit, CAMERA, POSE)
    assert np.median(errors) <= 1.0
    assert errors.max() <= 3.0
    assert fit.error_mm < 3.0


def test_the_felt_gives_the_table_its_zero(pictures, tables):
    fit = find_table(CAMERA.lens, SIZE, pieces_of("felt", pictures["felt"], tables["felt"]))
    assert np.abs(fit.table_mm(CAMERA.pixels(BATTLE, POSE)) - BATTLE).max() < 1.5


def test_markers_put_zero_where_the_picture_begins(pictures, tables):
    pieces = pieces_of("markers", pictures["markers"], tables["markers"])
    fit = find_table(CAMERA.lens, SIZE, pieces)
    left, right, top = fit.table_mm(np.array([(0.0, 360), (1280.0, 360), (640.0, 0)]))
    assert abs(left[1] - right[1]) < 1e-3
    assert (left[0], top[1]) == pytest.approx((0, 0), abs=1e-3)
    assert 1200 < right[0] < 1500


def test_without_a_lens_a_straight_camera_does(tables):
    straight = DrawnCamera(SIZE, barrel=0.0, focal=1.2)
    pose = straight.pose(10, 0, (550, 310), 1230, 50)
    picture = tables["markers"].seen_by(straight, pose)
    pieces = marker_pieces(picture, straight.lens, MARKER_DICTIONARY, 60.0)
    errors = point_errors(find_table(None, SIZE, pieces), straight, pose)
    assert np.median(errors) < 1.5


def test_an_edge_is_found_between_pixels(pictures, tables):
    true = CAMERA.pixels(tables["cards"].things["7s"], POSE)
    found = sharpened(pictures["cards"], CAMERA.lens, true + np.array([1.2, -0.9]), 6.0)
    assert np.abs(found - true).max() < 0.35


def test_where_there_is_no_edge_none_is_found(pictures):
    nothing = np.array([(600.0, 300), (660, 300), (660, 380), (600, 380)])
    assert sharpened(pictures["cards"], CAMERA.lens, nothing, 6.0) is None


def test_a_piece_of_the_wrong_size_is_named():
    small = CARD_MM[0] * 0.94, CARD_MM[1] * 0.94
    pieces = [
        Piece(name, CAMERA.pixels(rectangle_mm(*size) + place, POSE), rectangle_mm(*CARD_MM))
        for name, size, place in (
            ("one", CARD_MM, (100, 60)),
            ("two", CARD_MM, (900, 60)),
            ("three", CARD_MM, (900, 450)),
            ("four", small, (100, 450)),
        )
    ]
    flaw = find_table(CAMERA.lens, SIZE, pieces)
    assert flaw.trouble is TableTrouble.WRONG_SIZE
    assert flaw.seen == ("four",)


def test_a_card_beside_shows_that_all_markers_were_printed_too_small(tables):
    table = DrawnTable().with_markers(side_mm=60 * 0.96).with_cards(("Ad",), places=((550, 310),))
    picture = table.seen_by(CAMERA, POSE)
    pieces = marker_pieces(picture, CAMERA.lens, MARKER_DICTIONARY, 60.0)
    assert not isinstance(find_table(CAMERA.lens, SIZE, pieces), TableFlaw)
    card = Piece("card", CAMERA.pixels(table.things["Ad"], POSE), rectangle_mm(*CARD_MM))
    flaw = find_table(CAMERA.lens, SIZE, pieces, (card,))
    assert (flaw.trouble, flaw.seen) == (TableTrouble.WRONG_SIZE, ("card",))
    assert flaw.figure == pytest.approx(0.04, abs=0.01)


@pytest.mark.parametrize(("printed", "is_refused"), [(1.0, False), (0.96, True)])
def test_cards_speak_together_so_one_that_is_half_covered_does_not_refuse_a_table(
    printed, is_refused
):
    places = ((450, 310), (550, 310), (650, 310))
    table = DrawnTable().with_markers(side_mm=60 * printed)
    pieces = marker_pieces(table.seen_by(CAMERA, POSE), CAMERA.lens, MARKER_DICTIONARY, 60.0)
    shows_mm = (CARD_MM, CARD_MM, (CARD_MM[0], CARD_MM[1] * 0.7))
    cards = [
        Piece(f"card {n}", CAMERA.pixels(rectangle_mm(*size) + place, POSE), rectangle_mm(*CARD_MM))
        for n, (size, place) in enumerate(zip(shows_mm, places, strict=True), 1)
    ]
    found = find_table(CAMERA.lens, SIZE, pieces, cards)
    assert isinstance(found, TableFlaw) == is_refused
    if is_refused:
        assert found.trouble is TableTrouble.WRONG_SIZE
        assert found.seen[0] in {"card 1", "card 2"}


def test_three_markers_are_too_few_and_say_which():
    picture = DrawnTable().with_markers(numbers=(0, 2, 3)).seen_by(CAMERA, POSE)
    flaw = marker_pieces(picture, CAMERA.lens, MARKER_DICTIONARY, 60.0)
    assert flaw == TableFlaw(TableTrouble.TOO_FEW, ("0", "2", "3"))


def test_a_mirrored_picture_is_told_from_one_without_markers(pictures):
    mirrored = np.ascontiguousarray(pictures["markers"][:, ::-1])
    flaw = marker_pieces(mirrored, CAMERA.lens, MARKER_DICTIONARY, 60.0)
    assert flaw.trouble is TableTrouble.MIRRORED
    board = np.ascontiguousarray(pictures["board"][:, ::-1])
    assert board_pieces(board).trouble is TableTrouble.MIRRORED
    assert board_pieces(pictures["felt"]).trouble is TableTrouble.TOO_FEW


def test_pieces_that_lie_together_say_little_of_the_corners():
    near = [(480, 250), (560, 250), (560, 350), (480, 350)]
    pieces = [
        Piece(str(n), CAMERA.pixels(rectangle_mm(60, 60) + place, POSE), rectangle_mm(60, 60))
        for n, place in enumerate(near)
    ]
    assert find_table(CAMERA.lens, SIZE, pieces).trouble is TableTrouble.CROWDED


@pytest.mark.parametrize(
    ("order", "trouble"),
    [((0, 2, 1, 3), TableTrouble.NOT_CORNERS), ((0, 3, 2, 1), TableTrouble.MIRRORED)],
)
def test_corners_in_the_wrong_order_are_refused(pictures, order, trouble):
    clicks = CAMERA.pixels(rectangle_mm(*TABLE_MM), POSE)[list(order)]
    assert felt_pieces(pictures["felt"], CAMERA.lens, clicks, TABLE_MM).trouble is trouble


def test_a_felt_of_other_proportions_is_refused(pictures):
    clicks = CAMERA.pixels(rectangle_mm(*TABLE_MM), POSE)
    pieces = felt_pieces(pictures["felt"], CAMERA.lens, clicks, (1100.0, 800.0))
    assert find_table(CAMERA.lens, SIZE, pieces).trouble is TableTrouble.LARGE_ERROR


def test_the_error_is_drawn_where_it_is(pictures, tables):
    pieces = pieces_of("markers", pictures["markers"], tables["markers"])
    fit = fit_plane(CAMERA.lens, SIZE, pieces)
    zones = layout("casino", TABLE_MM).zones
    drawn = error_picture(pictures["markers"], fit, pieces, zones)
    assert drawn.shape == pictures["markers"].shape
    changed = (drawn != pictures["markers"]).any(axis=2)
    assert 0.01 < changed.mean() < 0.3
    assert size_error_mm(fit, pieces[0]) < 0.6
