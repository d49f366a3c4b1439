"""A card is measured where it lies; half a card is no card."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.check import NinePlaces, steady
from calibration.plane import rectangle_mm
from calibration.profile import profile_from
from tests.calibration.test_profile import document

CARD = (63.0, 88.0)
SCALE = 0.85


def places():
    return NinePlaces(profile_from(document(), "here"), CARD)


def lying(x, y, size=CARD):
    """Return the pixels of a card in the profile's straight picture."""
    return (rectangle_mm(*size) + np.array([x - 10, y - 10])) / SCALE


@pytest.mark.parametrize(
    ("spot", "size", "found"),
    [
        ((310, 150), CARD, (0, 0.0)),
        ((560, 260), CARD, (4, 0.0)),
        ((780, 380), (65.0, 90.0), (8, 2.0)),
        ((560, 260), (63.0, 60.0), None),
        ((20, 150), CARD, None),
    ],
)
def test_a_card_is_measured_in_one_of_nine_places(spot, size, found):
    measured = places().measure(lying(*spot, size))
    if found is None:
        assert measured is None
    else:
        assert measured == (found[0], pytest.approx(found[1], abs=1e-6))


def test_nine_good_places_make_a_good_profile_and_one_bad_one_does_not():
    nine = places()
    for number in range(9):
        assert not nine.is_good
        nine.measure(lying(330 + 190 * (number % 3), 150 + 113 * (number // 3)))
    assert nine.is_good
    for _ in range(3):
        nine.measure(lying(330, 150, (67.0, 92.0)))
    assert nine.errors[0] == pytest.approx(4.0)
    assert not nine.is_good


def test_a_card_in_motion_is_not_steady():
    card = lying(400, 200)
    assert steady([card + 0.5], card, 1.5)
    assert not steady([card + 3], card, 1.5)
    assert not steady([], np.array(card), 1.5)
