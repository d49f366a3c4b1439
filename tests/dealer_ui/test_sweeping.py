"""Evidence whose time is over goes by itself, day after day, and a row says what went."""

from __future__ import annotations

import os
import threading
from contextlib import ExitStack
from datetime import UTC, datetime

from dealer_ui import sweeping
from dealer_ui.filming import open_witness
from dealer_ui.settings import settings_from
from dealer_ui.sweeping import DAY_S, Sweeper
from engine.entries import Entry
from engine.faults import Fault, TableError
from journal.evidence import REMOVED, EvidenceStore
from journal.place import evidence_folder
from journal.store import SqlJournal
from tests.dealer_ui.test_witness import PROFILE
from tests.journal.played import VERSIONS

PATIENT = 60.0


class Records:
    """Keeps what it is given; fails as often as a test wants, and says when rows came."""

    def __init__(self, fails=0):
        self.entries, self.fails, self.came = [], fails, threading.Semaphore(0)

    def keep_aside(self, entries):
        if self.fails:
            self.fails -= 1
            raise TableError(Fault.DISK_FULL, "full")
        self.entries += entries
        self.came.release()


def row(number):
    return Entry(REMOVED, 0.0, {"sha256": [str(number)]})


class Days:
    """Sweeps that remove something each day; the second one cannot."""

    def __init__(self):
        self.number = 0

    def __call__(self):
        self.number += 1
        if self.number == 2:
            raise OSError("no disk")
        return (row(self.number),)


def test_it_is_swept_at_the_start_and_each_day_whatever_one_day_brought():
    records = Records()
    sweeper = Sweeper(Days(), records, every_s=0.001)
    for _ in range(3):
        assert records.came.acquire(timeout=PATIENT)
    sweeper.close()
    assert records.entries[:3] == [row(1), row(3), row(4)]


def test_rows_that_could_not_be_kept_are_kept_later(monkeypatch):
    monkeypatch.setattr(sweeping, "AGAIN_S", 0.001)
    records, day = Records(fails=3), Days()
    sweeper = Sweeper(day, records)
    assert records.came.acquire(timeout=PATIENT)
    sweeper.close()
    assert (records.entries, day.number) == ([row(1)], 1)


def test_a_run_that_ends_waits_for_no_day():
    records = Records()
    sweeper = Sweeper(Days(), records)
    assert records.came.acquire(timeout=PATIENT)
    sweeper.close()
    assert not sweeper._thread.is_alive()


def test_a_watched_table_removes_evidence_that_is_too_old(tmp_path):
    journal, video = tmp_path / "table.journal", tmp_path / "video"
    video.mkdir()
    SqlJournal(journal, VERSIONS).close()
    store = EvidenceStore(evidence_folder(journal))
    old, new = (store.keep(data, ".jpg") for data in (b"old", b"new"))
    age = datetime.now(UTC).timestamp() - 31 * DAY_S
    os.utime(store.path(old), (age, age))
    records, settings = Records(), settings_from({}, evidence_days=30)
    with ExitStack() as stack:
        open_witness((video, journal, None), PROFILE, settings, records, stack)
        assert records.came.acquire(timeout=PATIENT)
    assert [(it.kind, it.payload) for it in records.entries] == [
        (REMOVED, {"sha256": [old.sha256]})
    ]
    assert (store.path(old).exists(), store.path(new).exists()) == (False, True)
