"""A replayed game becomes a record that the referee agrees with."""

from __future__ import annotations

import pytest

from engine.happenings import Retold
from engine.notation import parse_move
from engine.ports import Sighting
from engine.record import Ruling, print_record
from engine.record_judge import judge_record
from engine.record_parse import parse_record
from journal.game_records import record_of
from journal.replay import replay
from tests.journal.played import Evening, rows_of, rules


def played(evening):
    return replay(rows_of(evening.entries), rules)[0]


@pytest.mark.parametrize("seed", range(12))
def test_the_record_of_a_game_is_read_back_and_agrees(seed):
    evening = Evening(seed, calls_heard=True, errs=False)
    evening.play(600)

    record = parse_record(print_record(record_of(played(evening))))

    judged = judge_record(record)
    assert judged.agrees
    assert judged.game.result == evening.standing.game.result
    assert record.header("Table") == "7"


def told(*words):
    evening = Evening()
    for word in ("deal A2", "deal B2") * 3:
        evening.happens(Sighting(parse_move(word), evening.tick(), 1))
    for word in words:
        evening.happens(Sighting(parse_move(word), 61.25, 918, 0.9871))
    return evening


def test_flags_times_and_probabilities_stand_in_it():
    text = print_record(record_of(played(told("^6h", "A>7c", "B:8d/7c"))))
    assert "B:8d/7c @01:01.2 %0.9871 !BEAT_WRONG_SUIT" in text
    assert text.endswith("* unfinished\n")


def test_a_corrected_move_stands_as_it_truly_was():
    evening = told("^6h", "A>7c", "B:8d/7c")
    evening.happens(Retold(9, None, 70.0))

    text = print_record(record_of(played(evening)))

    assert "B:8d/7c" not in text
    assert judge_record(parse_record(text)).agrees


def test_rulings_stand_behind_their_move():
    game = played(told("^6h", "A>7c", "B:8d/7c"))
    text = print_record(record_of(game, rulings={9: [Ruling("inspector", "uphold")]}))
    assert '!BEAT_WRONG_SUIT #inspector:"uphold"' in text
