"""Journal rows are read back into the moves, violations and questions that they were made of."""

from __future__ import annotations

import pytest
from hypothesis import given

from engine.cards import parse_card
from engine.claim_words import parse_claim
from engine.moves import Announce
from engine.notation import parse_move
from engine.ports import Doubt
from engine.results import Result, result_word
from engine.row_reading import RowError, read_doubt, read_move, read_violation
from engine.rows import move_row, violation_row
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict, Violation
from tests.engine.test_random_play import ANY_MOVE

A, B, C = Actor.A, Actor.B, Actor.C

WORDS = (
    "deal A2[7c8c]",
    "^9h",
    "B>7c",
    "B+7d",
    "A:9c/7c",
    "=A[7c9c]",
    "=[7c9c]",
    "d A1",
    "~B:7d",
    "~d A1",
    "B>>8d",
    "B>>C:8d",
    "B>>(8d)",
    "A?7h",
    "A?-",
    "lead=A",
    "A![6c]",
    "A*B:6c",
)


@pytest.mark.parametrize("word", WORDS)
def test_a_move_is_read_back_from_its_row(word):
    move = parse_move(word)
    assert read_move(move_row(move)) == move


@given(ANY_MOVE)
def test_so_is_any_move(move):
    assert read_move(move_row(move)) == move


@pytest.mark.parametrize("claim", ["gives-up=B", "score=2-1", "match-over=A"])
def test_what_people_announce_is_read_back_too(claim):
    move = Announce(Actor.INSPECTOR, parse_claim(claim))
    assert read_move(move_row(move)) == move


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"type": "sneeze", "actor": "A"},
        {"type": "lead", "actor": "Z", "cards": ["6c"]},
        {"type": "beat", "actor": "A", "cards": [], "on": "6c"},
        {"type": "beat", "actor": "A", "cards": ["1x"], "on": "6c"},
        {"type": "announce", "actor": "A", "word": "nonsense"},
    ],
)
def test_a_row_that_is_no_move_is_refused(row):
    with pytest.raises(RowError):
        read_move(row)


FOUND = (
    Violation(
        Code.BEAT_WRONG_SUIT,
        B,
        (parse_card("9c"),),
        Severity.STOP,
        Verdict.ILLEGAL,
        "125.6",
        on=parse_card("7d"),
    ),
    Violation(
        Code.CARD_37TH, Actor.DEALER, (), Severity.FREEZE, Verdict.ILLEGAL, "125.1", 36, None, 37
    ),
)


@pytest.mark.parametrize("violation", FOUND, ids=lambda v: v.code)
def test_a_violation_is_read_back_from_its_row(violation):
    assert read_violation(violation_row(violation)) == violation


@pytest.mark.parametrize("row", [{}, {"code": "SNEEZED", "actor": "A"}])
def test_a_row_that_is_no_violation_is_refused(row):
    with pytest.raises(RowError):
        read_violation(row)


def test_a_question_is_read_back_with_its_answers():
    doubt = Doubt("which-card", (parse_move("B>7c"),))
    row = {"question": "which-card", "answers": [move_row(doubt.answers[0])]}
    assert read_doubt(row) == doubt
    assert read_doubt({"question": "card-exposed"}) == Doubt("card-exposed")


@pytest.mark.parametrize(
    ("result", "players", "word"),
    [
        (None, (A, B), ""),
        (Result(A, B), (A, B), "A"),
        (Result(None), (A, B), "draw"),
        (Result(None), (A, B, C), "draw"),
        (Result(None, C), (A, B, C), "fool C"),
        (Result(None, team=(A, C)), (A, B, C, Actor.D), "A,C"),
    ],
)
def test_a_result_is_one_word(result, players, word):
    assert result_word(result, players) == word
