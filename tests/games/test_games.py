"""Whole games, with errors on purpose, through the move reader and the referee."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.moves import Beat, Draw, Lead, Take
from engine.seats import Actor
from tests.games.drawn import lost_for
from tests.games.following import followed
from tests.games.good_sight import Errors

SEEDS = (1003,)
"""Many kinds of errors in one game; `make games` plays more."""


@pytest.fixture(scope="module", params=SEEDS)
def game(request):
    return followed(request.param)


def test_every_move_is_told_and_every_error_flagged_and_nothing_else(game):
    assert game.differs == ()
    assert game.ends_right
    assert game.asked == 0


@pytest.mark.parametrize("seed", [1006])
def test_a_game_in_which_hands_went_unseen_is_followed_all_the_same(seed):
    told = followed(seed, Errors(nobodys=0.05))
    assert told.differs == ()
    assert told.ends_right


@pytest.mark.parametrize("seed", [1005])
def test_one_read_in_fifty_may_be_another_card(seed):
    assert followed(seed, Errors(misread=0.02)).ends_right


A, B = Actor.A, Actor.B
SIX, NINE, TEN = map(parse_card, ("6c", "9c", "Tc"))
PLAYED = (
    (Lead(A, (SIX,)), 3.0),
    (Beat(B, NINE, SIX), 5.0),
    (Beat(B, TEN, SIX), 8.0),
    (Take(B, ()), 14.0),
    (Draw(A, 1), 17.0),
)


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ((0, 1, 2, 3, 4), 0.0),
        ((0, 3, 4), 9.0),  # both beats: until the take is told
        ((0, 1, 2), 16.0),  # the last two: until the end
        ((), 27.0),
    ],
)
def test_who_tells_nothing_of_what_happens_is_lost_until_a_true_word(told, seconds):
    moves = [move for move, _ in PLAYED]
    assert lost_for(PLAYED, [moves[place] for place in told], 30.0) == seconds
