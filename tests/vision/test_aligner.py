"""The aligner: rough boxes settle on the cards that lie there, each card once."""

from __future__ import annotations

import numpy as np
import pytest

from vision.aligner import Aligner
from vision.crops import LOOSE, enlarged

PICTURE = np.zeros((400, 400, 3), np.uint8)
HIGH = 88.0


def card(x, y):
    half = np.array([(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)])
    return half + np.array((x, y))


class Pulling:
    """A network that moves nothing, and counts what it was asked."""

    def __init__(self):
        self.asked = []

    def run(self, batch):
        self.asked.append(len(batch))
        corner = (1 - 1 / LOOSE) / 2
        quad = [(corner, corner), (1 - corner, corner), (1 - corner, 1 - corner)]
        parts = np.array([*quad, (corner, 1 - corner)]).ravel()
        return np.tile(np.append(parts, 3.0).astype(np.float32), (len(batch), 1))


def test_no_box_is_no_card():
    assert Aligner(Pulling()).align(PICTURE, []) == []


def test_a_box_keeps_its_place_in_the_answer_and_its_corners():
    rough = [card(100, 100), card(220, 120)]
    aligned = Aligner(Pulling()).align(PICTURE, rough)
    for (corners, sure), wanted in zip(aligned, rough, strict=True):
        assert corners == pytest.approx(wanted, abs=0.01)
        assert sure > 0.9


def test_each_pass_looks_at_all_boxes_in_one_call():
    network = Pulling()
    Aligner(network, passes=2).align(PICTURE, [card(100, 100), card(220, 120)])
    assert network.asked == [2, 2]


@pytest.mark.parametrize("turned", range(4))
def test_corners_come_clockwise_with_a_short_edge_first_whatever_the_box_began_with(turned):
    rough = np.roll(card(100, 100), turned, axis=0)
    ((corners, _),) = Aligner(Pulling()).align(PICTURE, [rough])
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    assert edges == pytest.approx([63, 88, 63, 88], abs=0.1)


def test_the_rough_box_is_looked_at_with_its_surroundings():
    assert enlarged(card(0, 0), LOOSE) == pytest.approx(card(0, 0) * LOOSE)
