"""Every code rests on a clause, and house rules are never called a breach of the regulation."""

import pytest

from engine.cards import parse_card
from engine.clauses import GROUNDS, Clause, Evidence, finding
from engine.rows import violation_row
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict


def test_every_code_has_its_ground():
    assert set(GROUNDS) == set(Code)


def test_every_code_can_be_shown_by_something():
    assert all(ground.evidence for ground in GROUNDS.values())
    assert GROUNDS[Code.BEAT_NOT_HIGHER].evidence == {Evidence.FACE}


@pytest.mark.parametrize(
    ("code", "clause", "house"),
    [
        (Code.BEAT_NOT_HIGHER, "125.6", False),
        (Code.THROW_RANK_NOT_ON_TABLE, "125.8", False),
        (Code.SWEEP_UNBEATEN, "125.7", False),
        (Code.DEAL_PACKET, "125.4", False),
        (Code.THROW_EXCEEDS_DEFENDER_HAND, "H2", True),
        (Code.DRAW_ORDER, "H4", True),
        (Code.TRUMP_DRAWN_EARLY, "H9", True),
    ],
)
def test_the_clause_of_a_code(code, clause, house):
    violation = finding(code, Actor.A)

    assert violation.clause == clause
    assert Clause(violation.clause).is_house_rule is house


def test_a_gap_in_the_rules_is_undefined_and_blames_nobody():
    assert finding(Code.FIRST_LEAD_UNDEFINED, Actor.A).verdict is Verdict.UNDEFINED
    assert finding(Code.DRAW_ORDER, Actor.A).verdict is Verdict.ILLEGAL


def test_a_severity_may_be_given():
    assert finding(Code.DRAW_ORDER, Actor.A, severity=Severity.LOG).severity is Severity.LOG


def test_severities_are_stored_by_the_numbers_of_the_catalogue():
    assert {severity.name: int(severity) for severity in Severity} == {
        "LOG": 0,
        "HINT": 1,
        "STOP": 2,
        "CALL_INSPECTOR": 3,
        "FREEZE": 4,
    }


def test_a_row_of_a_finding_says_everything_that_it_rests_on():
    beaten = finding(Code.BEAT_WRONG_SUIT, Actor.B, (parse_card("9c"),), on=parse_card("7d"))
    counted = finding(Code.CARD_37TH, Actor.DEALER, limit=36, count=37)

    assert violation_row(beaten)["on"] == "7d"
    assert violation_row(counted) == {
        "code": "CARD_37TH",
        "actor": "dealer",
        "cards": [],
        "severity": 4,
        "verdict": "illegal",
        "clause": "125.1",
        "evidence": "NS",
        "limit": 36,
        "count": 37,
    }
