"""A journal looked through by commands: games, one of them, how often what, and what was missed."""

from __future__ import annotations

import csv
import io

import pytest

from engine.entries import Entry
from engine.notation import parse_move
from journal.desk import Desk
from journal.judging import false_alarms, missed
from journal.personal import Personal
from journal.rulings import Decision, TrueMove
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.played import VERSIONS, Evening, rules
from tests.journal.test_rulings import Room


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path / "table-7.journal")


def rates(room):
    desks = (room.desk,)
    return [(rate.count, rate.of) for rate in (false_alarms(desks), missed(desks))]


def test_games_are_listed_and_one_is_printed(room, kozyr):
    listed = kozyr("journal", "games", room.path)
    assert (listed.code, listed.out.split()[0]) == (0, "2")
    record = kozyr("journal", "game", room.path, 2)
    assert record.code == 0
    assert "B:8d/7c" in record.out
    assert kozyr("journal", "game", room.path, 3).code == 2


@pytest.mark.parametrize(
    ("decision", "expected"),
    [
        (Decision.UPHOLD, [(0, 1), (0, 1)]),
        (Decision.HOUSE, [(0, 1), (0, 1)]),
        (Decision.OVERTURN, [(1, 1), (0, 0)]),
        (Decision.CAMERA_ERROR, [(1, 1), (0, 0)]),
    ],
)
def test_rulings_say_what_was_a_false_alarm(room, decision, expected):
    assert rates(room) == [(0, 0), (0, 0)]
    room.rule(decision)
    assert rates(room) == expected


def test_what_the_truth_brings_to_light_was_missed(room):
    """It was the ten: the beat was right, but then there was no eight to throw another in to."""
    room.rule(Decision.CAMERA_ERROR, truths=(TrueMove(9, parse_move("B:Tc/7c")),))
    assert rates(room) == [(1, 1), (1, 1)]


def test_what_a_person_noted_was_missed(room, kozyr):
    note = ("journal", "missed", room.path, 2)
    told = kozyr(*note, "m8", "LEAD_MIXED_RANKS", "--by", "Anna", "--note", "on the video")
    assert told.code == 0, told.err
    assert rates(room) == [(0, 0), (1, 1)]
    for wrong in (("m99", "LEAD_MIXED_RANKS"), ("8", "LEAD_MIXED_RANKS"), ("m8", "NONSENSE")):
        assert kozyr(*note, *wrong, "--by", "Anna").code == 2
    assert verify(room.path).is_whole


def test_statistics_name_dealer_and_errors_of_the_program(tmp_path, kozyr):
    evening = Evening()
    evening.play(40)
    start = evening.entries[0]
    evening.entries[0] = Entry("start", 0.0, {**start.payload, "dealer": Personal("Vera")})
    path = tmp_path / "t.journal"
    journal = SqlJournal(path, VERSIONS)
    journal.record_all(evening.entries)
    journal.close()
    name = next(i.id for i in Desk.at(path, rules).incidents if i.flags)
    kozyr("journal", "rule", path, name, "overturn", "--by", "Anna", "--yes")

    out = tmp_path / "out.csv"
    told = kozyr("journal", "statistics", path, path, "--out", out)
    assert told.code == 0, told.err
    assert "  Vera  " in told.out
    assert "Of 2 incidents that were ruled, 2 were mistakes of the program" in told.out
    lines = list(csv.reader(io.StringIO(out.read_text("utf-8-sig")), delimiter=";"))
    assert {line[0] for line in lines[1:]} >= {"rule", "dealer", "table"}

    kozyr("journal", "erase", path, "Vera", "--by", "Mila", "--yes")
    assert "Vera" not in kozyr("journal", "statistics", path).out
