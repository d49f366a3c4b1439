"""125.6: a higher card of the suit, or a trump for want of one; a trump only by a higher trump."""

import pytest

from engine.game import new_game
from engine.house import adjusted
from engine.verdict import Severity, Verdict
from tests.engine.builders import AFTER_DEAL, CASINO, findings, flags, only, played, position

# Hearts are trump.
ATTACKED = "A5/B6|9h|t12|d12|{}:-|atk=A def=B ds=6"


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        ("7c", "9c", []),
        ("9c", "7c", ["BEAT_NOT_HIGHER"]),
        ("Ts", "Tc", ["BEAT_WRONG_SUIT"]),
        ("8c", "Ad", ["BEAT_WRONG_SUIT"]),
        ("7h", "Ac", ["BEAT_NONTRUMP_VS_TRUMP"]),
        ("8h", "7h", ["BEAT_TRUMP_NOT_HIGHER"]),
        ("8h", "Th", []),
        ("Ac", "6h", []),
        ("9c", "6h", ["TRUMP_WHILE_SUIT_AVAILABLE?"]),
    ],
)
def test_125_6_what_beats_what(attack, defence, expected):
    game = position(ATTACKED.format(attack))

    assert findings(game, f"B:{defence}/{attack}") == expected


def test_125_6_a_wrong_defence_names_the_card_that_it_lies_on():
    violation = only(position(ATTACKED.format("9c")), "B:7c/9c")

    assert (str(violation.on), violation.severity, violation.clause) == (
        "9c",
        Severity.STOP,
        "125.6",
    )


def test_125_6_several_cards_are_beaten_in_any_order():
    game = position("A4/B6|9h|t12|d12|6c:- 6d:-|atk=A def=B ds=6")

    assert flags(game, "B:9d/6d", "B:9c/6c") == []


def test_125_6_a_second_card_on_a_beaten_one():
    game = position("A4/B5|9h|t12|d12|6c:9c 6d:-|atk=A def=B ds=6")

    assert findings(game, "B:Kc/6c") == ["BEAT_TARGET_ALREADY_BEATEN"]
    assert played(game, "B:Kc/6c").bout.loose[0].card.rank.letter == "K"


def test_125_6_only_the_defender_beats():
    assert findings(position(ATTACKED.format("7c")), "A:Kc/7c") == ["BEAT_NOT_DEFENDER"]


def test_125_6_whose_hand_was_not_seen_is_taken_for_the_defender():
    game = position(ATTACKED.format("7c"))

    assert findings(game, "unknown:9c/7c") == []
    assert played(game, "unknown:9c/7c") == played(game, "B:9c/7c")


def test_125_6_a_defence_beside_the_attack_card_is_asked_about_and_kept():
    game = position(ATTACKED.format("7c"))

    assert findings(game, "B:9c/8d") == ["BEAT_PAIRING_UNCLEAR~"]
    assert [str(x.card) for x in played(game, "B:9c/8d").bout.loose] == ["9c"]


@pytest.mark.parametrize("line", [ATTACKED, ATTACKED.replace("9h", "(9h)")])
def test_125_6_a_wrong_defence_that_stands_counts_as_a_beat(line):
    game = position(line.format("9c"))

    assert flags(game, "B:7c/9c", "=", "d A1", "d B1", "B>6d") == ["B:7c/9c BEAT_NOT_HIGHER"]


def test_125_6_without_a_trump_card_seen_another_suit_cannot_be_judged():
    game = played(new_game(CASINO), *AFTER_DEAL, "A>7c")

    assert findings(game, "B:6d/7c") == ["BEAT_WRONG_SUIT?"]
    assert findings(game, "B:6c/7c") == ["BEAT_NOT_HIGHER"]
    assert findings(game, "B:9c/7c") == []


# The strict reading (A1): a trump only for want of a higher card of the suit.
@pytest.mark.parametrize(
    ("hand_b", "expected"),
    [
        ("6", ["TRUMP_WHILE_SUIT_AVAILABLE?"]),
        ("6(9c)", ["TRUMP_WHILE_SUIT_AVAILABLE"]),
        # A lower club does not forbid the trump, and the hidden cards still may.
        ("6(6c)", ["TRUMP_WHILE_SUIT_AVAILABLE?"]),
        # The whole hand is known: no higher club in it.
        ("6(6h,Kd,8s,Qs,Jd,6d)", []),
    ],
)
def test_125_6_strict_a_trump_while_the_suit_is_held(hand_b, expected):
    game = position(f"A5/B{hand_b}|9h|t12|d12|8c:-|atk=A def=B ds=6")

    assert findings(game, "B:6h/8c") == expected


def test_125_6_strict_what_cannot_be_proven_stays_silent_and_what_is_proven_goes_to_the_inspector():
    hidden = only(position("A5/B6|9h|t12|d12|8c:-|atk=A def=B ds=6"), "B:6h/8c")
    proven = only(position("A5/B6(9c)|9h|t12|d12|8c:-|atk=A def=B ds=6"), "B:6h/8c")

    assert (hidden.severity, hidden.verdict) == (Severity.LOG, Verdict.UNVERIFIABLE)
    assert (proven.severity, proven.verdict) == (Severity.CALL_INSPECTOR, Verdict.ILLEGAL)
    assert [str(card) for card in proven.cards] == ["6h", "9c"]


def test_125_6_strict_no_doubt_is_left_when_all_higher_cards_are_elsewhere():
    game = position("A5(Qs)/B6|9h|t12|d12(Js,Ks,As)|Ts:-|atk=A def=B ds=6")

    assert findings(game, "B:6h/Ts") == []


def test_125_6_strict_at_the_end_the_hand_of_the_defender_is_proven_from_all_others():
    rest = "6c,6d,6s,7c,7d,7s,8d,8s,8h,9d,9s,9h,Td,Ts,Th,Jc,Jd,Js,Jh,Qd,Qs,Qh,Kd,Ks,Kh,Ad,As,Ah"
    game = position(f"A3(Qc,Kc,Ac)/B4|(9h)|t0|d28({rest})|8c:-|atk=A def=B ds=4")

    assert findings(game, "B:6h/8c") == ["TRUMP_WHILE_SUIT_AVAILABLE"]


def test_125_6_where_trumps_are_free_nothing_is_noted():
    rules = adjusted(CASINO, {"trump_beat": "free"})

    assert findings(position(ATTACKED.format("8c"), rules), "B:6h/8c") == []
