"""H17 and R134: a player's time, counted from the capture times of frames and nothing else."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.faults import Fault
from engine.game import new_game
from engine.happenings import (
    Broke,
    Corrected,
    InspectorCalled,
    Mended,
    Paused,
    Said,
    Ticked,
)
from engine.house import adjusted, load_rules
from engine.moves import Announce, Declare
from engine.notation import parse_move
from engine.ports import Doubt, Sighting
from engine.seats import Actor
from engine.signals import Signal
from engine.standing import Standing
from engine.verdict import Code, Severity, Verdict
from engine.watch import follow

A, B = Actor.A, Actor.B
DEALT = (*("deal A2", "deal B2") * 3, "^6h")
CASINO = load_rules("casino-by-2001")
RATING = load_rules("online-rating")


class Table:
    """A table whose moves take no time, and whose frames come once a second."""

    def __init__(self, rules=CASINO, players=(A, B), *, heard=True):
        game = new_game(rules, players, calls_heard=heard)
        self.standing, self.now = Standing(start=game, game=game), 0.0

    def happens(self, happening):
        self.standing = follow(self.standing, happening)
        return self

    def plays(self, *words):
        for word in words:
            self.happens(Sighting(parse_move(word), self.now, int(self.now)))
        return self

    def waits(self, seconds):
        for _ in range(seconds):
            self.now += 1.0
            self.happens(Ticked(self.now))
        return self

    @property
    def clock(self):
        clock = self.standing.thinking
        return clock.seat, clock.used_s

    @property
    def timed(self):
        """Who ran out of time, after how long, and how the referee takes it."""
        told = (s for s in self.standing.steps if isinstance(s.move, Announce) and s.flags)
        return [(s.move.claim.seat, s.move.claim.used_s, s.flags[0].violation) for s in told]


def led(rules=CASINO, **how):
    return Table(rules, **how).plays(*DEALT, "A>7c")


def test_h17_the_defender_thinks_and_after_sixty_seconds_people_are_reminded():
    table = led().waits(60)
    assert (table.clock, table.timed) == ((B, 60.0), [])
    ((seat, used, found),) = table.waits(1).timed
    assert (seat, used, found.limit) == (B, 61, 60)
    assert (found.code, found.severity, found.verdict) == (
        Code.TIMEOUT,
        Severity.LOG,
        Verdict.LEGAL,
    )


def test_h17_a_reminder_lights_no_lamp_opens_nothing_and_comes_once():
    table = led().waits(200)
    assert (table.standing.signal, table.standing.open) == (Signal.CLEAR, ())
    assert len(table.timed) == 1


def test_h17_each_decision_has_its_own_time():
    table = led().waits(50).plays("B:8c/7c").waits(50)
    assert (table.clock, table.timed) == ((A, 50.0), [])
    assert [seat for seat, *_ in table.waits(11).timed] == [A]


def test_h17_after_a_reminder_the_next_turn_is_counted_again():
    table = led().waits(61).plays("B:8c/7c").waits(61)
    assert [seat for seat, *_ in table.timed] == [B, A]


@pytest.mark.parametrize(
    ("words", "who"),
    [
        pytest.param((), None, id="before the deal"),
        pytest.param(DEALT, None, id="the first lead: nobody knows whose it is"),
        pytest.param((*DEALT, "A>7c"), B, id="to beat"),
        pytest.param((*DEALT, "A>7c", "B:8c/7c"), A, id="to throw in"),
        pytest.param((*DEALT, "A>7c", "B:8c/7c", "A."), None, id="the dealer sweeps"),
        pytest.param((*DEALT, "A>7c", "B^"), None, id="the defender takes"),
        pytest.param((*DEALT, "A>7c", "B:8c/7c", "A.", "=[7c8c]"), None, id="players draw"),
        pytest.param((*DEALT, "A>7c", "B:8c/7c", "A.", "=[7c8c]", "d A1", "d B1"), B, id="to lead"),
    ],
)
def test_h17_whose_time_it_is(words, who):
    assert Table().plays(*words).waits(1).standing.thinking.seat is who


def test_h17_where_no_button_tells_of_calls_only_leads_are_timed():
    table = led(heard=False).waits(100)
    assert (table.clock[0], table.timed) == (None, [])
    table.plays("B:8c/7c", "=[7c8c]", "d A1", "d B1").waits(61)
    assert [seat for seat, *_ in table.timed] == [B]


HALTED = {
    "a doubt": (
        lambda now: Sighting(None, now, 1, doubt=Doubt("what-happened")),
        Corrected,
    ),
    "a fault": (
        lambda now: Broke(Fault.CAMERA_LOST, "cam", now),
        lambda now: Mended(Fault.CAMERA_LOST, now),
    ),
    "a light that is gone": (
        lambda now: Broke(Fault.LIGHT_LOST, "lamp", now),
        lambda now: Mended(Fault.LIGHT_LOST, now),
    ),
    "a pause": (lambda now: Paused(True, now), lambda now: Paused(False, now)),
    "the inspector's coming": (InspectorCalled, lambda now: Paused(False, now)),
}


@pytest.mark.parametrize("halt", HALTED)
def test_h17_the_clock_is_halted_and_goes_on_where_it_stood(halt):
    begins, ends = HALTED[halt]
    table = led().waits(40)
    table.happens(begins(table.now)).waits(300)
    assert (table.clock, table.timed) == ((B, 40.0), [])
    table.happens(ends(table.now)).waits(20)
    assert (table.clock, table.timed) == ((B, 60.0), [])
    assert len(table.waits(1).timed) == 1


def test_h17_a_wrong_card_that_must_go_back_halts_the_clock():
    table = led().plays("B:6s/7c").waits(100)
    assert (table.standing.signal, table.timed) == (Signal.STOP, [])
    assert table.plays("~B:6s").waits(30).clock == (B, 30.0)


def test_h17_the_next_move_ends_a_pause():
    table = led()
    table.happens(Paused(True, 0.0)).plays("B:8c/7c").waits(5)
    assert table.clock == (A, 5.0)


def test_h17_frames_far_apart_show_nothing_of_the_time_between_them():
    table = led().waits(30)
    table.now += 3600.0
    table.happens(Ticked(table.now))
    assert (table.clock, table.timed) == ((B, 30.0), [])


def test_h17_a_camera_clock_that_runs_back_takes_no_time_away():
    table = led().waits(30)
    table.now -= 20.0
    assert table.happens(Ticked(table.now)).clock == (B, 30.0)
    assert table.waits(5).clock == (B, 35.0)


def test_h17_talk_is_no_move_and_does_not_give_more_time():
    table = led().waits(50)
    table.happens(Said(Declare(A, parse_card("7h")), table.now))
    assert table.waits(5).clock == (B, 55.0)


def test_h17_a_corrected_move_begins_the_turn_anew():
    table = led().waits(50)
    table.happens(Corrected(table.now))
    assert table.standing.steps[-1].is_void
    assert table.waits(5).standing.thinking.seat is None


def test_h17_the_dealers_correction_means_the_last_move_not_the_clock():
    table = led().waits(61)
    table.happens(Corrected(table.now))
    assert [step.is_void for step in table.standing.steps[-2:]] == [True, False]


@pytest.mark.parametrize("seconds", [10, 45])
def test_h17_the_limit_is_the_profiles(seconds):
    table = led(adjusted(CASINO, {"clock_s": seconds})).waits(seconds)
    assert table.timed == []
    assert len(table.waits(1).timed) == 1


def test_h17_a_house_without_a_clock_counts_nothing():
    table = led(adjusted(CASINO, {"clock": "none"})).waits(100)
    assert (table.clock, table.timed) == ((None, 0.0), [])


def test_r134_a_hard_clock_stops_the_table_until_play_goes_on():
    table = led(RATING, players=(A, B, Actor.C)).waits(31)
    ((seat, _, found),) = table.timed
    assert (seat, found.code, found.severity) == (B, Code.TIMEOUT, Severity.STOP)
    assert table.standing.signal is Signal.STOP
    assert table.plays("B:8c/7c").standing.signal is not Signal.STOP


def test_h17_the_game_itself_is_the_same_with_the_clock_and_without_it():
    timed, plain = led().waits(100), led(adjusted(CASINO, {"clock": "none"}))
    assert timed.standing.game.hands == plain.standing.game.hands
    assert timed.standing.game.bout == plain.standing.game.bout
