"""Rulings are rows: what holds, who must sign, and what games and score come to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.notation import parse_move
from engine.ports import Sighting
from engine.verdict import Code
from journal.desk import Desk, DeskError, Pen
from journal.read import read_rows
from journal.rulings import Decision, Reason, Ruling, TrueMove
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.played import VERSIONS, Evening, rules

NOW = datetime(2026, 11, 29, 23, 0, tzinfo=UTC)
WORDS = (*("deal A2", "deal B2") * 3, "^6h", "A>7c", "B:8d/7c", "A+8c", "B:9c/8c")


class Room:
    """A journal with one wrong beat in it (i13), and an inspector before it."""

    def __init__(self, path):
        evening = Evening()
        for word in WORDS:
            evening.happens(Sighting(parse_move(word), evening.tick(), 1))
        self.path = path
        journal = SqlJournal(path, VERSIONS, lambda: NOW)
        journal.record_all(evening.entries)
        journal.close()
        self.pen = Pen(path, VERSIONS, lambda: NOW)
        self.name = self.desk.incidents[0].id

    @property
    def desk(self):
        return Desk.at(self.path, rules)

    def ruling(self, decision, by="Anna", **more):
        return Ruling(self.name, decision, Reason.SEEN_ON_VIDEO, by, **more)

    def rule(self, decision, by="Anna", **more):
        return self.pen.rule(self.desk.considered(self.ruling(decision, by, **more)))

    @property
    def holds(self):
        ruling = self.desk.people.ruling(self.name)
        return None if ruling is None else ruling.decision


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path / "table-7.journal")


@pytest.mark.parametrize("decision", Decision)
def test_a_ruling_is_a_row_and_holds(room, decision):
    before = len(read_rows(room.path))
    row = room.rule(decision)
    assert row == before + 1
    assert room.holds is decision
    assert verify(room.path).is_whole


def test_what_was_no_offence_no_longer_counts(room):
    change = room.desk.considered(room.ruling(Decision.OVERTURN))
    assert (change.flags_before, change.flags_after) == (1, 0)
    assert room.desk.ruled[0].standing.flags  # it was only considered
    room.pen.rule(change)
    assert not room.desk.ruled[0].standing.flags


def test_a_camera_s_error_with_the_truth_derives_all_after_it_anew(room):
    """It was the ten: the beat was right, but then there was no eight to throw another in to."""
    truth = TrueMove(9, parse_move("B:Tc/7c"))
    room.rule(Decision.CAMERA_ERROR, truths=(truth,))
    (game,) = room.desk.ruled
    assert [str(step.move.card) for step in game.standing.steps if step.number == 9] == ["Tc"]
    codes = [flag.violation.code for _, flag in game.standing.flags.values()]
    assert codes == [Code.THROW_RANK_NOT_ON_TABLE]


def test_the_house_decides_who_won_and_the_score_follows(room):
    change = room.desk.considered(room.ruling(Decision.HOUSE, winner="A"))
    assert (change.before, change.after) == ("", "A")
    assert (str(change.score_before), str(change.score_after)) == ("A 0 : B 0", "A 1 : B 0")


def test_who_reverses_a_ruling_needs_a_second_person(room):
    room.rule(Decision.UPHOLD, by="Anna")
    room.rule(Decision.OVERTURN, by="Boris")
    assert room.holds is Decision.UPHOLD

    with pytest.raises(DeskError, match="another person"):
        room.pen.sign(room.desk, room.name, "Boris")
    room.pen.sign(room.desk, room.name, "Vera")

    assert room.holds is Decision.OVERTURN
    with pytest.raises(DeskError, match="waits"):
        room.pen.sign(room.desk, room.name, "Anna")


def test_a_signature_by_the_same_person_written_otherwise_counts_for_nothing(room):
    """Whoever writes the row past us gains nothing: the fold knows who ruled."""
    room.rule(Decision.UPHOLD)
    row = room.rule(Decision.OVERTURN, by="Boris")
    room.pen._write("signature", {"ruling": row, "by": "Boris"})
    assert room.holds is Decision.UPHOLD


def test_who_has_looked_is_kept_for_each_person(room):
    for by in ("Anna", "Boris", "Anna"):
        room.pen.review(room.desk, room.name, by)
    assert room.desk.people.seen_by == {room.name: ["Anna", "Boris"]}


def test_a_case_collects_incidents_and_notes(room):
    case = room.pen.open_case(room.desk, "The beat of the seven", "Anna")
    room.pen.add_to_case(room.desk, case, {"incident": room.name}, "Anna")
    room.pen.add_to_case(room.desk, case, {"note": "ask B"}, "Boris")

    kept = room.desk.people.cases[case]

    assert (kept.incidents, kept.notes) == ((room.name,), (("Boris", "ask B"),))
    assert room.desk.people.held == {room.name}


WRONG = {
    "no such incident": lambda room: room.desk.considered(
        Ruling("i9999", Decision.UPHOLD, Reason.OTHER, "Anna")
    ),
    "no such move": lambda room: room.desk.considered(
        room.ruling(Decision.CAMERA_ERROR, truths=(TrueMove(99, None),))
    ),
    "no such case": lambda room: room.pen.add_to_case(room.desk, "c9", {"note": "x"}, "Anna"),
}


@pytest.mark.parametrize("act", WRONG.values(), ids=WRONG)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(room, act):
    before = len(read_rows(room.path))
    with pytest.raises(DeskError):
        act(room)
    assert len(read_rows(room.path)) == before
