"""What a card is, by the votes of the looks at it."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from vision.tracker_votes import Votes

SEVEN, NINE, TEN = (parse_card(name) for name in ("7c", "9c", "Tc"))


def votes_of(*looks):
    """Return the votes of looks, each a face that is read for sure or its probabilities."""
    votes = Votes()
    for look in looks:
        faces = look if isinstance(look, dict) else {look: 0.98}
        votes = votes.with_look(faces.items(), 1.0)
    return votes


def test_two_sure_looks_decide():
    votes = votes_of(SEVEN, SEVEN)
    assert votes.is_decided
    assert votes.best[0] == SEVEN


@pytest.mark.parametrize("place", [0, 2, 4])
def test_one_slip_among_five_looks_does_not_count(place):
    looks = [SEVEN] * 4
    looks.insert(place, NINE)
    votes = votes_of(*looks)
    assert votes.best == (SEVEN, pytest.approx(0.98))
    assert votes.is_firm


@pytest.mark.parametrize("slips", [(NINE, NINE), (NINE, TEN)])
def test_two_slips_among_six_looks_keep_it_in_doubt(slips):
    votes = votes_of(*[SEVEN] * 3, *slips, SEVEN)
    assert votes.best[0] == SEVEN
    assert votes.is_firm == (slips == (NINE, TEN))


def test_looks_that_waver_in_the_same_way_are_never_firm():
    votes = votes_of(*[{SEVEN: 0.6, NINE: 0.4}] * 20)
    assert votes.best == (SEVEN, pytest.approx(0.6))
    assert not votes.is_firm


def test_what_was_contradicted_is_decided_anew_by_the_next_looks():
    votes = votes_of(*[SEVEN] * 6).mistrusted()
    assert not votes.is_firm
    for _ in range(4):
        votes = votes.with_look([(NINE, 0.98)], 1.0)
    assert votes.is_decided
    assert votes.best[0] == NINE
    assert votes.best[1] > 0.9


def test_a_single_slip_after_many_looks_is_outvoted_again():
    votes = votes_of(*[SEVEN] * 6).mistrusted().with_look([(NINE, 0.98)], 1.0)
    for _ in range(4):
        votes = votes.with_look([(SEVEN, 0.98)], 1.0)
    assert votes.best[0] == SEVEN
    assert votes.is_firm
