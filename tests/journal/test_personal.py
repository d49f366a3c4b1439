"""A person can be forgotten, and the chain is as whole as before."""

import sqlite3
from contextlib import closing

import pytest

from dealer_ui.prompts import Catalogue
from journal.desk import DeskError
from journal.personal import FORGOTTEN, told
from journal.read import read_rows, read_texts
from journal.rulings import Decision
from journal.store import SqlJournal
from journal.verify import Flaw, verify
from tests.journal.played import VERSIONS
from tests.journal.test_rulings import Room

NOTE = "Seen twice, Anna was sure"


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path / "table-7.journal")


def bytes_of(path):
    return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))


def test_a_name_is_in_no_row_and_is_read_all_the_same(room):
    room.rule(Decision.UPHOLD, "Anna", note=NOTE)
    assert all("Anna" not in row.payload for row in read_rows(room.path))
    (ruling,) = room.desk.people.rulings[room.name]
    assert (ruling.by, ruling.note) == ("Anna", NOTE)


def test_what_was_forgotten_is_gone_from_the_disk_and_the_chain_is_whole(room):
    room.rule(Decision.UPHOLD, "Anna", note=NOTE)
    room.pen.review(room.desk, room.name, "Boris")
    head = verify(room.path).head
    assert b"Anna" in bytes_of(room.path)

    assert room.pen.forget(room.desk, "Anna", "Vera") == 2

    report = verify(room.path)
    assert report.is_whole
    assert read_rows(room.path)[-1].prev_hash == head
    assert b"Anna" not in bytes_of(room.path)
    (ruling,) = room.desk.people.rulings[room.name]
    assert (ruling.by, ruling.note, ruling.holds) == (FORGOTTEN, FORGOTTEN, True)
    assert room.desk.people.seen_by[room.name] == ["Boris"]


def test_a_signed_reversal_holds_also_when_both_are_forgotten(room):
    room.rule(Decision.UPHOLD, "Anna")
    room.rule(Decision.OVERTURN, "Boris")
    room.pen.sign(room.desk, room.name, "Vera")
    for name in ("Boris", "Vera"):
        room.pen.forget(room.desk, name, "Mila")
    assert room.holds is Decision.OVERTURN


def test_nobody_of_that_name_is_said(room):
    with pytest.raises(DeskError, match="names Anna"):
        room.pen.forget(room.desk, "Anna", "Vera")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("UPDATE personal SET text = 'Boris'", "a text of row {row} was changed"),
        ("DELETE FROM personal", "a text of row {row} was removed, and no row says so"),
    ],
)
def test_a_name_that_somebody_else_changed_or_removed_is_found(room, change, told):
    row = room.rule(Decision.UPHOLD, "Anna")
    outside = sqlite3.connect(room.path, isolation_level=None)
    (guard,) = outside.execute(
        "SELECT sql FROM sqlite_master WHERE name = 'personal_no_update'"
    ).fetchone()
    outside.execute("DROP TRIGGER personal_no_update")
    outside.execute(change)
    outside.execute(guard)
    outside.close()
    report = verify(room.path)
    assert (report.flaw, report.seq) == (Flaw.CHANGED, row)
    assert told.format(row=row) in report.detail


def test_two_texts_of_one_name_share_no_token(room):
    room.pen.review(room.desk, room.name, "Anna")
    room.pen.review(room.desk, room.name, "Anna")
    assert list(read_texts(room.path).values()) == ["Anna", "Anna"]


def test_the_command_asks_and_forgets(room, kozyr):
    room.rule(Decision.UPHOLD, "Anna")
    ended = kozyr("journal", "erase", room.path, "Anna", "--by", "Vera", "--yes")
    assert (ended.code, ended.out) == (0, "1 names and notes forgotten.\n")
    assert kozyr("journal", "erase", room.path, "Anna", "--by", "Vera", "--yes").code == 2
    assert kozyr("journal", "verify", room.path).code == 0


def test_rows_that_hold_a_name_themselves_are_said(room, kozyr):
    room.rule(Decision.UPHOLD, "Anna")
    old = room.pen._write("remark", {"note": "told to Anna"})
    ended = kozyr("journal", "erase", room.path, "Anna", "--by", "Vera", "--yes")
    said = Catalogue.load("en").text("ruling.held", rows=old)
    assert ended.out.splitlines() == [
        "1 names and notes forgotten.",
        said,
    ]


def test_who_let_a_stop_go_can_be_forgotten(tmp_path):
    path = tmp_path / "table-7.journal"
    with closing(SqlJournal(path, VERSIONS)) as journal:
        journal.record("let-go", 1.0, {"flag": "f1", "who": "inspector", "by": "Petrov"})
        journal.record("let-go", 2.0, {"flag": "f2", "who": "inspector", "by": ""})
    rows = read_rows(path)
    assert all("Petrov" not in row.payload for row in rows)
    assert told(rows, read_texts(path))[0].content["by"] == "Petrov"
    assert told(rows, read_texts(path))[1].content["by"] == ""
