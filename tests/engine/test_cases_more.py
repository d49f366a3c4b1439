"""Cases of kinds that the worked ones beside the checkout do not have."""

import json

import pytest

from engine.cases import judged, read_cases

BASE = {
    "id": "Y1",
    "profile": "classic-ffa",
    "seats": ["A", "B"],
    "trump": "h",
    "attacker": "A",
    "defender": "B",
    "hands": {"A": ["??"] * 5, "B": ["??"] * 6},
    "table": [{"attack": "7c", "by": "A", "defence": None}],
    "talon_count": 12,
    "discard_count": 12,
    "defender_start": 6,
    "expected": "legal",
    "reason_code": "OK",
    "camera_expected": "legal",
}
EMPTY = {"table": [], "hands": {"A": ["??"] * 6, "B": ["??"] * 7}, "discard_count": 11}
BEATEN = {
    "table": [{"attack": "7c", "by": "A", "defence": "8c"}],
    "hands": {"A": ["??"] * 5, "B": ["??"] * 5},
}
BOUT = {"leader": "A", "defender": "B", "result": "beaten"}


def code(action, **changed):
    """Return the code that a case earns."""
    case = {**BASE, **changed, "action": action}
    (read,) = read_cases(json.dumps({"schema": "durak-cases/1", "cases": [case]}))
    return judged(read, open_hands=True).code


@pytest.mark.parametrize(
    ("action", "changed", "expected"),
    [
        ({"actor": "A", "type": "pass"}, {}, "OK"),
        # A deal of which no trump is told.
        (
            {"type": "deal", "packets": [["A", 2], ["B", 2]]},
            {
                **EMPTY,
                "trump": None,
                "hands": {"A": [], "B": []},
                "talon_count": 36,
                "discard_count": 0,
            },
            "OK",
        ),
        ({"actor": "B", "type": "take_call"}, {}, "OK"),
        ({"actor": "A", "type": "take_call"}, {}, "TAKE_WRONG_PLAYER"),
        ({"actor": "A", "type": "withdraw", "cards": ["7c"]}, {}, "ATTACKER_TAKES_BACK"),
        ({"actor": "B", "type": "expose", "cards": ["9c"]}, {}, "EXPOSED_HAND"),
        (
            {"actor": "A", "type": "declare_lowest_trump", "card": "7h"},
            {**EMPTY, "talon_count": 24, "discard_count": 0},
            "OK",
        ),
        (
            {"actor": "A", "type": "hang", "to": "B", "cards": ["7c"]},
            {**EMPTY, "profile": "pogony"},
            "STRAP_OUT_OF_PLACE",
        ),
        # A rest of the drawing that is left undone.
        (
            {"type": "draw", "sequence": [{"player": "A", "count": 1}], "bout": BOUT},
            {"table": [], "hands": {"A": ["??"] * 4, "B": ["??"] * 6}, "discard_count": 14},
            "DRAW_TOO_FEW",
        ),
        (
            {"type": "draw", "sequence": [{"player": "A", "count": 2}], "bout": BOUT},
            {"table": [], "hands": {"A": ["??"] * 4, "B": ["??"] * 5}, "discard_count": 15},
            "DRAW_SKIPPED",
        ),
        ({"actor": "A", "type": "throw_in", "cards": ["7d"]}, EMPTY, "THROW_AFTER_SWEEP"),
        (
            {"type": "sweep", "to": "A", "cards_moved": 2, "attacker_passed": True},
            BEATEN,
            "BEATEN_TO_HAND",
        ),
        (
            {"type": "sweep", "to": "discard", "cards_moved": 2, "attacker_passed": False},
            BEATEN,
            "SWEEP_BEFORE_PASS",
        ),
        ({"type": "sweep", "to": "discard", "cards_moved": 1}, BEATEN, "SWEEP_COUNT_MISMATCH"),
        (
            {
                "type": "declare_match_over",
                "stage": "final",
                "wins": {"A": 9, "B": 1},
                "over": True,
            },
            {"profile": "casino-by-2001"},
            "MATCH_TARGET_NOT_REACHED",
        ),
        (
            {"type": "declare_match_over", "stage": "semi", "target": 7, "wins": {"A": 7, "B": 1}},
            {"profile": "casino-by-2001"},
            "STAGE_WRONG",
        ),
        (
            {"type": "payout", "fund": 100, "shares": [100], "takers": 5},
            {"profile": "casino-by-2001"},
            "PAYOUT_UNDEFINED",
        ),
        (
            {"type": "payout", "fund": 100, "shares": [80, 20], "groups": [[1], [2]]},
            {"profile": "online-bank"},
            "PAYOUT_UNDEFINED",
        ),
        (
            {"type": "rating", "points": {"A": 2, "B": 1, "C": 0}, "event": "win", "winner": "A"},
            {"profile": "online-rating"},
            "RATING_UNDEFINED",
        ),
        (
            {"type": "rating", "points": {"A": 2, "B": 1, "C": 1}, "event": "draw", "winner": "A"},
            {"profile": "online-rating"},
            "OK",
        ),
        (
            {"type": "declare_next_lead", "player": "B", "bout_result": "taken"},
            EMPTY,
            "LEAD_WRONG_PLAYER",
        ),
        ({"actor": "A", "type": "lead", "cards": ["??", "??", "??"]}, EMPTY, "OK"),
        ({"actor": "B", "type": "lead", "cards": ["6c"]}, EMPTY, "LEAD_WRONG_PLAYER"),
    ],
)
def test_the_code_of_a_case(action, changed, expected):
    assert code(action, **changed) == expected
