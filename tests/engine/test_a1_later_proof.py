"""A1: a later card proves what no camera saw; the inspector hears of it, the dealer does not."""

import pytest

from engine.findings import is_shown
from engine.grounds import INSPECTOR_ONLY
from engine.house import adjusted
from engine.notation import parse_move
from engine.referee import judge
from engine.verdict import Severity, Verdict
from tests.engine.builders import CASINO, findings, only, played, position

ATTACKED = "A4/B6|9h|t12|d12|8c:- 8d:-|atk=A def=B ds=6"
TRUMPED = ("B:6h/8c",)


def test_a_trump_over_a_hidden_hand_cannot_be_verified():
    assert findings(position(ATTACKED), "B:6h/8c") == ["TRUMP_WHILE_SUIT_AVAILABLE?"]


@pytest.mark.parametrize("word", ["A:6h/8c", "B:6h/9c"], ids=["no defender", "beside the cards"])
def test_a_trump_that_beats_nothing_has_nothing_to_prove(word):
    assert played(position(ATTACKED), word).memory.trumped == ()


@pytest.mark.parametrize(
    ("words", "word"),
    [
        ((), "B![9c]"),
        (("B:9d/8d", "="), "B![Kc]"),
        (("B:9d/8d", "=", "d A2"), "B>Kc"),
        (("B^", "A+8s", "=B"), "B![Kc]"),
        (("A+8s",), "B:Kc/8s"),
    ],
)
def test_a_higher_card_of_the_suit_in_the_same_hand_proves_it(words, word):
    game = played(position(ATTACKED), *TRUMPED, *words)
    proof = [v for v in findings(game, word) if v.startswith("TRUMP")]

    assert proof == ["TRUMP_WHILE_SUIT_AVAILABLE"]
    again = played(game, word, "~B:Kc") if word == "B:Kc/8s" else played(game, word)
    assert again.memory.trumped == () or word.startswith("B!")


@pytest.mark.parametrize(
    ("words", "word"),
    [
        # A lower card, another suit, another player.
        ((), "B![7c]"),
        ((), "B![Kd]"),
        ((), "A![Kc]"),
        # He has drawn since: it may have come from the talon.
        (("B:9d/8d", "=", "d A2", "d B2"), "B>Kc"),
        # He took it from the table.
        (("A+8s", "B:Kc/8d", "=B"), "B![Kc]"),
    ],
)
def test_what_proves_nothing(words, word):
    game = played(position(ATTACKED), *TRUMPED, *words)

    assert not [v for v in findings(game, word) if v == "TRUMP_WHILE_SUIT_AVAILABLE"]


def test_the_proof_is_for_the_inspector_only():
    game = played(position(ATTACKED), *TRUMPED)
    proof, *_ = judge(game, parse_move("B![9c]"))

    assert (proof.verdict, proof.severity) == (Verdict.ILLEGAL, Severity.LOG)
    assert [str(card) for card in proof.cards] == ["6h", "9c"]
    assert (str(proof.on), proof.clause) == ("8c", "125.6")
    assert not is_shown(proof)
    assert proof.code in INSPECTOR_ONLY


def test_a_hand_that_is_known_proves_it_at_once():
    line = "A4/B2(9c,6h)|9h|t12|d16|8c:- 8d:-|atk=A def=B ds=6"
    violation = only(position(line), "B:6h/8c")

    assert (violation.verdict, violation.severity) == (Verdict.ILLEGAL, Severity.CALL_INSPECTOR)
    assert not is_shown(violation)


def test_where_trumps_are_free_there_is_nothing_to_prove():
    free = adjusted(CASINO, {"trump_beat": "free"})
    game = played(position(ATTACKED, free), *TRUMPED)

    assert game.memory.trumped == ()
    assert findings(game, "B![9c]") == ["EXPOSED_HAND"]


def test_a_trump_taken_back_is_forgotten():
    assert played(position(ATTACKED), "B:6h/8c", "~B:6h").memory.trumped == ()


DEALT = "A6/B6|9h|t24|d0|-|-|bout 1 says=A7h says=B"


@pytest.mark.parametrize(
    ("words", "word", "expected"),
    [
        (("A>8c",), "B:6h/8c", ["FIRST_LEAD_MISDECLARED"]),
        (("A>8c",), "B:8h/8c", []),
        (("A>8c", "B:9c/8c", "A.", "=", "d A1"), "B>6h", ["FIRST_LEAD_MISDECLARED"]),
        (("A>8c", "B:9c/8c", "A.", "=", "d A1", "d B1"), "B>6h", []),
    ],
)
def test_125_4_a_trump_that_was_denied_shows_later(words, word, expected):
    game = played(position(DEALT), *words)
    told = [v for v in findings(game, word) if not v.endswith("?") and not v.startswith("DRAW")]

    assert told == expected


@pytest.mark.parametrize(
    ("says", "word", "expected"),
    [
        ("says=A7h says=B8h", "A>6c", []),
        ("says=A7h says=B8h", "B>6c", ["FIRST_LEAD_WRONG"]),
        ("says=A says=B8h", "A>6c", ["FIRST_LEAD_WRONG"]),
        ("says=A says=B", "A>6c", ["FIRST_LEAD_UNDEFINED~"]),
        ("says=A7h", "B>6c", []),
    ],
)
def test_125_4_the_declared_trumps_tell_who_leads(says, word, expected):
    assert findings(position(f"A6/B6|9h|t24|d0|-|-|bout 1 {says}"), word) == expected


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        ("A6(7h)/B6|9h|t24|d0|-|-|bout 1", "A?8h", ["CLAIM_INCONSISTENT"]),
        ("A6(7h)/B6|9h|t24|d0|-|-|bout 1", "A?7h", []),
        ("A6(7h)/B6|9h|t24|d0|-|-|bout 1", "B?7h", ["CLAIM_INCONSISTENT"]),
        ("A6/B6|9h|t24|d0|-|-|bout 1", "A?-", []),
        ("A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten", "A?-", ["MOVE_OUT_OF_PLACE~"]),
    ],
)
def test_what_is_declared_must_fit_what_is_known(line, word, expected):
    assert findings(position(line), word) == expected
