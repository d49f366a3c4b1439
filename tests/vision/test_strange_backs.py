"""Backs of another deck are told once, when enough looks agree; one odd look says nothing."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.seats import Actor
from engine.table import Zone
from tests.vision.table_scene import SCALE, Film, back, face
from vision.deck_backs import print_of
from vision.placed import Placed
from vision.scene.sprites import load_back
from vision.seen import Kind
from vision.strange_backs import KEPT, LOOKS, StrangeBacks

A, DEALER = Actor.A, Actor.DEALER
SHAPE = (360, 640)
NO_ARM = np.zeros(SHAPE, bool)
OTHER_INK = (40, 130, 40)


def quad_at(x, y):
    return np.array([(x, y), (x + 63, y), (x + 63, y + 88), (x, y + 88)], float)


def placed(quad, kind=Kind.BACK):
    return Placed(quad, kind, None, 0.9, ())


def mask(quad):
    canvas = np.zeros(SHAPE, np.uint8)
    cv2.fillConvexPoly(canvas, quad.astype(np.int32), 1)
    return canvas.astype(bool)


def picture(*backs, light=1.0, seed=1):
    """A table with backs at places, in a light and with the noise of a sensor."""
    image = np.full((*SHAPE, 3), (60, 110, 50), np.float32)
    for number, quad in backs:
        art = cv2.cvtColor(load_back(number), cv2.COLOR_RGBA2BGR)
        high, wide = art.shape[:2]
        corners = np.float32([(0, 0), (wide, 0), (wide, high), (0, high)])
        warp = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
        drawn = cv2.warpPerspective(art, warp, SHAPE[::-1], flags=cv2.INTER_AREA)
        image[mask(quad)] = drawn[mask(quad)]
    noise = np.random.default_rng(seed).normal(0, 3, image.shape)
    return np.clip(image * light + noise, 0, 255).astype(np.uint8)


HERE, THERE = quad_at(100, 100), quad_at(300, 200)
PRINTS = (print_of(picture((0, HERE)), HERE),)


@pytest.fixture
def backs():
    return StrangeBacks(PRINTS, lambda mm: mm, mask)


def told(backs, image, *found, arms=NO_ARM):
    return list(backs.look(image, [placed(quad) for quad in found], arms))


@pytest.mark.parametrize("light", [0.6, 0.8, 1.0, 1.2])
def test_a_back_of_the_deck_is_never_strange_in_any_light(backs, light):
    for seed in range(20):
        assert told(backs, picture((0, THERE), light=light, seed=seed), THERE) == []


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("light", [0.7, 1.0])
def test_a_back_of_another_deck_is_told_once_after_enough_looks(backs, number, light):
    looks = [
        told(backs, picture((number, THERE), light=light, seed=n), THERE) for n in range(3 * LOOKS)
    ]
    assert [len(found) for found in looks] == [int(n == LOOKS - 1) for n in range(3 * LOOKS)]
    assert looks[LOOKS - 1][0] == pytest.approx(THERE.mean(axis=0))


def test_one_look_that_agrees_starts_the_count_anew(backs):
    strange, right = picture((1, THERE)), picture((0, THERE))
    for image in (*[strange] * (LOOKS - 1), right, *[strange] * (LOOKS - 1)):
        assert told(backs, image, THERE) == []
    assert len(told(backs, strange, THERE)) == 1


def test_the_next_card_of_another_deck_in_the_same_place_is_told_too(backs):
    strange, right = picture((1, THERE)), picture((0, THERE))
    counts = [
        len(told(backs, image, THERE))
        for image in (*[strange] * LOOKS, *[right] * LOOKS, *[strange] * LOOKS)
    ]
    assert sum(counts) == 2


def test_what_is_not_seen_whole_is_not_judged(backs):
    strange = picture((1, THERE))
    arm = np.zeros(SHAPE, bool)
    arm[200:230, 300:330] = True
    over = THERE + np.array((20, 10))
    for _ in range(2 * LOOKS):
        assert told(backs, strange, THERE, arms=arm) == []
        assert told(backs, strange, THERE, over) == []


def test_more_looks_are_asked_for_only_while_they_would_help(backs):
    assert list(backs.curious_cells()) == []
    strange = picture((1, THERE))
    told(backs, strange, THERE)
    (cells,) = backs.curious_cells()
    assert (cells == mask(THERE)).all()
    for _ in range(LOOKS):
        told(backs, strange, THERE)
    assert list(backs.curious_cells()) == []


def test_without_an_enrolled_deck_no_back_is_strange():
    backs = StrangeBacks((), lambda mm: mm, mask)
    assert all(told(backs, picture((1, THERE)), THERE) == [] for _ in range(2 * LOOKS))


def test_old_places_are_forgotten(backs):
    strange = picture()
    for n in range(3 * KEPT):
        told(backs, strange, quad_at(2 + 18 * (n % 30), 2 + 60 * (n // 30)))
    assert len(list(backs.curious_cells())) == KEPT


def test_a_card_of_another_deck_that_somebody_lays_is_told_with_the_zone_it_lies_in():
    enrolled = back(140, 310)
    plain = Film()
    plain.cards.append(enrolled)
    plain.wait(0.3)
    shown = []
    plain._show = shown.append
    plain._frame()
    film = Film(backs=(print_of(shown[0], enrolled.quad / SCALE),), proposes=True)
    film.cards.append(enrolled)
    film.wait(0.5).reach(A, 450, 330, carrying=face("7c", 450, 300)).wait(1.5)
    assert not any(state.strange_backs for state in film.states)
    foreign = replace(back(420, 530), ink=OTHER_INK)
    film.reach(A, 420, 560, carrying=foreign).wait(2.0)
    assert [state.strange_backs for state in film.states if state.strange_backs] == [(Zone.HAND_A,)]
