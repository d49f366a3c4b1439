"""Signed anchors: whoever recomputes the chain without the key is found."""

from __future__ import annotations

import sqlite3
import stat
from dataclasses import replace

import pytest

from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.anchors import AnchoredJournal, signer_at
from journal.read import read_rows
from journal.rows import GENESIS, seal
from journal.store import SqlJournal
from journal.verify import Flaw, verify


@pytest.fixture
def signer(tmp_path):
    return signer_at(tmp_path / "data")


def written(path, versions, signer, rows=7, every=3):
    journal = AnchoredJournal(SqlJournal(path, versions), signer, every)
    for n in range(rows):
        journal.record_all([Entry("action", n, {"n": n})])
    journal.close()
    return path


def test_every_so_many_rows_and_the_end_are_signed(path, versions, signer):
    written(path, versions, signer)
    assert [row.kind for row in read_rows(path)] == [
        *(["action"] * 3 + ["anchor"]) * 2,
        *("action", "anchor"),
    ]
    report = verify(path, signer.public)
    assert (report.is_whole, report.anchors, report.signed) == (True, 3, 9)
    assert report.keys == (signer.public,)


def recomputed(path, change):
    """Change a row and recompute the whole chain after it, as one without the key can."""
    again, prev = [], GENESIS
    for row in read_rows(path):
        again.append(seal(change(row), row.seq, prev))
        prev = again[-1].hash
    with sqlite3.connect(path) as connection:
        for (name,) in list(
            connection.execute("SELECT name FROM sqlite_master WHERE type='trigger'")
        ):
            if name != "journal_next_only":
                connection.execute(f"DROP TRIGGER {name}")
        connection.executemany(
            "UPDATE journal SET payload=?, prev_hash=?, hash=? WHERE seq=?",
            [(row.payload, row.prev_hash, row.hash, row.seq) for row in again],
        )
    connection.close()


def test_a_chain_that_was_recomputed_is_found_at_its_next_anchor(path, versions, signer):
    written(path, versions, signer)
    recomputed(path, lambda row: replace(row, payload='{"n":99}') if row.seq == 2 else row)
    report = verify(path)
    assert (report.flaw, report.seq) == (Flaw.BAD_ANCHOR, 4)


def test_signed_anew_with_another_key_it_is_found_by_the_key(path, versions, signer, tmp_path):
    other = signer_at(tmp_path / "forger")
    written(path, versions, other)
    assert verify(path).is_whole
    assert verify(path, signer.public).flaw is Flaw.OTHER_KEY


def test_a_journal_that_nobody_signed_is_not_of_the_key(path, versions, signer):
    journal = SqlJournal(path, versions)
    journal.record("action", 1, {})
    journal.close()
    assert verify(path).is_whole
    assert verify(path, signer.public).flaw is Flaw.OTHER_KEY


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path):
    data = tmp_path / "data"
    assert signer_at(data).public == signer_at(data).public
    assert stat.S_IMODE((data / "journal.key").stat().st_mode) == 0o600


def test_an_anchor_that_cannot_be_written_is_written_later(path, versions, signer, monkeypatch):
    store = SqlJournal(path, versions)
    journal = AnchoredJournal(store, signer, 2)
    real = store.record_next

    def full(_entry):
        raise TableError(Fault.DISK_FULL, "full")

    monkeypatch.setattr(store, "record_next", full)
    for n in range(2):
        journal.record_all([Entry("action", n, {})])
    monkeypatch.setattr(store, "record_next", real)
    journal.record_all([Entry("action", 3, {})])
    journal.close()
    assert [row.kind for row in read_rows(path)] == ["action"] * 3 + ["anchor"]


def test_the_command_says_the_key_and_checks_it(path, versions, kozyr, tmp_path, monkeypatch):
    monkeypatch.setenv("KOZYR_DATA", str(tmp_path / "here"))
    public = kozyr("journal", "key").out.strip()
    written(path, versions, signer_at(tmp_path / "here"))
    good = kozyr("journal", "verify", path, "--key", public)
    assert (good.code, f"signed up to row 9, 3 times, by key {public}" in good.out) == (0, True)
    assert kozyr("journal", "verify", path, "--key", "00" * 32).code == 1
