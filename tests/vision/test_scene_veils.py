"""What comes between table and sensor changes the picture where and when it should."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import parse_card
from engine.table import Spot
from vision.scene.camera import camera_for
from vision.scene.faces import face_art
from vision.scene.look import look_for
from vision.scene.things import Thing, thing_picture
from vision.scene.veils import Defocus, Dust, Glare, Haze, Shade, veiled

CAMERA = camera_for(3, (320, 180))
GREY = np.full((180, 320, 3), 100, np.uint8)
CHESS = np.tile(np.array([[0, 200], [200, 0]], np.uint8), (90, 160))[..., None].repeat(3, axis=2)
HERE, FAR = Spot(300, 200), Spot(900, 500)


def at(picture, spot):
    x, y = np.round(CAMERA.pixels(np.array([[spot.x_mm, spot.y_mm]]))[0]).astype(int)
    return int(picture[y, x].max())


@pytest.mark.parametrize(
    ("veil", "bounds"),
    [
        (Glare(1, 3, HERE, 60, 1.0), (250, 255)),
        (Shade(1, 3, HERE, HERE, 60, 0.5), (45, 55)),
        (Haze(1, 3, Spot(200, 100), Spot(400, 300), 0.5), (145, 160)),
    ],
)
def test_a_veil_shows_at_its_place_while_it_lasts(veil, bounds):
    seen = veiled(GREY, veil, 2.0, CAMERA)
    assert bounds[0] <= at(seen, HERE) <= bounds[1]
    assert at(seen, FAR) == 100
    for time in (0.5, 3.0):
        assert veiled(GREY, veil, time, CAMERA) is GREY


def test_a_shadow_walks():
    shade = Shade(0, 10, HERE, FAR, 60, 0.5)
    assert at(veiled(GREY, shade, 0.0, CAMERA), FAR) == 100
    assert at(veiled(GREY, shade, 9.9, CAMERA), FAR) < 60


def test_a_lens_out_of_focus_loses_what_is_fine():
    assert veiled(CHESS, Defocus(0, 1, 3.0), 0.5, CAMERA).std() < 0.1 * CHESS.std()


def test_dust_is_on_the_lens_and_nowhere_else():
    seen = veiled(GREY, Dust(0, 1, ((0.5, 0.5),), 4.0), 0.5, CAMERA)
    assert seen[90, 160, 0] < 70
    assert seen[20, 20, 0] == 100


@pytest.mark.parametrize("thing", Thing)
def test_a_thing_is_drawn_and_leaves_its_corners_or_middle_as_they_are(thing):
    picture = thing_picture(thing)
    height, width = picture.shape[:2]
    assert picture[height // 2, width // 2, 3] == 255
    assert (picture[0, 0, 3] == 0) == (thing in {Thing.CHIPS, Thing.GLASS, *PHONES})


PHONES = (Thing.PHONE, Thing.PHONE_WITH_A_CARD)


def colour(card, **how):
    """The mean colour (red, green, blue) of what is printed on a face."""
    look = look_for(1)
    art = face_art(parse_card(card), type(look)(**{**fields(look), **how}))[..., :3]
    return art[art.max(axis=2).astype(int) - art.min(axis=2) > 60].mean(axis=0).argmax()


def fields(look):
    return {name: getattr(look, name) for name in look.__slots__}


@pytest.mark.parametrize(("card", "channel"), [("7c", 1), ("7d", 2), ("7h", 0)])
def test_a_deck_in_four_colours(card, channel):
    assert colour(card, four_colours=True) == channel


def test_jumbo_indices_are_larger_at_both_ends():
    plain = look_for(1)
    usual, large = (
        face_art(parse_card("7h"), type(plain)(**{**fields(plain), "jumbo": times}))
        for times in (1.0, 1.8)
    )
    changed = (usual != large).any(axis=2)
    assert changed[:100, :60].any()
    assert changed[-100:, -60:].any()
    assert not changed[150:200, 100:150].any()
