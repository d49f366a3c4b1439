"""Replay of a journal without its video: the same states and flags from its rows alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.happenings import Paused, Ticked
from engine.house import load_rules
from engine.moves import Announce
from engine.notation import parse_move
from engine.ports import Doubt, Sighting
from engine.row_reading import RowError, read_doubt, read_violation
from engine.rows import violation_row
from journal.replay import replay
from tests.journal.played import Evening, rows_of, rules


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 120), st.booleans())
def test_the_rows_of_an_evening_give_the_same_standing_again(seed, moves, calls):
    """Whatever was misread, asked, answered, corrected and broken on the way."""
    evening = Evening(seed, calls_heard=calls)
    evening.play(moves)

    (game,) = replay(rows_of(evening.entries), rules)

    told = evening.standing
    assert game.standing.game == told.game
    assert game.standing.flags.keys() == told.flags.keys()
    for number, (step, flag) in told.flags.items():
        again, same = game.standing.flags[number]
        assert (again.name, same) == (step.name, flag)
    assert [(s.name, s.move, s.is_void) for s in game.standing.steps] == [
        (s.name, s.move, s.is_void) for s in told.steps
    ]
    assert game.standing.signal == told.signal
    assert {f.id for f in game.standing.open} == {f.id for f in told.open}


@given(st.integers(0, 10**4))
@settings(max_examples=20, deadline=None)
def test_violations_and_doubts_are_read_back(seed):
    evening = Evening(seed)
    evening.play(60)
    for _, flag in evening.standing.flags.values():
        assert read_violation(violation_row(flag.violation)) == flag.violation
    answer = parse_move("A>7c")
    doubt = Doubt("which-card", (answer,))
    evening.happens(Sighting(None, evening.tick(), 1, doubt=doubt))
    row = next(e for e in reversed(evening.entries) if e.kind == "doubt")
    assert read_doubt(row.payload) == doubt


def test_pauses_and_times_that_ran_out_are_read_back():
    evening = Evening(3, errs=False, calls_heard=True)
    evening.play(8)
    assert evening.standing.thinking.seat is not None
    start = evening.now
    evening.happens(Paused(True, start))
    evening.happens(Paused(False, start))
    for second in range(1, 70):
        evening.happens(Ticked(start + second))
    evening.play(3)

    (game,) = replay(rows_of(evening.entries), rules)

    told = [step.move for step in evening.standing.steps]
    assert [type(move) for move in told].count(Announce) == 1
    assert [step.move for step in game.standing.steps] == told
    assert [e.payload for e in evening.entries if e.kind == "pause"] == [
        {"begins": True},
        {"begins": False},
    ]


def test_games_are_found_by_their_deal():
    evening = Evening(3, errs=False)
    evening.play(600)
    assert evening.standing.game.result is not None
    evening.happens(Sighting(parse_move("deal A2"), evening.tick(), 9))

    first, second = replay(rows_of(evening.entries), rules)

    assert first.standing.game.result is not None
    assert second.standing.game.game_no == first.standing.game.game_no + 1
    assert second.standing.game == evening.standing.game
    assert (first.table, first.source, first.is_played) == ("7", "evening.mp4", True)


def test_two_runs_of_a_program_are_two_runs_of_games():
    one, two = Evening(1), Evening(2)
    one.play(20)
    two.play(20)

    games = replay(rows_of([*one.entries, *two.entries]), rules)

    assert [game.standing.game for game in games] == [one.standing.game, two.standing.game]


def test_other_rules_find_other_flags():
    """A house with other rules: the same moves, judged anew."""
    evening = Evening(5)
    evening.play(40)
    wide = replace(load_rules("casino-by-2001"), max_lead=1)

    (game,) = replay(rows_of(evening.entries), lambda _label: wide)

    assert game.standing.game.rules == wide
    assert len(game.standing.steps) == len(evening.standing.steps)


def test_a_row_that_makes_no_sense_is_named():
    evening = Evening(1)
    evening.play(20)
    rows = rows_of(evening.entries)
    bad = next(n for n, row in enumerate(rows) if row.kind == "action")
    rows[bad] = replace(rows[bad], payload='{"id":"m1","type":"sneeze","actor":"A"}')

    with pytest.raises(RowError, match=f"row {bad + 1}: "):
        replay(rows, rules)
