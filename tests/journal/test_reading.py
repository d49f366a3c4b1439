"""A reader beside a writer hears cheaply that something was written."""

from __future__ import annotations

from engine.entries import Entry
from journal.read import JournalReader
from journal.store import SqlJournal
from tests.journal.played import VERSIONS


def test_the_version_changes_with_every_writing_and_only_then(tmp_path):
    path = tmp_path / "table.journal"
    journal = SqlJournal(path, VERSIONS)
    reader = JournalReader(path)
    seen = [reader.version()]
    for turn in range(20):
        journal.record_all([Entry("action", float(turn), {"turn": turn})])
        seen.append(reader.version())
        assert reader.version() == seen[-1]
        assert len(reader.since(turn)) == 1
    assert len(set(seen)) == len(seen)
    reader.close()
    journal.close()
