"""The light does not chatter: the grave at once, the rest in time, a stop until it is right."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_card
from engine.faults import BrokenThing, Fault
from engine.game import new_game
from engine.house import load_rules
from engine.moves import Beat, Deal, Lead, ShowTrump, Sweep, Withdraw
from engine.ports import Sighting
from engine.seat_signs import seat_signs
from engine.seats import Actor
from engine.signals import SeatSign, Signal
from engine.standing import Standing, after_acknowledging, after_sighting
from engine.steady_signal import (
    GRAVITY,
    SHOWN_AT_LEAST_S,
    Steady,
    SteadyLight,
    holds_stop,
    released,
    steadied,
)
from engine.troubles import broken
from engine.verdict import Code

A, B = Actor.A, Actor.B
WISHES = st.lists(
    st.tuples(st.sampled_from(Signal), st.floats(0.01, 3.0), st.booleans()), max_size=40
)


def played(wishes):
    """Yield each state with the wish that led to it."""
    state, now = Steady(), 0.0
    for wanted, seconds, is_right in wishes:
        now += seconds
        before = released(state) if is_right else state
        state = steadied(before, wanted, now)
        yield before, wanted, now, state


@given(WISHES)
def test_the_graver_signal_is_shown_at_once(wishes):
    for before, wanted, _, after in played(wishes):
        if before.shown is None or GRAVITY[wanted] > GRAVITY[before.shown]:
            assert after.shown is wanted


@given(WISHES)
def test_no_signal_goes_before_its_time_but_for_a_graver_one(wishes):
    for before, _, now, after in played(wishes):
        if before.shown is not None and after.shown is not before.shown:
            is_graver = GRAVITY[after.shown] > GRAVITY[before.shown]
            assert is_graver or now - before.since >= SHOWN_AT_LEAST_S[before.shown]


@given(WISHES)
def test_a_held_stop_gives_way_to_a_fault_only(wishes):
    for before, _, _, after in played(wishes):
        if before.latched and before.shown is Signal.STOP:
            assert after.shown in {Signal.STOP, Signal.FAULT}


@given(WISHES, st.sampled_from(Signal))
def test_in_the_end_what_is_wanted_is_shown(wishes, wanted):
    state, now = Steady(), 0.0
    for _, _, now, state in played(wishes):  # noqa: B007 - the last ones count
        pass
    state = steadied(released(state), wanted, now + 10.0)

    assert state.shown is wanted


def card(name):
    return parse_card(name)


DEALT = [Deal(to, 2) for _ in range(3) for to in (A, B)] + [ShowTrump(card("6h"))]
WRONG = [*DEALT, Lead(A, (card("7c"),)), Beat(B, card("9s"), card("7c"))]


def standing_after(moves):
    game = new_game(load_rules("casino-by-2001"))
    standing = Standing(start=game, game=game)
    for number, move in enumerate(moves):
        standing = after_sighting(standing, Sighting(move, float(number), number))
    return standing


class Lamp:
    def __init__(self):
        self.shown = []

    def show(self, signal):
        if self.shown[-1:] != [signal]:
            self.shown.append(signal)

    def close(self):
        self.shown.append(None)


def test_a_stop_stays_red_when_it_is_acknowledged_and_goes_when_the_table_is_right():
    lamp, now = Lamp(), [0.0]
    light = SteadyLight(lamp, lambda: now[0])
    wrong = standing_after(WRONG)
    light.show(wrong.signal)
    light.publish(wrong)
    now[0] = 5.0

    seen = after_acknowledging(wrong, wrong.open[0].id)
    assert seen.signal is not Signal.STOP
    light.show(seen.signal)
    light.publish(seen)
    assert holds_stop(seen)
    assert lamp.shown == [Signal.STOP]

    right = after_sighting(seen, Sighting(Withdraw(B, card("9s")), 9.0, 9))
    light.show(right.signal)
    light.publish(right)

    assert lamp.shown == [Signal.STOP, Signal.CLEAR]
    light.close()
    assert lamp.shown[-1] is None


def test_of_a_recording_time_is_that_of_what_was_judged():
    lamp = Lamp()
    light = SteadyLight(lamp, None)
    wrong = standing_after(WRONG)
    light.publish(wrong)
    light.show(wrong.signal)
    stop, clear = [Signal.STOP], [Signal.STOP, Signal.CLEAR]
    for moment, shown in ((1.0, stop), (1.6, stop), (1.7, clear)):
        after = Sighting(Withdraw(B, card("9s")), wrong.taken_at + moment, 9)
        right = after_sighting(wrong, after)
        light.show(right.signal)
        light.publish(right)
        assert lamp.shown == shown


def test_a_stop_comes_back_after_a_fault():
    lamp, now = Lamp(), [0.0]
    light = SteadyLight(lamp, lambda: now[0])
    for moment, signal in ((0, Signal.STOP), (3, Signal.FAULT), (6, Signal.CLEAR)):
        now[0] = float(moment)
        light.show(signal)

    assert lamp.shown == [Signal.STOP, Signal.FAULT, Signal.STOP]


def test_seats_show_the_turn_and_the_offence():
    assert seat_signs(standing_after(WRONG[:-1])) == {B: SeatSign.TURN}
    assert seat_signs(standing_after(WRONG))[B] is SeatSign.STOP


def test_no_seat_is_marked_for_what_the_dealer_did():
    swept = after_sighting(standing_after(WRONG[:-1]), Sighting(Sweep(Actor.DEALER, ()), 9.0, 9))

    assert [found.violation.code for found in swept.open] == [Code.SWEEP_UNBEATEN]
    assert SeatSign.STOP not in seat_signs(swept).values()


def test_a_page_that_is_shown_before_any_signal_shows_no_light():
    lamp = Lamp()
    SteadyLight(lamp, lambda: 0.0).publish(standing_after([]))

    assert lamp.shown == []


def test_no_seat_is_pointed_at_while_the_camera_is_lost():
    standing = broken(standing_after(WRONG[:-1]), BrokenThing(Fault.CAMERA_LOST, ""))

    assert seat_signs(standing) == {}
