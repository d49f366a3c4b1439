"""125.8, 125.6, H2, H3: which cards may be thrown in, how many, by whom, until when."""

import pytest

from engine.house import adjusted
from engine.seats import Actor
from tests.engine.builders import CASINO, findings, flags, only, played, position

BEATEN_ONCE = "A4/B5|9h|t12|d13|6c:9c|atk=A def=B ds=6"
FIVE_BEATEN = "A3/B6|9h|t4|d13|6c:7c 7d:8d 8c:9c 9d:Td Tc:Jc|atk=A def=B ds=11"
SIX_BEATEN = "A3/B5|9h|t4|d12|6c:7c 7d:8d 8c:9c 9d:Td Tc:Jc Js:Qs|atk=A def=B ds=11"


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        (BEATEN_ONCE, "A+6d", []),
        (BEATEN_ONCE, "A+9d", []),
        (BEATEN_ONCE, "A+6d9d", []),
        (BEATEN_ONCE, "A+Td", ["THROW_RANK_NOT_ON_TABLE"]),
        (BEATEN_ONCE, "A+6dTd", ["THROW_RANK_NOT_ON_TABLE"]),
        # The defender has not answered yet (A9).
        ("A5/B6|9h|t12|d12|6c:-|atk=A def=B ds=6", "A+6d", []),
        (FIVE_BEATEN, "A+Js", []),
        (FIVE_BEATEN, "A+JsJd", ["THROW_EXCEEDS_CAP"]),
        (SIX_BEATEN, "A+Qd", ["THROW_EXCEEDS_CAP"]),
        # Six cards are the cap and the hand: the regulation is named, not the house rule.
        (SIX_BEATEN.replace("ds=11", "ds=6"), "A+Qd", ["THROW_EXCEEDS_CAP"]),
        (SIX_BEATEN, "A+Kd", ["THROW_RANK_NOT_ON_TABLE", "THROW_EXCEEDS_CAP"]),
    ],
)
def test_125_8_ranks_on_the_table_and_six_cards_in_all(line, word, expected):
    assert findings(position(line), word) == expected


def test_125_8_a_flag_names_the_cards_that_do_not_fit():
    assert [str(c) for c in only(position(BEATEN_ONCE), "A+6dTd").cards] == ["Td"]
    over = only(position(FIVE_BEATEN), "A+JsJd")
    assert ([str(c) for c in over.cards], over.limit, over.count) == (["Jd"], 6, 7)


@pytest.mark.parametrize(
    ("start", "word", "expected"),
    [
        (3, "A+9s", ["THROW_EXCEEDS_DEFENDER_HAND"]),
        (4, "A+9s", []),
        (4, "A+9s9h", ["THROW_EXCEEDS_DEFENDER_HAND"]),
    ],
)
def test_h2_the_hand_at_the_lead_is_the_cap(start, word, expected):
    line = f"A4/B{start - 2}|(Kh)|t0|d{29 - start}|6c:9c 9d:Td Tc:-|atk=A def=B ds={start}"

    assert findings(position(line), word) == expected


def test_h2_may_be_switched_off():
    rules = adjusted(CASINO, {"cap_by_defender_hand": False})
    line = "A4/B1|(Kh)|t0|d26|6c:9c 9d:Td Tc:-|atk=A def=B ds=3"

    assert findings(position(line, rules), "A+9s") == []
    assert position(line, rules).cap_left == 3


def test_125_8_the_defender_may_not_throw_in_and_is_told_only_that():
    assert findings(position(BEATEN_ONCE), "B+Td") == ["THROW_BY_DEFENDER"]
    assert played(position(BEATEN_ONCE), "B+Td").bout.pairs[-1].by is Actor.B


def test_h3_throwing_in_goes_on_while_the_defender_takes():
    game = played(position("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6"), "B^")

    assert findings(game, "A+7d") == []
    assert findings(game, "A+8d") == ["THROW_RANK_NOT_ON_TABLE"]


def test_h3_may_be_switched_off():
    rules = adjusted(CASINO, {"throw_on_take": "forbidden"})
    game = played(position("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6", rules), "B^")

    assert findings(game, "A+7d") == ["THROW_NOT_ALLOWED_AFTER_TAKE"]


def test_r072_where_only_the_rank_of_the_lead_may_be_added():
    rules = adjusted(CASINO, {"throw_ranks": "lead_rank_only"})
    game = position(BEATEN_ONCE, rules)

    assert findings(game, "A+6d") == []
    assert findings(game, "A+9d") == ["THROW_RANK_NOT_LEAD_RANK"]


@pytest.mark.parametrize(
    ("discard", "bout", "taking", "until", "expected"),
    [
        (0, 1, "", "first_discard", ["THROW_EXCEEDS_FIRST_CAP"]),
        (4, 2, "", "first_discard", []),
        (0, 2, "", "first_discard", ["THROW_EXCEEDS_FIRST_CAP"]),
        (0, 2, "", "first_bout", []),
        (0, 1, "", "first_bout", ["THROW_EXCEEDS_FIRST_CAP"]),
        (0, 1, " take", "first_discard", []),
    ],
)
def test_r065_where_the_beginning_has_a_smaller_cap(discard, bout, taking, until, expected):
    rules = adjusted(CASINO, {"cap_first": 5, "cap_first_on_take": 6, "first_until": until})
    table = "6c:7c 7d:8d 8c:9c 9d:Td Tc:Jc"
    line = f"A1/B1|9h|t24|d{discard}|{table}|atk=A def=B ds=6{taking}|bout {bout}"

    assert findings(position(line, rules), "A+Js") == expected


def test_125_8_a_card_laid_after_the_sweep_is_a_lead_or_thrown_in_too_late():
    game = played(position(BEATEN_ONCE), "=", "d A2", "d B1")

    assert flags(game, "A>6d") == ["A>6d LEAD_WRONG_PLAYER"]
    assert flags(game, "A+6d") == ["A+6d THROW_AFTER_SWEEP"]


def test_125_8_a_lead_word_on_a_running_bout_is_judged_as_thrown_in():
    assert findings(position(BEATEN_ONCE), "A>Td") == ["THROW_RANK_NOT_ON_TABLE"]
    assert played(position(BEATEN_ONCE), "A>6d") == played(position(BEATEN_ONCE), "A+6d")


def test_125_8_an_unlawful_throw_in_that_stands_is_flagged_once():
    words = ("A+Td", "B:Kd/Td", "A+Th", "=B", "d A4")

    assert flags(position(BEATEN_ONCE), *words) == ["A+Td THROW_RANK_NOT_ON_TABLE"]


def test_h2_only_the_cards_too_many_are_named():
    violation = only(position("A5/B2|(9h)|t0|d28|7c:-|atk=A def=B ds=2"), "A+7d7s7h")

    assert violation.code == "THROW_EXCEEDS_DEFENDER_HAND"
    assert [str(card) for card in violation.cards] == ["7s", "7h"]
