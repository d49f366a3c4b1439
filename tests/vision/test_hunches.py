"""Half-read boxes over a known card: what they must say together before it is believed."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import parse_card
from vision.placed import Placed
from vision.seen import Kind
from vision.tracker_hunches import LOOKS, Hunches

TEN, NINE = parse_card("Ts"), parse_card("9s")
QUAD = np.array([(0, 0), (58, 0), (58, 88), (0, 88)], np.float64)


def half_read(card, share=0.7, at=0.0):
    return Placed(QUAD + at, Kind.UNREADABLE, None, share, ((card, share),))


def after(boxes, lying=(), gap_s=0.1):
    hunches = Hunches()
    return [hunches.votes_for(box, 1.0, lying, gap_s * n) for n, box in enumerate(boxes)][-1]


def test_looks_that_agree_are_believed_at_last():
    believed = after([half_read(TEN)] * (LOOKS + 1))
    assert believed is not None
    assert believed.best[0] == TEN


@pytest.mark.parametrize(
    ("boxes", "lying", "gap_s"),
    [
        ([half_read(TEN)] * LOOKS, (), 0.1),
        ([half_read(TEN)] * 9, (TEN,), 0.1),
        ([half_read(card) for card in (TEN, NINE) * 4], (), 0.1),
        ([half_read(TEN, at=20.0 * n) for n in range(9)], (), 0.1),
        ([half_read(TEN)] * 9, (), 1.0),
    ],
    ids=["too few", "lies there already", "they differ", "each elsewhere", "too far apart"],
)
def test_what_is_no_more_than_a_hunch(boxes, lying, gap_s):
    assert after(boxes, lying, gap_s) is None
