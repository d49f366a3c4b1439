"""Rows wait in order while the disk is full, and none is written twice."""

from __future__ import annotations

import json

import pytest

from dealer_ui.console import Tally
from dealer_ui.records import RunRecords
from engine.entries import Entry
from engine.faults import Fault, TableError


class FullError(TableError):
    def __init__(self):
        super().__init__(Fault.DISK_FULL, "the disk of journal t.journal is full")


class Store:
    def __init__(self):
        self.kinds = []
        self.is_full = False

    def record_all(self, entries):
        if self.is_full:
            raise FullError
        self.kinds += [entry.kind for entry in entries]
        return tuple(range(len(entries)))

    def record(self, kind, taken_at, payload):
        return self.record_all([Entry(kind, taken_at, payload)])[0]


def entry(kind):
    return Entry(kind, 1.0, {})


@pytest.mark.parametrize(("journal_full", "events_full"), [(True, False), (False, True)])
def test_what_could_not_be_kept_comes_first_the_next_time(journal_full, events_full):
    journal, events = Store(), Store()
    journal.is_full, events.is_full = journal_full, events_full
    records = RunRecords(Tally(), journal, events)
    for kind in ("one", "two"):
        with pytest.raises(TableError):
            records.keep([entry(kind)])
    journal.is_full = events.is_full = False
    records.keep([entry("three")])
    records.keep([])
    assert journal.kinds == events.kinds == ["one", "two", "three"]


def test_what_could_not_be_kept_to_the_end_is_rescued_into_a_file(tmp_path):
    journal = Store()
    journal.is_full = True
    records = RunRecords(Tally(), journal, None)
    for kind in ("one", "two"):
        with pytest.raises(TableError):
            records.keep([entry(kind)])
    count, file = records.rescue(tmp_path)
    kept = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert count == 2
    assert kept == [{"t": 1.0, "kind": "one"}, {"t": 1.0, "kind": "two"}]
    assert records.rescue(tmp_path / "nowhere") == (2, None)


def test_nothing_is_rescued_when_all_was_kept(tmp_path):
    records = RunRecords(Tally(), Store(), None)
    records.keep([entry("one")])
    assert records.rescue(tmp_path) == (0, None)
    assert list(tmp_path.iterdir()) == []


def test_a_table_may_have_no_records():
    tally = Tally()
    RunRecords(tally, None, None).keep([entry("action"), entry("doubt")])
    assert (tally.actions, tally.doubts) == (1, 1)


@pytest.mark.parametrize(
    ("verdict", "severity", "flags"),
    [("illegal", 2, 1), ("illegal", 4, 1), ("illegal", 1, 0), ("unverifiable", 2, 0)],
)
def test_only_what_stops_the_game_counts_as_a_flag(verdict, severity, flags):
    tally = Tally()
    tally.record("flag", 1.0, {"id": "f1", "verdict": verdict, "severity": severity})
    assert tally.flags == flags
    tally.record("retract", 2.0, {"retracts": "f1"})
    assert tally.flags == 0
