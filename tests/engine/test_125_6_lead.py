"""125.6, 125.7: who leads a bout, and with how many cards of one rank."""

import pytest

from engine.house import adjusted
from engine.seats import Actor
from engine.verdict import Severity
from tests.engine.builders import CASINO, findings, flags, only, played, position

BEATEN = "A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten"
TAKEN = "A6/B6|9h|t12|d12|-|-|bout 3 last=ABtaken"


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("B>6c", []),
        ("B>Ah", []),
        ("B>6c6d6s", []),
        ("B>6c6d6s6h", []),
        ("B>6c7c", ["LEAD_MIXED_RANKS"]),
        ("B>6c6d6s6h7h", ["LEAD_MIXED_RANKS", "LEAD_EXCEEDS_CAP"]),
    ],
)
def test_125_6_one_card_or_several_of_a_rank(word, expected):
    assert findings(position(BEATEN), word) == expected


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        (BEATEN, "B>6c", []),
        (BEATEN, "A>6c", ["LEAD_WRONG_PLAYER"]),
        (TAKEN, "A>6c", []),
        (TAKEN, "B>6c", ["LEAD_WRONG_PLAYER"]),
    ],
)
def test_125_7_whoever_beat_leads_next_and_whoever_took_does_not(line, word, expected):
    assert findings(position(line), word) == expected


def test_125_7_the_clause_tells_the_regulation_from_the_house_rule():
    assert only(position(BEATEN), "A>6c").clause == "125.7"
    assert only(position(TAKEN), "B>6c").clause == "H12"


def test_125_7_a_lead_by_the_wrong_player_that_is_taken_back_is_one_flag():
    words = ("A>6c", "~A:6c", "B>7c", "A:8c/7c", "=")

    assert flags(position(BEATEN), *words) == ["A>6c LEAD_WRONG_PLAYER"]


def test_125_7_a_lead_by_the_wrong_player_that_stands_makes_the_roles():
    game = played(position(BEATEN), "A>6c")

    assert (game.bout.attacker, game.bout.defender) == (Actor.A, Actor.B)
    assert flags(position(BEATEN), "A>6c", "B:7c/6c", "=", "d A1", "d B1", "B>8c") == [
        "A>6c LEAD_WRONG_PLAYER"
    ]


def test_125_7_whose_hand_led_was_not_seen_is_taken_for_the_leader():
    assert findings(position(BEATEN), "unknown>6c") == []
    assert played(position(BEATEN), "unknown>6c").bout.attacker is Actor.B


@pytest.mark.parametrize(
    ("held", "word", "expected"),
    [
        (2, "B>6c6d", []),
        (1, "B>6c6d", ["LEAD_EXCEEDS_DEFENDER_HAND"]),
        (3, "B>6c6d6s6h", ["LEAD_EXCEEDS_DEFENDER_HAND"]),
        (5, "B>6c6d6s6h", []),
    ],
)
def test_h2_no_more_cards_than_the_defender_holds(held, word, expected):
    game = position(f"A{held}/B6|(9h)|t0|d{30 - held}|-|-|bout 9 last=ABbeaten")

    assert findings(game, word) == expected


def test_h2_may_be_switched_off():
    rules = adjusted(CASINO, {"cap_by_defender_hand": False})
    game = position("A1/B6|(9h)|t0|d29|-|-|bout 9 last=ABbeaten", rules)

    assert findings(game, "B>6c6d") == []


@pytest.mark.parametrize("word", ["B>6c6d", "B>6c6d6s"])
def test_where_one_card_is_led_more_exceed_the_cap(word):
    game = position(BEATEN, adjusted(CASINO, {"max_lead": 1}))
    violation = only(game, word)

    assert (violation.code, violation.limit) == ("LEAD_EXCEEDS_CAP", 1)


def test_125_8_a_lead_before_the_draw_names_who_is_short():
    game = position("A6/B4|9h|t10|d16|-|-|bout 3 last=ABtaken")
    violation = only(game, "A>6c")

    assert (violation.code, violation.actor, violation.limit) == ("DRAW_SKIPPED", Actor.B, 2)
    assert violation.severity is Severity.STOP


def test_125_8_a_draw_made_good_after_the_lead_is_no_second_flag():
    game = position("A6/B4|9h|t10|d16|-|-|bout 3 last=ABtaken")

    assert flags(game, "A>6c", "d B1", "d B1", "B:7c/6c") == ["A>6c DRAW_SKIPPED"]
    assert played(game, "A>6c", "d B2").bout.start == 6
    assert flags(game, "A>6c", "~A:6c", "d B2", "A>6c") == ["A>6c DRAW_SKIPPED"]
    assert findings(played(game, "A>6c"), "d B3") == ["DRAW_DURING_BOUT"]


def test_125_8_a_skipped_draw_of_the_attacker_is_made_good_apart_from_the_others():
    game = position("A4/B4|9h|t10|d18|-|-|bout 3 last=ABtaken")
    caught_up = played(game, "A>6c", "d A1")

    assert [(due.seat, due.count) for due in caught_up.bout.skipped] == [("A", 1), ("B", 2)]
    assert caught_up.bout.start == 4
    assert [d.seat for d in played(caught_up, "d A1").bout.skipped] == [Actor.B]
