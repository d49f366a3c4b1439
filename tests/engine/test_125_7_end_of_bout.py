"""125.7: beaten cards go to the discard; what is not beaten is taken, all of it."""

import pytest

from engine.bout import NO_BOUT
from engine.house import adjusted
from engine.seats import Actor
from engine.state import Ending
from tests.engine.builders import CASINO, findings, flags, only, played, position

BEATEN = "A4/B4|9h|t12|d12|6c:9c 9d:Td|atk=A def=B ds=6"
OPEN = "A4/B5|9h|t12|d12|6c:9c 9d:-|atk=A def=B ds=6"
HEARD = "|bout 3 calls"


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        (BEATEN, "=", []),
        (BEATEN, "=[6c9c9dTd]", []),
        (BEATEN, "=[Td9d9c6c]", []),
        (BEATEN, "=[6c9c9d]", ["SWEEP_COUNT_MISMATCH"]),
        (BEATEN, "=[6c9c9dTdKs]", ["SWEEP_COUNT_MISMATCH"]),
        (OPEN, "=", ["SWEEP_UNBEATEN"]),
        (OPEN, "=[6c9c]", ["SWEEP_COUNT_MISMATCH"]),
        (OPEN, "=B", []),
        (OPEN, "=B[9d]", ["TAKE_PARTIAL"]),
        (OPEN, "=A", ["TAKE_WRONG_PLAYER"]),
        (OPEN, "unknown^", []),
        (OPEN, "A^", ["TAKE_WRONG_PLAYER"]),
        # He may take although all is beaten, as long as the attacker has not finished (A19).
        (BEATEN, "=B", []),
        (BEATEN, "B^", []),
        (BEATEN, "A.", []),
    ],
)
def test_125_7_sweeping_and_taking(line, word, expected):
    assert findings(position(line), word) == expected


def test_125_7_a_premature_sweep_names_what_was_not_beaten():
    violation = only(position(OPEN), "=")

    assert [str(card) for card in violation.cards] == ["9d"]
    assert violation.actor is Actor.DEALER


def test_125_7_after_a_premature_sweep_nobody_is_blamed_for_leading():
    swept = played(position(OPEN), "=", "d A2", "d B1")

    assert swept.last is not None
    assert (swept.last.how, swept.leader) == (Ending.IRREGULAR, None)
    assert findings(swept, "A>6d") == findings(swept, "B>6d") == []


def test_125_7_the_swept_cards_are_in_the_discard_and_the_defender_leads():
    game = played(position(BEATEN), "=")

    assert {str(card) for card in game.discard.known} == {"6c", "9c", "9d", "Td"}
    assert (game.discard.count, game.leader, game.bout_no) == (16, Actor.B, 4)


def test_125_7_the_taken_cards_are_known_in_the_hand_and_the_attacker_leads():
    game = played(position(OPEN), "=B")

    assert {str(card) for card in game.hand(Actor.B).known} == {"6c", "9c", "9d"}
    assert (game.hand(Actor.B).count, game.leader) == (8, Actor.A)


def test_125_7_cards_left_behind_may_be_taken_after_all():
    game = played(position(OPEN), "=B[9d]")

    assert [str(card) for card in game.bout.cards] == ["6c", "9c"]
    assert flags(game, "=B") == []
    assert played(game, "=B") == played(position(OPEN), "=B")


def test_125_7_a_defence_left_without_its_attack_lies_loose():
    game = played(position(BEATEN), "=B[6c]")

    assert [str(card) for card in game.bout.cards] == ["9d", "Td", "9c"]
    assert played(game, "=B").bout == NO_BOUT


def test_125_7_a_sweep_in_two_goes_is_flagged_once():
    words = ("=[6c9c]", "=[9dTd]")

    assert flags(position(BEATEN), *words) == ["=[6c9c] SWEEP_COUNT_MISMATCH"]
    assert played(position(BEATEN), *words).leader is Actor.B


def test_125_7_whoever_took_wrongly_has_the_cards_and_nobody_is_blamed_for_leading():
    game = played(position(OPEN), "=A", "d B1")

    assert (game.hand(Actor.A).count, game.leader) == (7, None)
    assert findings(game, "A>6d") == findings(game, "B>6d") == []


def test_125_7_what_was_to_be_taken_goes_to_the_discard():
    assert findings(played(position(OPEN), "B^"), "=") == ["TAKEN_TO_DISCARD"]


@pytest.mark.parametrize("word", ["=B", "B^"])
def test_h19_after_the_attacker_said_beaten_nothing_is_taken(word):
    assert findings(played(position(BEATEN), "A."), word) == ["TAKE_AFTER_FULL_BEAT"]


def test_h19_a_card_thrown_in_after_all_makes_taking_lawful_again():
    assert findings(played(position(BEATEN), "A.", "A+9s"), "=B") == []


def test_h19_the_flag_is_not_repeated_when_the_cards_follow_the_word():
    assert flags(position(BEATEN), "A.", "B^", "=B") == ["B^ TAKE_AFTER_FULL_BEAT"]


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        (BEATEN + HEARD, ("=",), ["SWEEP_BEFORE_PASS"]),
        (BEATEN + HEARD, ("A.", "="), []),
        # Without buttons «бито» cannot be heard, so its want says nothing.
        (BEATEN, ("=",), []),
        # Six cards lie there: nothing more may be thrown in.
        (
            "A3/B5|Kh|t4|d12|6c:7c 7d:8d 8c:9c 9d:Td Tc:Jc Js:Qs|atk=A def=B ds=11" + HEARD,
            ("=",),
            [],
        ),
        # The attacker has no card left, or none that could fit.
        ("A0/B4|(Kh)|t0|d30|6c:9c|atk=A def=B ds=5" + HEARD, ("=",), []),
        ("A1(7d)/B4|(Kh)|t0|d29|6c:9c|atk=A def=B ds=5" + HEARD, ("=",), []),
        ("A1(9s)/B4|(Kh)|t0|d29|6c:9c|atk=A def=B ds=5" + HEARD, ("=",), ["SWEEP_BEFORE_PASS"]),
    ],
)
def test_h10_a_sweep_before_the_attacker_said_beaten_is_a_hint(line, words, expected):
    *before, last = words

    assert findings(played(position(line), *before), last) == expected


def test_h10_where_only_the_rank_of_the_lead_fits_no_other_rank_is_waited_for():
    rules = adjusted(CASINO, {"throw_ranks": "lead_rank_only"})
    line = "A1(9s)/B4|(Kh)|t0|d29|6c:9c|atk=A def=B ds=5" + HEARD

    assert findings(position(line, rules), "=") == []


@pytest.mark.parametrize("word", ["=", "=B", "A.", "B^"])
def test_125_7_an_empty_table_has_nothing_to_end(word):
    game = position("A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten")

    assert findings(game, word) == ["MOVE_OUT_OF_PLACE~"]
    assert played(game, word) == game


@pytest.mark.parametrize("word", ["=[Ks]", "=B[Ks]"])
def test_125_7_cards_that_do_not_lie_there_change_nothing(word):
    assert played(position(BEATEN), word) == position(BEATEN)
