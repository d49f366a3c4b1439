"""The worked cases beside the checkout all come out as they say; bad files are refused in words."""

import json
import re
from pathlib import Path

import pytest

from engine.cases import CasesError, check_cases, judged, read_cases
from engine.verdict import Verdict

CASES = Path(__file__).parents[3] / "shared" / "field" / "rule-cases.json"


def text():
    if not CASES.exists():
        pytest.skip(f"no worked cases to judge by: {CASES.name} is not beside the checkout")
    return CASES.read_text(encoding="utf-8")


def one(**changed):
    """Return a file with one case: a beat that is too low."""
    case = {
        "id": "X1",
        "profile": "casino-by-2001",
        "overrides": {},
        "seats": ["A", "B"],
        "trump": "h",
        "attacker": "A",
        "defender": "B",
        "hands": {"A": ["??"] * 5, "B": ["7c", "??", "??", "??", "??", "??"]},
        "table": [{"attack": "9c", "by": "A", "defence": None}],
        "talon_count": 12,
        "discard_count": 12,
        "taking": False,
        "defender_start": 6,
        "action": {"actor": "B", "type": "beat", "cards": ["7c"], "target": "9c"},
        "expected": "illegal",
        "reason_code": "BEAT_NOT_HIGHER",
        "camera_expected": "illegal",
    }
    return json.dumps({"schema": "durak-cases/1", "cases": [{**case, **changed}]}, indent=1)


def test_every_worked_case_comes_out_as_it_says():
    assert len(read_cases(text())) > 100
    assert [str(found) for found in check_cases(text())] == []


def test_our_own_cases_come_out_as_the_texts_say():
    own = Path(__file__).with_name("own-rule-cases.json").read_text(encoding="utf-8")

    assert len(read_cases(own)) > 150
    assert [str(found) for found in check_cases(own)] == []


def test_a_case_is_judged_with_the_named_hands_and_as_the_camera_sees_it():
    (case,) = read_cases(
        one(
            hands={"A": ["??"] * 5, "B": ["Kc", "6h", "8s", "Qs", "Jd", "6d"]},
            table=[{"attack": "8c", "by": "A", "defence": None}],
            action={"actor": "B", "type": "beat", "cards": ["6h"], "target": "8c"},
        )
    )

    assert judged(case, open_hands=True).codes == ("TRUMP_WHILE_SUIT_AVAILABLE",)
    assert judged(case, open_hands=False).verdict is Verdict.UNVERIFIABLE


@pytest.mark.parametrize(
    ("changed", "field", "found"),
    [
        ({"expected": "legal"}, "expected", "illegal (BEAT_NOT_HIGHER)"),
        ({"reason_code": "BEAT_WRONG_SUIT"}, "reason_code", "illegal (BEAT_NOT_HIGHER)"),
        ({"camera_expected": "legal"}, "camera_expected", "illegal (BEAT_NOT_HIGHER)"),
    ],
)
def test_a_case_that_differs_is_named_with_what_was_found(changed, field, found):
    (difference,) = check_cases(one(**changed))

    assert (difference.id, difference.field, difference.found) == ("X1", field, found)
    assert str(difference).startswith("line 5: X1: ")


def test_another_code_may_be_as_true():
    assert check_cases(one(reason_code="X", also_ok=["BEAT_NOT_HIGHER"])) == ()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"id": 7}, r"cases\[0\].id: a text is wanted, not 7"),
        ({"profile": "casino-by-1999"}, "line 5: case X1.profile: no profile is called"),
        ({"overrides": {"jokers": 2}}, "case X1.profile: .*no parameter is called jokers"),
        ({"overrides": 3}, "case X1.overrides: a table is wanted"),
        ({"seats": ["A", "C"]}, "case X1.seats: players sit clockwise"),
        ({"seats": ["A"]}, "case X1.seats: players sit clockwise"),
        ({"seats": ["A", "Z"]}, r"case X1.seats\[1\]: a player from A to F"),
        ({"trump": "x"}, "case X1.trump: a suit is wanted"),
        ({"trump_card": "1h"}, "case X1.trump_card: not a card"),
        ({"hands": {"A": ["2c"], "B": []}}, r"case X1.hands.A\[0\]: not a card"),
        ({"hands": {"A": "6c", "B": []}}, "case X1.hands.A: a list is wanted"),
        ({"talon_count": -1}, "case X1.talon_count: a number from 0"),
        ({"talon_count": True}, "case X1.talon_count: a number from 0"),
        ({"taking": "yes"}, "case X1.taking: true or false"),
        ({"expected": "maybe"}, "case X1.expected: a verdict is wanted"),
        ({"action": {"type": "dance"}}, "case X1.action.type: nothing that happens"),
        (
            {"action": {"actor": "B", "type": "beat", "cards": [], "target": "9c"}},
            "case X1.action.cards: one card",
        ),
        (
            {"action": {"actor": "B", "type": "deal", "packets": [["A"]]}},
            r"case X1.action.packets\[0\]: a packet is",
        ),
        (
            {"action": {"type": "declare_result", "result": "so-so"}},
            "case X1.action.result: no such result",
        ),
        (
            {"action": {"type": "declare_match_over", "stage": "tea", "wins": {}}},
            "case X1.action.stage: no such stage",
        ),
        (
            {"action": {"type": "declare_match_over", "stage": "final", "wins": {"A": 1}}},
            "case X1.action.wins: two players",
        ),
        (
            {"action": {"type": "count_check", "counts": {"Z": 3}}},
            "case X1.action.counts.Z: a player from A to F",
        ),
        (
            {"action": {"type": "rating", "points": {"Q": 1}, "event": "draw"}},
            "case X1.action.points.Q: a player from A to F",
        ),
        (
            {
                "profile": "online-bank",
                "action": {"type": "payout", "fund": 10, "shares": [], "groups": [[9]]},
            },
            r"case X1.action.groups\[0\]\[0\]: a place from 1 to 6",
        ),
        ({"talon_count": 37}, "case X1.talon_count: the pack has 36 cards, not 37"),
        (
            {"action": {"type": "rating", "points": {}, "event": "rain"}},
            "case X1.action.event: no such event",
        ),
    ],
)
def test_a_bad_case_is_named_by_line_and_field_and_the_others_are_judged(changed, message):
    (difference,) = check_cases(one(**changed))
    told = f"line {difference.line}: {difference.field}: {difference.found}"

    assert re.search(message, told), told


def test_a_bad_case_beside_a_good_one():
    book = json.loads(one())
    book["cases"].append({**book["cases"][0], "id": "X2", "overrides": {"jokers": 2}})
    book["cases"].append({**book["cases"][0], "id": "X3", "camera_expected": "legal"})

    found = check_cases(json.dumps(book, indent=1))

    assert [(f.id, f.field) for f in found] == [
        ("X2", "case X2.profile"),
        ("X3", "camera_expected"),
    ]
    with pytest.raises(CasesError, match="no parameter is called jokers"):
        read_cases(json.dumps(book))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("{", "line 1: column 2"),
        ('{"schema": "durak-cases/2"}', "line 1: schema: durak-cases/1 is wanted"),
        ('{"schema": 1, "schema": 2}', "schema: it stands twice"),
        ("[]", "line 1: a table is wanted"),
    ],
)
def test_a_text_that_is_no_file_of_cases_is_refused(wrong, message):
    with pytest.raises(CasesError, match=message):
        check_cases(wrong)


def test_a_case_may_not_stand_there_twice():
    book = json.loads(one())
    book["cases"] *= 2

    with pytest.raises(CasesError, match="X1 stands there twice"):
        read_cases(json.dumps(book))
