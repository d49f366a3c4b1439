"""Crops stand upright, whatever the winding and the turn of the box they come from."""

from __future__ import annotations

from itertools import permutations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_card
from vision.crops import (
    WHOLE_SIZE,
    as_batch,
    clockwise,
    enlarged,
    index_corners,
    into_picture,
    part_of,
    upright,
)
from vision.scene.sprites import load_card


def turned(width: float, height: float, degrees: float, at: tuple[float, float]) -> np.ndarray:
    box = np.array([(-width, -height), (width, -height), (width, height), (-width, height)]) / 2
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return box @ np.array([[c, s], [-s, c]]) + at


@given(
    degrees=st.floats(0, 360),
    size=st.tuples(st.floats(10, 300), st.floats(1.2, 1.7)),
    first=st.integers(0, 3),
    mirrored=st.booleans(),
)
def test_any_winding_becomes_clockwise_with_a_short_edge_first(degrees, size, first, mirrored):
    width, ratio = size
    box = np.roll(turned(width, width * ratio, degrees, (500.0, 400.0)), first, axis=0)
    ordered = clockwise(box[::-1] if mirrored else box)
    edges = [ordered[(n + 1) % 4] - ordered[n] for n in range(4)]
    assert np.linalg.norm(edges[0]) < np.linalg.norm(edges[1])
    assert edges[0][0] * edges[1][1] - edges[0][1] * edges[1][0] > 0
    assert sorted(map(tuple, ordered.round(6))) == sorted(map(tuple, box.round(6)))


def test_a_mirrored_box_would_mirror_the_card_but_does_not():
    card = np.ascontiguousarray(load_card(parse_card("Jh"))[..., 2::-1])
    height, width = card.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    right = upright(card, clockwise(corners), WHOLE_SIZE)
    for order in permutations(range(4)):
        ring = corners[list(order)]
        crosses = abs(cv2.contourArea(ring.astype(np.float32))) < width * height * 0.9
        if crosses:
            continue
        crop = upright(card, clockwise(ring), WHOLE_SIZE)
        half_turn = np.ascontiguousarray(crop[::-1, ::-1])
        errors = [np.abs(c.astype(int) - right).mean() for c in (crop, half_turn)]
        assert min(errors) < 3


@pytest.mark.parametrize("scale", [0.3, 1.0, 4.0])
def test_a_card_is_cut_out_of_a_picture_as_it_is(scale):
    card = np.ascontiguousarray(load_card(parse_card("9s"))[..., 2::-1])
    card = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    height, width = card.shape[:2]
    place = turned(width, height, 33, (900.0, 900.0))
    source = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(source, (place - 0.5).astype(np.float32))
    table = cv2.warpPerspective(card, warp, (1800, 1800))
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    crop, wanted = upright(table, place, WHOLE_SIZE), upright(card, flat, WHOLE_SIZE)
    assert np.abs(crop.astype(int) - wanted).mean() < 8


def test_both_index_corners_of_a_point_symmetric_card_look_alike():
    card = np.ascontiguousarray(load_card(parse_card("6c"))[..., 2::-1])
    height, width = card.shape[:2]
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    one, two = (upright(card, part, (64, 40)) for part in index_corners(corners))
    assert np.abs(one.astype(int) - two).mean() < 15
    middle = upright(card, part_of(corners, (0.35, 0.35, 0.65, 0.69)), (64, 40))
    assert np.abs(one.astype(int) - middle).mean() > 35


def test_parts_come_back_into_the_picture():
    corners = turned(63, 88, 20, (300.0, 200.0))
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
    assert into_picture(unit, corners) == pytest.approx(corners, abs=1e-3)
    assert enlarged(corners, 2.0).mean(axis=0) == pytest.approx(corners.mean(axis=0))


def test_a_batch_is_what_the_networks_were_trained_with():
    crops = [np.full((4, 3, 3), value, np.uint8) for value in (0, 255)]
    batch = as_batch(crops)
    assert batch.shape == (2, 3, 4, 3)
    assert batch.dtype == np.float32
    assert (batch[0].max(), batch[1].min()) == (0.0, 1.0)
