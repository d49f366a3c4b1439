"""Whatever is done to a row afterwards is found, and the first bad row is named."""

import sqlite3
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from journal.read import JournalReader
from journal.rows import GENESIS, Row, Versions, seal
from journal.store import SqlJournal
from journal.verify import Flaw, Report, verify

COUNT = 12
TEXTS = [f.name for f in fields(Row) if f.name not in {"seq", "taken_ns"}]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> bytes:
    """Return a closed journal of twelve rows."""
    path = tmp_path_factory.mktemp("whole") / "table-7.kozyr"
    journal = SqlJournal(path, Versions("0.1.0", "cards-1", "casino-by-2001@1"))
    for n in range(COUNT):
        journal.record("action", n / 15, {"id": f"m{n}", "type": "take", "cards": ["9♥", "Th"]})
    journal.close()
    return path.read_bytes()


@pytest.fixture(scope="module")
def tampered(tmp_path_factory, whole: bytes) -> Callable[..., Report]:
    """Verify the journal after somebody with a database tool has been at it."""
    path = tmp_path_factory.mktemp("tampered") / "table-7.kozyr"

    def tamper(*statements: str, values: tuple[object, ...] = ()) -> Report:
        path.write_bytes(whole)
        outside = sqlite3.connect(path, isolation_level=None)
        outside.execute("PRAGMA journal_mode = DELETE")
        outside.execute("PRAGMA synchronous = OFF")  # nobody pulls the plug on this one
        guards = outside.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        guards = guards.fetchall()
        for name, _ in guards:
            outside.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            outside.execute(statement, values)
        for _, sql in guards:
            outside.execute(sql)
        outside.close()
        return verify(path)

    return tamper


def test_whole_journal_is_whole(tampered) -> None:
    report = tampered()

    assert report.is_whole
    assert report.rows == COUNT
    assert len(report.head) == 64


@pytest.fixture(scope="module")
def kept(tmp_path_factory, whole: bytes) -> list[Row]:
    path = tmp_path_factory.mktemp("kept") / "table-7.kozyr"
    path.write_bytes(whole)
    return rows_of(path)


def rows_of(path: Path) -> list[Row]:
    reader = JournalReader(path)
    rows = list(reader.since())
    reader.close()
    return rows


@settings(max_examples=80, deadline=None)
@given(seq=st.integers(1, COUNT), column=st.sampled_from(TEXTS), data=st.data())
def test_any_byte_changed_in_any_text_of_any_row_is_found(
    tampered, kept: list[Row], seq: int, column: str, data: st.DataObject
) -> None:
    text = bytearray(getattr(kept[seq - 1], column).encode())
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] ^= data.draw(st.integers(1, 255))

    change = f"UPDATE journal SET {column} = CAST(? AS TEXT) WHERE seq = ?"  # noqa: S608
    report = tampered(change, values=(bytes(text), seq))

    assert (report.flaw, report.seq) == (Flaw.CHANGED, seq)
    assert report.rows == seq - 1


@settings(max_examples=25, deadline=None)
@given(seq=st.integers(1, COUNT), number=st.integers(-(2**63), 2**63 - 1))
def test_any_changed_capture_time_is_found(
    tampered, kept: list[Row], seq: int, number: int
) -> None:
    assume(number != kept[seq - 1].taken_ns)

    report = tampered("UPDATE journal SET taken_ns = ? WHERE seq = ?", values=(number, seq))

    assert (report.flaw, report.seq) == (Flaw.CHANGED, seq)


@settings(max_examples=25, deadline=None)
@given(seq=st.integers(1, COUNT), number=st.integers(-(2**40), 2**40))
def test_any_changed_number_is_found(tampered, seq: int, number: int) -> None:
    assume(not 1 <= number <= COUNT)

    report = tampered("UPDATE journal SET seq = ? WHERE seq = ?", values=(number, seq))

    assert (report.flaw, report.seq) == (Flaw.GAP, seq if number > 0 else 1)


SWAP = """
    UPDATE journal SET payload = (
        SELECT payload FROM journal AS other WHERE other.seq = 9 - journal.seq
    ) WHERE seq IN (4, 5)
"""
INSERTED = """
    INSERT INTO journal
    SELECT seq + 1, taken_ns, wall, kind, payload, software, models, rules, prev_hash, hash
    FROM journal WHERE seq = 12
"""
AS_BLOB = "UPDATE journal SET kind = CAST(kind AS BLOB) WHERE seq = 5"


@pytest.mark.parametrize(
    ("changes", "flaw", "seq"),
    [
        (["DELETE FROM journal WHERE seq = 1"], Flaw.GAP, 1),
        (["DELETE FROM journal WHERE seq = 7"], Flaw.GAP, 7),
        (["DELETE FROM journal WHERE seq = 12"], Flaw.END_MISSING, 12),
        (["DELETE FROM journal WHERE seq > 3"], Flaw.END_MISSING, 4),
        (["DELETE FROM journal"], Flaw.END_MISSING, 1),
        ([SWAP], Flaw.CHANGED, 4),
        ([AS_BLOB], Flaw.CHANGED, 5),
        (
            [
                "UPDATE journal SET seq = -4 WHERE seq = 4",
                "UPDATE journal SET seq = 4 WHERE seq = 5",
                "UPDATE journal SET seq = 5 WHERE seq = -4",
            ],
            Flaw.CHANGED,
            4,
        ),
        ([INSERTED], Flaw.CHANGED, 13),
    ],
)
def test_removed_swapped_and_inserted_rows_are_found(
    tampered, changes: list[str], flaw: Flaw, seq: int
) -> None:
    report = tampered(*changes)

    assert (report.flaw, report.seq) == (flaw, seq)
    assert str(seq) in report.detail


def test_row_that_was_hashed_anew_breaks_the_link_of_the_next(tampered, kept: list[Row]) -> None:
    forged = seal(replace(kept[4], payload='{"cards":[]}'), 5, kept[4].prev_hash)

    report = tampered(
        "UPDATE journal SET payload = ?, hash = ? WHERE seq = 5",
        values=(forged.payload, forged.hash),
    )

    assert (report.flaw, report.seq) == (Flaw.BROKEN_LINK, 6)
    assert report.detail == "row 6 does not follow row 5"


def test_removed_guard_is_found(tmp_path: Path, whole: bytes) -> None:
    path = tmp_path / "table-7.kozyr"
    path.write_bytes(whole)
    outside = sqlite3.connect(path)
    outside.execute("DROP TRIGGER journal_no_update")
    outside.close()

    report = verify(path)

    assert report.flaw is Flaw.UNGUARDED
    assert "journal_no_update" in report.detail


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_damaged_file_is_never_silently_wrong(
    tmp_path_factory, whole: bytes, kept: list[Row], data: st.DataObject
) -> None:
    """A flipped byte is found, or lies where no row does."""
    path = tmp_path_factory.mktemp("damaged") / "table-7.kozyr"
    damaged = bytearray(whole)
    damaged[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(damaged)

    report = verify(path)

    assert not report.is_whole or rows_of(path) == kept
    assert path.read_bytes() == damaged


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_truncated_file_is_found(tmp_path_factory, whole: bytes, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("truncated") / "table-7.kozyr"
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])

    report = verify(path)

    assert report.flaw in {Flaw.DAMAGED, Flaw.NOT_A_JOURNAL, Flaw.GAP}
    assert str(path) in report.detail or "row" in report.detail or "file" in report.detail


def test_missing_file_is_said(tmp_path: Path) -> None:
    report = verify(tmp_path / "nowhere")

    assert report.flaw is Flaw.MISSING_FILE
    assert report.detail == f"there is no journal {tmp_path / 'nowhere'}"


def test_journal_can_be_verified_while_it_is_written(open_journal, path: Path) -> None:
    journal = open_journal()
    for n in range(1, 6):
        journal.record("action", n, {})
        assert verify(path) == Report(n, rows_of(path)[-1].hash)


def test_empty_journal_is_whole(journal, path: Path) -> None:
    assert verify(path) == Report(0, GENESIS)
