"""A copy is the same chain; copied again it follows, and what is no copy is refused."""

import sqlite3

import pytest

from engine.faults import TableError
from journal.copying import copy
from journal.place import place_of
from journal.read import read_rows, read_texts
from journal.rulings import Decision
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.played import VERSIONS
from tests.journal.postgres import program, running_server
from tests.journal.test_rulings import Room


@pytest.fixture
def room(tmp_path):
    room = Room(tmp_path / "table-7.journal")
    room.rule(Decision.UPHOLD, "Anna")
    return room


def test_a_copy_is_the_same_and_follows(room, tmp_path):
    target = tmp_path / "copy.journal"
    rows = len(read_rows(room.path))
    assert copy(room.path, target).rows == rows
    room.pen.review(room.desk, room.name, "Boris")
    assert copy(room.path, target).rows == 1
    assert copy(room.path, target).rows == 0
    assert read_rows(target) == read_rows(room.path)
    assert read_texts(target) == read_texts(room.path)
    assert verify(target) == verify(room.path)


def test_a_copy_is_taken_while_the_table_writes(room, tmp_path):
    journal = SqlJournal(room.path, VERSIONS)
    journal.record("action", 1.0, {})
    assert copy(room.path, tmp_path / "copy.journal").of == journal.last_seq
    journal.close()


def test_what_was_forgotten_is_forgotten_in_the_copy(room, tmp_path):
    target = tmp_path / "copy.journal"
    copy(room.path, target)
    room.pen.forget(room.desk, "Anna", "Vera")
    copy(room.path, target)
    assert set(read_texts(target).values()) == {"Vera"}
    assert verify(target).is_whole


def test_what_is_no_copy_is_refused(room, tmp_path):
    target = tmp_path / "other.journal"
    other = SqlJournal(target, VERSIONS)
    other.record("action", 1.0, {})
    other.close()
    with pytest.raises(TableError, match="is no copy of"):
        copy(room.path, target)


def test_a_chain_that_breaks_is_not_copied(room, tmp_path):
    outside = sqlite3.connect(room.path, isolation_level=None)
    outside.execute("DROP TRIGGER journal_no_update")
    outside.execute("UPDATE journal SET payload = '{}' WHERE seq = 3")
    outside.close()
    with pytest.raises(TableError, match="row 3 does not follow the row before it"):
        copy(room.path, tmp_path / "copy.journal")
    assert read_rows(tmp_path / "copy.journal") == ()


@pytest.mark.skipif(program("initdb") is None, reason="no PostgreSQL server here")
def test_a_journal_goes_to_a_server_and_back(room, tmp_path, kozyr):
    back = tmp_path / "back.journal"
    with running_server() as server:
        address = f"{server}&journal=table-7"
        assert kozyr("journal", "copy", room.path, address).code == 0
        room.pen.review(room.desk, room.name, "Boris")
        ended = kozyr("journal", "copy", room.path, address)
        assert ended.out.splitlines()[-1] == verify(room.path).head
        assert kozyr("journal", "copy", address, back).code == 0
        assert verify(place_of(address)) == verify(room.path)
    assert read_rows(back) == read_rows(room.path)
    assert read_texts(back) == read_texts(room.path)
