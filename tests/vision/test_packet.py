"""How many cards a packet holds, from whichever of them the finder found."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.table_scene import PROFILE
from vision.placed import Placed
from vision.rectify import TableMap
from vision.seen import Kind
from vision.tracker_packet import SURE, packet_in

CARD_MM = PROFILE.deck.card_mm
FIRST_MM = np.array((540.0, 480.0))
STEP_MM = np.array((13.0, 4.0))


def fanned(count):
    """Return the corners of so many cards, each a strip beyond the one before."""
    wide, high = CARD_MM
    card = np.array([(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)])
    return [card + FIRST_MM + n * STEP_MM for n in range(count)]


@pytest.fixture
def table():
    return TableMap(PROFILE)


@pytest.mark.parametrize(("count", "found"), [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_a_packet_is_counted_from_any_of_its_cards(table, count, found):
    cards = fanned(count)
    laid = np.logical_or.reduce([table.mask(card) for card in cards])
    # What changed reaches a cell beyond the card that changed it.
    brought = cv2.dilate(laid.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(bool)
    placed = [Placed(cards[found], Kind.BACK, None, 0.8, ())]
    packet = packet_in(brought, placed, table, CARD_MM)
    assert (packet.count, packet.probability) == (count, SURE)
