"""R110-R117: the defender passes the attack on."""

import pytest

from engine.house import adjusted, load_rules
from tests.engine.builders import findings, flags, only, played, position

RULES = load_rules("perevodnoy")
ATTACKED = "A5/B6/C6|9h|t10|d8|7c:-|atk=A def=B ds=6"


def game(line=ATTACKED, **changed):
    return position(line, adjusted(RULES, changed))


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        (ATTACKED, "B>>7d", []),
        (ATTACKED, "B>>C:7d", []),
        (ATTACKED, "B>>A:7d", ["TRANSFER_NOT_ALLOWED"]),
        (ATTACKED, "B>>8d", ["TRANSFER_RANK_MISMATCH"]),
        (ATTACKED, "C>>7d", ["TRANSFER_NOT_ALLOWED"]),
        (ATTACKED, "B>>(7h)", []),
        (ATTACKED, "B>>(7d)", ["TRANSFER_SHOW_NOT_TRUMP"]),
        (ATTACKED + " shown=7h", "B>>(7h)", ["TRANSFER_SHOW_REPEAT"]),
        (ATTACKED + " shown=7h", "B>>7h", []),
        (ATTACKED + " take", "B>>7d", ["BEAT_AFTER_TAKE"]),
        (ATTACKED, "B>>7d7s", ["TRANSFER_SEVERAL_UNDEFINED~"]),
        # Somebody has begun to beat (R111).
        ("A4/B5/C6|9h|t10|d8|7c:8c 7d:-|atk=A def=B ds=6", "B>>7s", ["TRANSFER_AFTER_BEAT"]),
        # The next hand is smaller than the cards that would lie there (R113, A10).
        ("A5/B3/C1|(9h)|t0|d26|7c:-|atk=A def=B ds=3", "B>>7d", ["TRANSFER_NEXT_HAND_TOO_SMALL"]),
        ("A5/B3/C1|(9h)|t0|d26|7c:-|atk=A def=B ds=3", "B>>(7h)", []),
        # A hand no greater than what lies there beats or takes.
        ("A3/B2/C5|(9h)|t0|d24|7c:- 7d:-|atk=A def=B ds=2", "B>>7s", ["TRANSFER_AT_EQUALITY"]),
        ("A6/B6/C6|9h|t10|d8|-|-|bout 3 last=ABbeaten", "B>>7d", ["MOVE_OUT_OF_PLACE~"]),
        ("A6/B0/C0|(9h)|t0|d30|-|-|bout 9 last=ABbeaten", "A>>7d", ["GAME_ALREADY_OVER"]),
    ],
)
def test_r110_when_the_attack_may_be_passed_on(line, word, expected):
    assert findings(game(line), word) == expected


def test_options_of_the_house():
    first = "A5/B6/C6|9h|t18|d0|7c:-|atk=A def=B ds=6|bout 1"

    assert findings(game(first), "B>>7d") == []
    assert findings(game(first, transfer_first_bout=False), "B>>7d") == ["TRANSFER_FIRST_BOUT"]
    assert findings(game(transfer_show=False), "B>>(7h)") == ["TRANSFER_NOT_ALLOWED"]
    even = "A3/B2/C5|(9h)|t0|d24|7c:- 7d:-|atk=A def=B ds=2"
    assert findings(game(even, transfer_at_equality=True), "B>>7s") == []


def test_where_nothing_is_transferred_it_is_told_so():
    assert findings(position(ATTACKED, load_rules("classic-ffa")), "B>>7d") == [
        "TRANSFER_NOT_ALLOWED"
    ]


def test_r112_the_next_player_defends_and_may_pass_it_on_again():
    bout = played(game(), "B>>7d").bout

    assert (bout.attacker, bout.defender, bout.start, len(bout.pairs)) == ("B", "C", 6, 2)
    assert flags(game(), "B>>7d", "C>>7s", "A:8c/7c") == []
    assert played(game(), "B>>7d", "C>>7s").bout.defender == "A"


def test_r115_a_trump_that_was_shown_stays_in_the_hand_and_is_known():
    shown = played(game(), "B>>(7h)")

    assert (shown.bout.defender, len(shown.bout.pairs)) == ("C", 1)
    assert [str(card) for card in shown.hands[1].known] == ["7h"]
    assert shown.hands[1].count == 6


def test_between_two_the_attack_goes_back():
    two = "A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6"

    assert played(game(two), "B>>7d").bout.defender == "A"
    assert flags(game(two), "B>>7d", "A:8c/7c", "A:8d/7d", "=", "d B1", "d A3", "A>9c") == []


def test_a21_whoever_passed_it_on_last_draws_first():
    after = played(game(), "B>>7d", "=C")

    assert [due.seat for due in after.due()] == ["B", "A"]
    assert after.leader == "A"


def test_r116_who_is_out_is_passed_over():
    line = "A3/B4/C0/D5|(9h)|t0|d23|7c:-|atk=A def=B ds=4"

    assert played(game(line), "B>>7d").bout.defender == "D"


@pytest.mark.parametrize(
    ("reading", "defender", "seat"), [("clockwise", "D", None), ("opponents", "A", "C")]
)
def test_c19_in_teams_the_house_says_whom_a_transfer_reaches(reading, defender, seat):
    changed = {"transfer": True, "transfer_show": True, "transfer_teams": reading}
    rules = adjusted(load_rules("team-2v2"), changed)
    line = "A3/B4/C0/D5|(9h)|t0|d23|7c:-|atk=A def=B ds=4"
    bout = played(position(line, rules), "B>>7d").bout

    assert (bout.defender, bout.seat) == (defender, seat)
    # While the talon has cards nobody is out: it goes to the next seat by either reading.
    early = position("A5/B6/C6/D6|9h|t12|d0|7c:-|atk=A def=B ds=6", rules)
    assert played(early, "B>>7d").bout.defender == "C"


def test_a_transfer_that_reached_the_wrong_player_stands_as_it_is():
    violation = only(game(), "B>>A:7d")

    assert violation.actor == "B"
    assert played(game(), "B>>A:7d").bout.defender == "A"
