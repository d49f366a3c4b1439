"""A full disk is a fault that passes: the file stays whole and recording goes on afterwards."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.events import EventsFile
from journal.read import JournalReader
from journal.rows import Versions
from journal.store import SqlJournal
from journal.verify import verify

LONG = "9h" * 1500


def limit(journal: SqlJournal, pages: int) -> None:
    """Let the file grow to so many pages, as a full disk would."""
    raw = journal._connection.connection.driver_connection
    raw.execute(f"PRAGMA max_page_count = {pages}")


def pages(journal: SqlJournal) -> int:
    raw = journal._connection.connection.driver_connection
    return raw.execute("PRAGMA page_count").fetchone()[0]


def fill(write: Callable[[int], object]) -> tuple[int, TableError]:
    """Write until the disk is full; return how many were kept, and the fault."""
    for n in range(10_000):
        try:
            write(n)
        except TableError as error:
            return n, error
    pytest.fail("the disk never became full")


def test_full_disk_is_a_fault_and_the_journal_goes_on_afterwards(
    journal: SqlJournal, path: Path
) -> None:
    journal.record("action", 0, {})
    limit(journal, pages(journal) + 2)

    kept, error = fill(lambda n: journal.record("action", n, {"cards": LONG}))

    assert error.fault is Fault.DISK_FULL
    assert error.detail == f"the disk of journal {path} is full"
    assert verify(path).rows == journal.last_seq == 1 + kept

    limit(journal, 10_000)
    assert journal.record("action", 9, {"cards": LONG}) == kept + 2
    assert verify(path).rows == kept + 2


def test_rows_kept_together_are_refused_together(journal: SqlJournal, path: Path) -> None:
    journal.record("action", 0, {})
    limit(journal, pages(journal) + 3)

    with pytest.raises(TableError, match="is full"):
        journal.record_all([Entry("action", n, {"cards": LONG}) for n in range(50)])

    assert verify(path).rows == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a real disk of 512 KiB; only root may."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("no right to mount a small disk here")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def test_journal_on_a_real_disk_that_fills_up(small_disk: Path, versions: Versions) -> None:
    path = small_disk / "table-7.kozyr"
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(200_000))
    journal = SqlJournal(path, versions)

    kept, error = fill(lambda n: journal.record("action", n, {"cards": LONG}))

    assert error.fault is Fault.DISK_FULL
    assert verify(path).rows == kept
    ballast.unlink()
    assert journal.record("action", 1, {"cards": LONG}) == kept + 1
    journal.close()
    assert verify(path).rows == kept + 1


def test_journal_on_a_disk_that_is_full_already_is_refused(
    small_disk: Path, versions: Versions
) -> None:
    fill_up = small_disk / "ballast"
    with pytest.raises(OSError, match="No space"):
        fill_up.write_bytes(bytes(1_000_000))

    with pytest.raises(TableError) as caught:
        SqlJournal(small_disk / "table-7.kozyr", versions)

    assert caught.value.fault is Fault.DISK_FULL
    fill_up.unlink()
    journal = SqlJournal(small_disk / "table-7.kozyr", versions)
    assert journal.record("action", 0, {}) == 1
    journal.close()


def test_events_file_on_a_full_disk_keeps_whole_lines(small_disk: Path) -> None:
    path = small_disk / "out.jsonl"
    events = EventsFile(path)

    kept, error = fill(lambda n: events.record("action", n, {"cards": LONG}))

    assert error.fault is Fault.DISK_FULL
    assert str(path) in error.detail
    assert path.read_bytes().endswith(b"\n")
    assert len(path.read_text().splitlines()) == kept
    events.close()


def test_reader_is_not_held_up_by_a_full_disk(journal: SqlJournal, path: Path) -> None:
    journal.record("action", 0, {})
    limit(journal, pages(journal))
    fill(lambda n: journal.record("action", n, {"cards": LONG}))

    assert JournalReader(path).last_seq() == journal.last_seq
