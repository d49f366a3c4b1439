"""Several flags of one cause are one incident."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.clauses import finding
from engine.entries import Entry
from engine.faults import Fault
from engine.rows import violation_row
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict
from journal.incidents import Sort, incidents
from tests.journal.played import rows_of

A, B = Actor.A, Actor.B
BEGUN = (Entry("start", 0.0, {"table": "7"}), Entry("game", 0.0, {}))


def cards(names):
    return tuple(parse_card(name) for name in names.split())


def flag(at, number, step, code, actor=B, names="", **more):
    violation = finding(code, actor, cards(names), **more)
    row = {"id": f"f{number}", "action": f"m{step}", **violation_row(violation)}
    return Entry("flag", at, row)


def found(*entries):
    return incidents(rows_of([*BEGUN, *entries]))


def test_a_wrong_beat_is_one_incident():
    (one,) = found(flag(20.0, 1, 8, Code.BEAT_WRONG_SUIT, names="9s"))

    assert (one.id, one.sort, one.severity) == ("i3", Sort.STOP, Severity.STOP)
    assert (one.codes, one.seats, one.cards) == ((Code.BEAT_WRONG_SUIT,), (B,), cards("9s"))
    assert (one.began_s, one.ended_s, one.is_open) == (20.0, 20.0, True)


ONE_CAUSE = {
    "two rules broken by one move": [
        flag(20.0, 1, 8, Code.LEAD_MIXED_RANKS, A, "6c 7d"),
        flag(20.0, 2, 8, Code.LEAD_EXCEEDS_CAP, A, "6c 7d"),
    ],
    "the same card again a little later": [
        flag(20.0, 1, 8, Code.BEAT_WRONG_SUIT, B, "9s"),
        flag(24.0, 2, 9, Code.BEAT_NOT_HIGHER, B, "9s"),
    ],
    "the same mistake while the first is open": [
        flag(20.0, 1, 8, Code.DRAW_ORDER, B),
        flag(50.0, 2, 9, Code.DRAW_ORDER, B),
    ],
    "a correction of the move flagged anew": [
        flag(20.0, 1, 8, Code.BEAT_WRONG_SUIT, B, "9s"),
        Entry("retract", 90.0, {"retracts": "f1"}),
        flag(90.0, 2, 8, Code.BEAT_NOT_HIGHER, B, "8c"),
    ],
}

TWO_CAUSES = {
    "another player": [
        flag(20.0, 1, 8, Code.DRAW_ORDER, A),
        flag(21.0, 2, 9, Code.DRAW_ORDER, B),
    ],
    "the same mistake after the first was put right": [
        flag(20.0, 1, 8, Code.DRAW_ORDER, B),
        Entry("closed", 30.0, {"flag": "f1", "how": "corrected"}),
        flag(50.0, 2, 12, Code.DRAW_ORDER, B),
    ],
    "another card of another rule": [
        flag(20.0, 1, 8, Code.BEAT_WRONG_SUIT, B, "9s"),
        flag(24.0, 2, 9, Code.BEAT_NOT_HIGHER, B, "8c"),
    ],
    "the same in the next game": [
        flag(20.0, 1, 8, Code.DRAW_ORDER, B),
        Entry("game", 40.0, {}),
        flag(50.0, 2, 19, Code.DRAW_ORDER, B),
    ],
    "the same numbers in the next run": [
        flag(20.0, 1, 8, Code.DRAW_ORDER, B),
        *BEGUN,
        flag(20.0, 1, 8, Code.DRAW_ORDER, B),
    ],
}


@pytest.mark.parametrize("entries", ONE_CAUSE.values(), ids=ONE_CAUSE)
def test_one_cause_is_one_incident(entries):
    (one,) = found(*entries)
    assert len(one.flags) == 2


@pytest.mark.parametrize("entries", TWO_CAUSES.values(), ids=TWO_CAUSES)
def test_two_causes_are_two_incidents(entries):
    assert [len(one.flags) for one in found(*entries)] == [1, 1]


def test_what_nobody_can_prove_and_what_is_only_noted_is_no_incident():
    assert not found(
        flag(20.0, 1, 8, Code.BEAT_WRONG_SUIT, severity=Severity.LOG),
        flag(21.0, 2, 9, Code.BEAT_WRONG_SUIT, verdict=Verdict.UNVERIFIABLE),
    )


def test_what_a_correction_took_back_stays_and_says_so():
    one, _ = found(
        flag(20.0, 1, 8, Code.BEAT_WRONG_SUIT, B, "9s"),
        Entry("retract", 25.0, {"retracts": "f1"}),
        flag(99.0, 2, 12, Code.DRAW_ORDER, B),
    )
    assert one.is_withdrawn


def test_a_flag_of_an_earlier_run_is_not_closed_by_its_number_alone():
    one, other = found(
        flag(20.0, 1, 8, Code.DRAW_ORDER, B),
        *BEGUN,
        flag(20.0, 1, 8, Code.DRAW_ORDER, B),
        Entry("closed", 30.0, {"flag": "f1", "how": "stood"}),
    )
    assert (one.is_open, other.is_open, other.ended_s) == (True, False, 30.0)


def test_a_question_asked_again_at_once_is_one_doubt():
    asked = [
        Entry("doubt", at, {"id": f"d{n}", "question": "which-card", "answers": []})
        for n, at in enumerate((10.0, 12.0, 60.0), 1)
    ]
    closed = [Entry("doubt-closed", at, {"doubt": f"d{n}"}) for n, at in enumerate((11.0, 13.0), 1)]

    one, other = found(asked[0], closed[0], asked[1], closed[1], asked[2])

    assert (one.sort, one.question, one.names) == (Sort.DOUBT, "which-card", ("d1", "d2"))
    assert (one.ended_s, one.is_open) == (13.0, False)
    assert other.is_open


def test_a_fault_that_comes_back_at_once_is_one():
    rows = [("fault", 10.0), ("mended", 12.0), ("fault", 15.0), ("mended", 16.0), ("fault", 90.0)]
    one, other = found(*(Entry(kind, at, {"fault": "camera-lost"}) for kind, at in rows))
    assert (one.sort, one.fault, one.began_s, one.ended_s) == (
        *(Sort.FAULT, Fault.CAMERA_LOST),
        *(10.0, 16.0),
    )
    assert other.began_s == 90.0
