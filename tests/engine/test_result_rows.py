"""How a game ended is a row, in one word, and a correction may take it back."""

from __future__ import annotations

import pytest

from engine.happenings import Retold
from engine.notation import parse_move
from engine.ports import Sighting
from engine.results import Result, result_word
from engine.seats import PLAYERS, Actor
from tests.journal.played import Evening

A, B, C, D, *_ = PLAYERS
TWO, FOUR = (A, B), (A, B, C, D)

WORDS = {
    "no result yet": (None, TWO, ""),
    "one wins": (Result(A, B), TWO, "A"),
    "two draw": (Result(None), TWO, "draw"),
    "a team wins": (Result(None, team=(A, C)), FOUR, "A,C"),
    "one is left with cards, and two went first together": (Result(None, D), FOUR, "fool D"),
    "nobody of four lost": (Result(None), FOUR, "draw"),
    "the first of four, and nobody lost": (Result(B), FOUR, "B"),
}


@pytest.mark.parametrize(("result", "players", "word"), WORDS.values(), ids=WORDS)
def test_a_result_is_one_word(result, players, word):
    assert result_word(result, players) == word


def results(evening):
    return [entry.payload["result"] for entry in evening.entries if entry.kind == "result"]


def test_the_end_of_a_game_is_a_row_and_the_next_deal_takes_nothing_back():
    evening = Evening(3, calls_heard=True, errs=False)
    evening.play(600)
    (word,) = results(evening)
    assert word == result_word(evening.standing.game.result, TWO)

    evening.happens(Sighting(parse_move("deal A2"), evening.tick(), 9))

    assert results(evening) == [word]


def test_a_correction_that_reopens_the_game_takes_the_result_back():
    evening = Evening(3, calls_heard=True, errs=False)
    evening.play(600)
    last = evening.standing.steps[-1].number

    evening.happens(Retold(last, None, evening.tick(), Actor.INSPECTOR))

    assert results(evening)[1:] == [""]
