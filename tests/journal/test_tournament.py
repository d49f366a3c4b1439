"""A tournament outlives the program: its rows are read back, chained, and fit their schema."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import journal as package
from engine.faults import TableError
from engine.prizes import EmptyPlaces
from engine.tournament import fold
from engine.tournament_events import (
    Awarded,
    CalledOver,
    Corrected,
    Entered,
    FeePaid,
    Left,
    PaidOut,
    Played,
    Record,
    ScoreShown,
    Seated,
    SharesChosen,
    event_row,
)
from journal.read import read_rows, read_texts
from journal.store import SqlJournal
from journal.tournament import TournamentJournal, read_records
from journal.verify import verify
from tests.engine.tournaments import PLAN, begun, won

SCHEMA = json.loads((Path(package.__file__).parent / "tournament_schema.json").read_text())
EVENTS = (
    *begun(3),
    Left("E01"),
    Seated("SF2", "E02", "E03", "4", 9),
    Played("SF2", None),
    *won("SF2", "E02", 2),
    ScoreShown("SF2", 2, 0),
    CalledOver("SF2", "E02"),
    Awarded("SF2", "E02", "inspector", "E03 went home"),
    SharesChosen(EmptyPlaces.EQUALLY, "manager"),
    PaidOut(("E02",), (10,)),
    Corrected(9, "inspector", "misheard"),
)


@pytest.fixture
def kept(path, versions):
    """Keep every kind of record, one program after the other."""
    for number, event in enumerate(EVENTS):
        book = TournamentJournal(path, versions, begin=number == 0)
        assert len(book.records) == number
        assert book.keep(event) == number + 1
        book.close()
    return path


def test_the_state_survives_every_restart(kept):
    records = read_records(kept)

    assert [record.event for record in records] == list(EVENTS)
    assert fold(records).tournament == fold([replace(r, at="") for r in records]).tournament
    assert verify(kept).is_whole


def test_every_record_fits_its_schema(kept):
    validator = Draft202012Validator(SCHEMA)
    Draft202012Validator.check_schema(SCHEMA)
    for record in read_records(kept):
        row = json.loads(
            json.dumps({"number": record.number, "at": record.at, **event_row(record.event)})
        )
        assert [error.message for error in validator.iter_errors(row)] == []


@pytest.mark.parametrize(
    "wrong",
    [{"event": "sold"}, {"who": ""}, {"age": 3}, {"number": 0}, {"at": "yesterday"}],
)
def test_the_schema_refuses_what_is_no_record(wrong):
    row = {"number": 1, "at": "2026-11-29T20:00:00.000000Z", "event": "entered", "who": "Anna"}
    assert Draft202012Validator(SCHEMA).is_valid(row)
    assert not Draft202012Validator(SCHEMA).is_valid({**row, **wrong})


def test_a_file_that_is_there_is_not_begun_anew(kept, versions):
    with pytest.raises(TableError, match="is there already"):
        TournamentJournal(kept, versions, begin=True)


def test_a_file_that_is_not_there_is_not_made_up(path, versions):
    with pytest.raises(TableError, match="there is no tournament"):
        TournamentJournal(path, versions)
    assert not path.exists()


def test_a_table_s_journal_holds_no_tournament(path, versions):
    SqlJournal(path, versions).close()
    with pytest.raises(TableError, match="holds no tournament"):
        read_records(path)


def test_a_row_that_is_no_record_is_named(path, versions):
    journal = SqlJournal(path, versions)
    journal.record("tournament", 1.0, {"event": "sold"})
    journal.close()
    with pytest.raises(TableError, match="sold"):
        read_records(path)


def test_a_record_carries_its_time_of_day(kept):
    assert all(isinstance(r, Record) and r.at.endswith("Z") for r in read_records(kept))
    assert [r for r in read_records(kept) if r.event == PLAN or isinstance(r.event, Entered)]


def bytes_of(path):
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


def test_names_stand_apart_from_the_chain(kept):
    assert all('"E0' not in row.payload for row in read_rows(kept))
    assert len(set(read_texts(kept).values())) == len(read_texts(kept))  # one token for each person


def test_a_player_who_is_forgotten_leaves_the_bracket_whole(kept, kozyr):
    before = fold(read_records(kept)).tournament

    ended = kozyr("journal", "erase", kept, "E02", "--by", "Vera", "--yes")

    assert (ended.code, b"E02" in bytes_of(kept)) == (0, False)
    assert verify(kept).is_whole
    after = fold(read_records(kept)).tournament
    (instead,) = set(after.entrants) - set(before.entrants)
    assert [instead if name == "E02" else name for name in before.entrants] == list(after.entrants)
    assert after.match("SF2").wins == before.match("SF2").wins
    assert kozyr("tournament", "standings", kept).code == 0


def test_who_is_forgotten_takes_no_namesake_along(path, versions, kozyr):
    book = TournamentJournal(path, versions, begin=True)
    for event in (PLAN, Entered("Ada"), Entered("Adam")):
        book.keep(event)
    book.close()
    assert kozyr("journal", "erase", path, "Ada", "--by", "Vera", "--yes").code == 0
    assert list(read_texts(path).values()).count("Adam") == 1
    assert "Ada" not in read_texts(path).values()


def test_a_tournament_of_an_earlier_release_goes_on_with_its_plain_names(path, versions):
    with closing(SqlJournal(path, versions)) as old:
        for event in (PLAN, Entered("Ада")):
            old.record("tournament", 1.0, event_row(event))
    book = TournamentJournal(path, versions)
    book.keep(FeePaid("Ада", 10))
    book.keep(Entered("Bo"))
    book.close()
    assert [r.event for r in read_records(path)][1:] == [
        *(Entered("Ада"), FeePaid("Ада", 10), Entered("Bo"))
    ]
    assert list(read_texts(path).values()) == ["Bo"]
