"""B2, B3, B8, B9: what is declared, counted and noticed beside the play."""

import pytest

from engine.cards import DECK
from engine.claims import (
    INCIDENTS,
    Counted,
    DeckSpread,
    DiscardLookedAt,
    DrawCalled,
    LeadCalled,
    Noticed,
    RedealCalled,
    Revealed,
    StrapsCalled,
    TeamWinCalled,
    TimeUsed,
    WinCalled,
)
from engine.house import adjusted, load_rules
from engine.referee_claims import judge_claim
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict
from tests.engine.builders import CASINO, position

A, B, C, D = Actor.A, Actor.B, Actor.C, Actor.D
TWO, FFA = load_rules("team-2v2"), load_rules("classic-ffa")
NO_DRAW, LABEL = load_rules("classic-nodraw"), load_rules("pogony-label")
BOTH_OUT = "A0/B0|(9h)|t0|d34|7c:9c|atk=A def=B ds=1"
B_OUT = "A2/B0|(9h)|t0|d32|7c:9c|atk=A def=B ds=1"
TEAMS_OUT = "A0/B0/C0/D0|(9h)|t0|d34|7c:9c|atk=A def=D ds=1"
LAST_CARD = "A0/B1|(9h)|t0|d34|7c:-|atk=A def=B ds=1"


def codes(line, claim, rules=CASINO):
    marks = {Verdict.UNVERIFIABLE: "?", Verdict.UNDEFINED: "~"}
    found = judge_claim(position(line, rules), claim)
    return [f"{v.code}{marks.get(v.verdict, '')}" for v in found]


@pytest.mark.parametrize(
    ("line", "claim", "rules", "expected"),
    [
        (BOTH_OUT, DrawCalled(), CASINO, []),
        (BOTH_OUT, WinCalled(A), CASINO, ["RESULT_DRAW_EXPECTED"]),
        (BOTH_OUT, WinCalled(A, B), NO_DRAW, []),
        (BOTH_OUT, WinCalled(B), NO_DRAW, ["RESULT_WRONG_WINNER"]),
        (BOTH_OUT, DrawCalled(), NO_DRAW, ["RESULT_DRAW_NOT_ALLOWED"]),
        (B_OUT, WinCalled(B), CASINO, []),
        (B_OUT, WinCalled(A), CASINO, ["RESULT_WRONG_WINNER"]),
        (B_OUT, WinCalled(None, A), CASINO, []),
        (B_OUT, WinCalled(None, B), CASINO, ["RESULT_WRONG_WINNER"]),
        (B_OUT, DrawCalled(), CASINO, ["RESULT_WRONG_WINNER"]),
        ("A3/B2|(9h)|t0|d31|-|-|bout 9 last=ABtaken", DrawCalled(), CASINO, ["RESULT_NOT_REACHED"]),
        (
            "A3/B2|(9h)|t0|d31|-|-|bout 9 last=ABtaken",
            WinCalled(A),
            CASINO,
            ["RESULT_WRONG_WINNER"],
        ),
        (
            "A3/B2|(9h)|t0|d31|-|-|bout 9 last=ABtaken",
            WinCalled(None, A),
            CASINO,
            ["RESULT_NOT_REACHED"],
        ),
        (
            "A0/B4|9h|t4|d26|7c:9c|atk=A def=B ds=6",
            WinCalled(A),
            CASINO,
            ["RESULT_TALON_NOT_EMPTY"],
        ),
        # The answer to the last attack decides between a win and a draw.
        (LAST_CARD, WinCalled(A), CASINO, ["LAST_CARDS_NOT_ANSWERED"]),
        (LAST_CARD, WinCalled(A), NO_DRAW, []),
        (LAST_CARD + " take", WinCalled(A), CASINO, []),
        ("A0/B3|(9h)|t0|d32|7c:-|atk=A def=B ds=3", WinCalled(A), CASINO, []),
        # The first who is out has won before the game is over (R094).
        ("A0/B3/C4|(9h)|t0|d29|-|-|bout 9 out=A8 last=BCtaken", WinCalled(A), FFA, []),
        (
            "A0/B3/C0|(9h)|t0|d33|-|-|bout 9 out=A5 last=BCtaken",
            WinCalled(C),
            FFA,
            ["RESULT_WRONG_WINNER"],
        ),
        ("A0/B3/C0|(9h)|t0|d33|-|-|bout 9 out=A5 last=BCtaken", WinCalled(A, B), FFA, []),
    ],
)
def test_r090_results(line, claim, rules, expected):
    assert codes(line, claim, rules) == expected


@pytest.mark.parametrize(
    ("line", "team", "expected"),
    [
        ("A0/B2/C0/D1|(9h)|t0|d33|-|-|bout 9 last=CDtaken", (A, C), []),
        ("A0/B2/C0/D1|(9h)|t0|d33|-|-|bout 9 last=CDtaken", (B, D), ["RESULT_TEAM_NOT_FINISHED"]),
        ("A0/B2/C3/D1|(9h)|t0|d30|-|-|bout 9 last=CDtaken", (A, C), ["RESULT_TEAM_NOT_FINISHED"]),
        ("A0/B0/C0/D0|(9h)|t0|d36|-|-|bout 9 last=CDbeaten", (A, C), ["RESULT_DRAW_EXPECTED"]),
        ("A0/B4/C0/D4|9h|t4|d24|-|-|bout 9 last=CDbeaten", (A, C), ["RESULT_TALON_NOT_EMPTY"]),
        ("A0/B0/C0/D1|(9h)|t0|d34|7c:-|atk=C def=D ds=1", (A, C), ["LAST_CARDS_NOT_ANSWERED"]),
    ],
)
def test_r095_team_results(line, team, expected):
    assert codes(line, TeamWinCalled(team), TWO) == expected


def test_r095_a_house_may_have_the_first_who_is_out_win_for_the_team():
    rules = adjusted(TWO, {"team_win": "first_out"})
    line = "A0/B2/C3/D1|(9h)|t0|d30|-|-|bout 9 last=CDtaken"

    assert codes(line, TeamWinCalled((A, C)), rules) == []
    assert codes(line, TeamWinCalled((B, D)), rules) == ["RESULT_TEAM_NOT_FINISHED"]


@pytest.mark.parametrize(
    ("line", "loser", "expected"),
    [
        ("A0/B2|(9h)|t0|d32|6c:- 6d:-|atk=A def=B ds=2 take", B, []),
        ("A0/B1|(9h)|t0|d34|6c:-|atk=A def=B ds=1 take", B, ["LABEL_WRONG"]),
        ("A0/B2|(9h)|t0|d32|6c:- 7d:-|atk=A def=B ds=2 take", B, ["LABEL_WRONG"]),
        ("A0/B2|(9h)|t0|d32|6c:- 6d:-|atk=A def=B ds=2 take", A, ["LABEL_WRONG"]),
        ("A0/B4|(9h)|t0|d32|-|-|bout 9 last=ABtaken!", B, []),
        ("A0/B4|(9h)|t0|d32|-|-|bout 9 last=ABtaken", B, ["LABEL_WRONG"]),
    ],
)
def test_r120_the_label_of_two_sixes(line, loser, expected):
    assert codes(line, StrapsCalled(loser), LABEL) == expected
    assert codes(line, StrapsCalled(loser), CASINO) == ["LABEL_WRONG"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A2(6c,6d)/B5|(9h)|t0|d29|-|-|bout 9 last=BAtaken", []),
        ("A2/B5|(9h)|t0|d29|-|-|bout 9 last=BAtaken", ["RESULT_WRONG_WINNER?"]),
        ("A2(6c,7d)/B5|(9h)|t0|d29|-|-|bout 9 last=BAtaken", ["RESULT_WRONG_WINNER"]),
        ("A3(6c,6d)/B5|(9h)|t0|d28|-|-|bout 9 last=BAtaken", ["RESULT_WRONG_WINNER"]),
    ],
)
def test_r121_two_sixes_in_hand_win_where_the_house_has_it(line, expected):
    rules = adjusted(LABEL, {"pogony_win": True})

    assert codes(line, WinCalled(A), rules) == expected
    game = position(line, rules)
    assert (game.result is not None) is (expected == [])


@pytest.mark.parametrize(
    ("line", "seat", "expected"),
    [
        ("A6/B6|9h|t24|d0|-|-|bout 1", A, ["FIRST_LEAD_WRONG?"]),
        ("A6(7h)/B6(6h)|9h|t24|d0|-|-|bout 1", A, ["FIRST_LEAD_WRONG?"]),
        ("A6/B6(6h)|9h|t24|d0|-|-|bout 1", A, ["FIRST_LEAD_WRONG"]),
        ("A6/B6(6h)|9h|t24|d0|-|-|bout 1", B, []),
        ("A6/B6|9h|t24|d0|-|-|bout 1 game=2 prev=B", A, ["FIRST_LEAD_WRONG"]),
        ("A6/B6|9h|t24|d0|-|-|bout 1 game=2 prev=B", B, []),
        ("A6/B6|9h|t24|d0|-|-|bout 1 game=2", B, ["FIRST_LEAD_UNDEFINED~"]),
        ("A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten", A, ["LEAD_WRONG_PLAYER"]),
        ("A6/B0|(9h)|t0|d30|-|-|bout 9 last=ABbeaten", A, ["GAME_ALREADY_OVER"]),
        ("A0/B0|-|t36|d0|-|-|bout 1", A, ["FIRST_LEAD_WRONG?"]),
    ],
)
def test_b3_who_is_called_to_lead(line, seat, expected):
    expected = ["FIRST_LEAD_WRONG"] if "A6(7h)/B6(6h)" in line else expected
    assert codes(line, LeadCalled(seat)) == expected


COUNTED = "A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (Counted({A: 5, B: 6}, 12, 12), []),
        (Counted({A: 5, B: 6}, 11, 12), ["CARD_MISSING"]),
        (Counted({A: 6, B: 6}, 12, 12), ["CARD_37TH"]),
        (Counted({A: 5, B: 6}, 11, 13), ["TALON_COUNT_MISMATCH", "SWEEP_COUNT_MISMATCH"]),
        (Counted({A: 6, B: 5}, 12, 12), ["HAND_COUNT_MISMATCH", "HAND_COUNT_MISMATCH"]),
        (Counted({}, 11), ["TALON_COUNT_MISMATCH"]),
        (Counted({A: 4}), ["HAND_COUNT_MISMATCH"]),
        (Counted({A: 5, B: 6}, 12, 12, table=2), ["CARD_37TH"]),
    ],
)
def test_b9_counts_against_the_ledger(claim, expected):
    assert codes(COUNTED, claim) == expected


@pytest.mark.parametrize(
    ("line", "claim", "rules", "expected"),
    [
        ("A6/B6|9h|t24|d0|-|-|bout 1", RedealCalled(), CASINO, ["REDEAL_NOT_PROVIDED"]),
        ("A6/B0|(9h)|t0|d30|-|-|bout 9 last=ABbeaten", RedealCalled(), CASINO, []),
        (
            "A6(6c,8c,9c,Tc,Jc,Qd)/B6(6d,8d,9d,Td,Jd,Qs)|9h|t24|d0|-|-|bout 1",
            RedealCalled(),
            CASINO,
            ["FIRST_LEAD_UNDEFINED~"],
        ),
        (COUNTED, DiscardLookedAt(A), CASINO, ["DISCARD_INSPECTED"]),
        ("A6/B0|(9h)|t0|d30|-|-|bout 9 last=ABbeaten", DiscardLookedAt(A), CASINO, []),
        (COUNTED, TimeUsed(A, 31, 30), load_rules("online-rating"), ["TIMEOUT"]),
        (COUNTED, TimeUsed(A, 30, 30), load_rules("online-rating"), []),
        (COUNTED, TimeUsed(A, 12, 30), load_rules("online-rating"), []),
        (COUNTED, TimeUsed(A, 31, 30), FFA, []),
        (COUNTED, Revealed(B, ()), CASINO, []),
    ],
)
def test_other_claims(line, claim, rules, expected):
    assert codes(line, claim, rules) == expected


WHOLE = tuple(sorted(DECK))


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (DeckSpread(WHOLE, 36), []),
        # A face that nobody could read is no offence, as long as the cards are all there.
        (DeckSpread(WHOLE[1:], 36), []),
        (DeckSpread(WHOLE[1:], 35), ["DECK_COUNT", "DECK_CONTENT"]),
        (DeckSpread(WHOLE, 37), ["DECK_COUNT"]),
        (DeckSpread((*WHOLE[1:], WHOLE[5]), 36), ["DECK_CONTENT"]),
    ],
)
def test_b1_the_pack_before_a_match(claim, expected):
    assert codes("A0/B0|-|t36|d0|-|-|bout 1", claim) == expected


THREE_LEFT = "A0/B0/C2/D2|(9h)|t0|d32|-|-|bout 9 out=A5 out=B7 last=CDtaken"


@pytest.mark.parametrize(
    ("line", "claim", "rules", "expected"),
    [
        # R094: the first who is out has won, whoever still plays; the second has not.
        (THREE_LEFT, WinCalled(A), FFA, []),
        (THREE_LEFT, WinCalled(B), FFA, ["RESULT_WRONG_WINNER"]),
        (THREE_LEFT.replace("out=B7", "out=B5"), WinCalled(B), FFA, []),
        (THREE_LEFT.replace("out=A5 out=B7 ", ""), WinCalled(B), FFA, []),
        ("A0/B2/C0|(9h)|t0|d34|-|-|bout 9 out=A5 last=CBtaken", WinCalled(A), FFA, []),
        # Nobody is named: a loser has to be.
        ("A0/B2|(9h)|t0|d34|-|-|bout 9 last=ABtaken", WinCalled(None), CASINO, []),
        (BOTH_OUT, WinCalled(None), CASINO, ["RESULT_DRAW_EXPECTED"]),
        # R096: nobody of either team has cards.
        (TEAMS_OUT, TeamWinCalled((A, C)), TWO, ["RESULT_DRAW_EXPECTED"]),
        (TEAMS_OUT, DrawCalled(), TWO, []),
        (TEAMS_OUT.replace("B0", "B2"), DrawCalled(), TWO, ["RESULT_WRONG_WINNER"]),
        (TEAMS_OUT.replace("0/D0", "2/D2"), DrawCalled(), TWO, ["RESULT_NOT_REACHED"]),
        # The talon has cards yet, or the last ones may still be answered.
        (TEAMS_OUT.replace("|t0|", "|t2|"), DrawCalled(), TWO, ["RESULT_TALON_NOT_EMPTY"]),
        (LAST_CARD, DrawCalled(), CASINO, ["LAST_CARDS_NOT_ANSWERED"]),
        # The attacker has cards yet: whatever is answered, it is no draw.
        (LAST_CARD.replace("A0", "A2"), DrawCalled(), CASINO, ["RESULT_NOT_REACHED"]),
        (TEAMS_OUT.replace("D0", "D2"), TeamWinCalled(()), TWO, ["RESULT_WRONG_WINNER"]),
        (TEAMS_OUT.replace("D0", "D2"), TeamWinCalled((A, C)), TWO, []),
    ],
)
def test_r094_r096_results_of_more_than_two(line, claim, rules, expected):
    assert codes(line, claim, rules) == expected


def test_a17_a_soft_clock_only_reminds():
    (reminder,) = judge_claim(position(COUNTED), TimeUsed(A, 61, 60))

    assert (reminder.verdict, reminder.severity) == (Verdict.LEGAL, Severity.LOG)


@pytest.mark.parametrize("code", sorted(INCIDENTS))
def test_b_incidents_are_named(code):
    assert judge_claim(position(COUNTED), Noticed(code, A))[0].code is code


def test_what_is_no_incident_has_no_place():
    noticed = Noticed(Code.BEAT_NOT_HIGHER, A)

    assert codes(COUNTED, noticed) == ["MOVE_OUT_OF_PLACE~"]
