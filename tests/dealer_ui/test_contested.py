"""A stop that the dealer calls wrong stays red until table or move are put right."""

from __future__ import annotations

import pytest

from dealer_ui.contested import HeldStop, contested
from dealer_ui.showing import snapshot_of
from engine.cards import parse_card
from engine.correcting import after_correction, after_truth
from engine.happenings import LetGo
from engine.moves import Beat, SayTakes, ThrowIn, Withdraw
from engine.ports import Sighting
from engine.seats import Actor
from engine.signals import Signal
from engine.standing import Standing, after_acknowledging, after_sighting
from engine.steady_signal import SteadyLight
from engine.truths import Truth
from engine.watch import follow
from tests.dealer_ui.test_showing import LED, standing_after

A, B = Actor.A, Actor.B


def card(name):
    return parse_card(name)


WRONG_BEAT = Beat(B, card("9s"), card("7c"))
WRONG = [*LED, WRONG_BEAT]


class Lamp:
    def __init__(self):
        self.shows = None

    def show(self, signal):
        self.shows = signal


class Lit:
    """A table with a steady lamp, long after anything was shown."""

    def __init__(self, moves):
        self.now = 0.0
        self.lamp = Lamp()
        self.steady = SteadyLight(self.lamp, lambda: self.now)
        self.page = HeldStop(self.steady)
        self.become(standing_after(moves))

    def become(self, standing: Standing):
        self.standing = standing
        self.now += 10.0
        self.steady.show(standing.signal)
        self.page.publish(standing)
        return self.lamp.shows

    def see(self, move):
        return self.become(after_sighting(self.standing, Sighting(move, self.now, 1)))


def test_a_stop_that_is_called_wrong_stays_red_and_on_the_page():
    lit = Lit(WRONG)

    assert lit.become(after_correction(lit.standing)) is Signal.STOP

    (prompt,) = snapshot_of(lit.standing).prompts
    assert (prompt.acknowledged, prompt.contested) == (True, True)
    assert lit.standing.open == ()


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        (Withdraw(B, card("9s")), Signal.CLEAR),
        (ThrowIn(A, (card("7d"),)), Signal.CLEAR),
        (SayTakes(B), Signal.STOP),
    ],
)
def test_the_table_lets_go_of_it_and_words_do_not(move, shown):
    lit = Lit(WRONG)
    lit.become(after_correction(lit.standing))

    assert lit.see(move) is shown
    assert bool(contested(lit.standing)) is (shown is Signal.STOP)


@pytest.mark.parametrize("truth", [None, Truth(cards=(card("9c"),))])
def test_the_move_told_as_it_was_lets_go_of_it(truth):
    lit = Lit(WRONG)
    lit.become(after_correction(lit.standing))

    assert lit.become(after_truth(lit.standing, len(WRONG), truth)) is Signal.CLEAR
    assert snapshot_of(lit.standing).prompts == ()


def test_to_have_seen_it_lets_go_of_nothing():
    lit = Lit(WRONG)

    assert lit.become(after_acknowledging(lit.standing, 1)) is Signal.STOP
    assert contested(lit.standing) == (), "it is open still"


@pytest.mark.parametrize("is_contested", [False, True])
def test_the_inspector_lets_go_of_it_and_the_flag_stays_for_a_ruling(is_contested):
    lit = Lit(WRONG)
    if is_contested:
        lit.become(after_correction(lit.standing))
    flagged = lit.standing.flags

    assert lit.become(follow(lit.standing, LetGo(1, "Petrov", 9.0))) is Signal.CLEAR

    assert snapshot_of(lit.standing).prompts == ()
    assert lit.standing.flags == flagged


def test_a_stop_that_was_let_go_does_not_come_back_with_a_correction_of_another_move():
    lit = Lit(WRONG)
    lit.become(follow(lit.standing, LetGo(1, "Petrov", 9.0)))

    assert lit.become(after_truth(lit.standing, 1, Truth(count=5))) is Signal.CLEAR


def test_nobody_lets_go_of_what_is_not_there():
    lit = Lit(WRONG)

    assert lit.become(follow(lit.standing, LetGo(7, "Petrov", 9.0))) is Signal.STOP
