"""The journal keeps rows, goes on where it ended, and lets nobody else write."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.layout import GUARDS
from journal.read import JournalReader
from journal.rows import GENESIS, Versions, hash_of
from journal.store import SqlJournal
from journal.verify import verify

Opener = Callable[[], SqlJournal]


def test_rows_are_numbered_and_chained(journal: SqlJournal, path: Path) -> None:
    assert [journal.record("action", t, {"n": t}) for t in (1.5, 2.25, 3.0)] == [1, 2, 3]

    rows = JournalReader(path).since()
    assert [row.seq for row in rows] == [1, 2, 3]
    assert [row.taken_at for row in rows] == [1.5, 2.25, 3.0]
    assert [row.content for row in rows] == [{"n": 1.5}, {"n": 2.25}, {"n": 3.0}]
    assert [row.prev_hash for row in rows] == [GENESIS, rows[0].hash, rows[1].hash]
    assert [row.hash for row in rows] == [hash_of(row) for row in rows]


def test_row_says_when_it_was_written_and_what_judged(journal: SqlJournal, path: Path) -> None:
    journal.record("action", 0.0, {})

    (row,) = JournalReader(path).since()
    assert row.wall == "2026-11-29T20:00:01.000000Z"
    assert (row.software, row.models, row.rules) == ("0.1.0", "cards-1", "casino-by-2001@1")


def test_chain_goes_on_after_closing(open_journal: Opener, path: Path) -> None:
    open_journal().record("action", 1, {})
    open_journal().record("action", 2, {})

    journal = open_journal()
    assert journal.last_seq == 2
    assert journal.record("action", 3, {}) == 3
    assert verify(path).rows == 3


def test_several_rows_are_kept_together(journal: SqlJournal, path: Path) -> None:
    journal.record("game", 0, {})

    assert journal.record_all([Entry("action", t, {"t": t}) for t in range(3)]) == (2, 3, 4)
    assert journal.record_all([]) == ()
    assert verify(path).is_whole


@pytest.mark.parametrize("payload", [{"p": float("nan")}, {"p": object()}, {"p": "\ud800"}])
def test_row_without_a_text_leaves_the_chain_as_it_was(
    journal: SqlJournal, path: Path, payload: dict[str, object]
) -> None:
    journal.record("action", 1, {})

    with pytest.raises((TypeError, ValueError)):
        journal.record("action", 2, payload)

    assert journal.record("action", 3, {}) == 2
    assert verify(path).rows == 2


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE journal SET payload = '{}' WHERE seq = 1",
        "DELETE FROM journal WHERE seq = 1",
        "DELETE FROM journal",
        "INSERT OR REPLACE INTO journal SELECT * FROM journal WHERE seq = 1",
        "INSERT INTO journal (seq) VALUES (9)",
    ],
)
def test_rows_cannot_be_changed_from_outside(journal: SqlJournal, path: Path, change: str) -> None:
    journal.record("action", 1, {"cards": ["9h"]})
    journal.record("action", 2, {"cards": ["Th"]})

    with (
        sqlite3.connect(path) as outside,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        outside.execute(change)

    outside.close()
    assert verify(path).rows == 2


def test_threads_share_one_chain(journal: SqlJournal, path: Path) -> None:
    def write() -> None:
        for n in range(20):
            journal.record("action", n, {"n": n})

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert verify(path).rows == 80


def test_page_catches_up_from_the_last_row_it_saw(journal: SqlJournal, path: Path) -> None:
    for n in range(6):
        journal.record("flag" if n % 2 else "action", n, {"n": n})

    reader = JournalReader(path)
    assert [row.seq for row in reader.since(4)] == [5, 6]
    assert [row.seq for row in reader.since(6)] == []
    assert [row.seq for row in reader.since(0, kinds={"flag"})] == [2, 4, 6]
    assert [row.seq for row in reader.since(1, limit=2)] == [2, 3]


def test_reading_goes_on_while_rows_are_written(journal: SqlJournal, path: Path) -> None:
    journal.record("action", 0, {})
    reader = JournalReader(path)

    for n in range(2, 30):
        journal.record("action", n, {})
        assert reader.last_seq() == n
        assert [row.seq for row in reader.since(n - 1)] == [n]
    reader.close()


def test_reader_cannot_write(journal: SqlJournal, path: Path) -> None:
    reader = JournalReader(path)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader._connection.connection.execute("DROP TRIGGER journal_no_delete")
    reader.close()


def test_second_writer_is_told_who_holds_the_journal(
    journal: SqlJournal, path: Path, versions: Versions
) -> None:
    with pytest.raises(TableError) as caught:
        SqlJournal(path, versions)

    assert caught.value.fault is Fault.JOURNAL_BUSY
    assert caught.value.detail == f"journal {path} is in use by process {os.getpid()}"


def test_second_process_is_told_who_holds_the_journal(journal: SqlJournal, path: Path) -> None:
    writer = Path(__file__).with_name("writer.py")
    second = subprocess.run(
        [sys.executable, writer, path, "1"], capture_output=True, text=True, check=False
    )

    assert second.returncode != 0
    assert f"journal {path} is in use by process {os.getpid()}" in second.stderr
    assert journal.record("action", 0, {}) == 1


def test_journal_is_free_again_once_closed(
    journal: SqlJournal, path: Path, versions: Versions
) -> None:
    journal.close()
    SqlJournal(path, versions).close()
    SqlJournal(path, versions).close()


@pytest.fixture(params=["text", "database", "folder", "no folder"])
def foreign(request, tmp_path: Path) -> Path:
    path = tmp_path / "foreign"
    match request.param:
        case "text":
            path.write_text("a shopping list, long enough to be taken for something" * 20)
        case "database":
            other = sqlite3.connect(path)
            other.execute("CREATE TABLE journal (seq, hash)")
            other.close()
        case "folder":
            path.mkdir()
        case "no folder":
            path = tmp_path / "missing" / "foreign"
    return path


def test_what_is_no_journal_is_refused_and_left_alone(foreign: Path, versions: Versions) -> None:
    before = foreign.read_bytes() if foreign.is_file() else None

    with pytest.raises(TableError) as caught:
        SqlJournal(foreign, versions)

    assert caught.value.fault is Fault.JOURNAL_BROKEN
    assert str(foreign) in caught.value.detail
    assert before == (foreign.read_bytes() if foreign.is_file() else None)
    assert not verify(foreign).is_whole


def test_missing_journal_cannot_be_read(path: Path) -> None:
    with pytest.raises(TableError, match=f"there is no journal {path}"):
        JournalReader(path)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE journal SET payload = '{}' WHERE seq = 2",
        "DELETE FROM journal WHERE seq = 2",
    ],
)
def test_chain_is_not_continued_from_an_end_that_was_tampered_with(
    journal: SqlJournal, path: Path, versions: Versions, change: str
) -> None:
    journal.record("action", 1, {"cards": ["9h"]})
    journal.record("action", 2, {"cards": ["Th"]})
    journal.close()
    outside = sqlite3.connect(path, isolation_level=None)
    for guard in GUARDS:
        outside.execute(f"DROP TRIGGER {guard}")
    outside.execute(change)
    outside.close()

    with pytest.raises(TableError, match=r"the end of journal .* was tampered with"):
        SqlJournal(path, versions)
