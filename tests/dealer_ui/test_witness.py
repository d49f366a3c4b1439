"""Evidence is kept while a table is watched, and the line never waits for it."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import load_profile
from dealer_ui.evidence import Gathering
from dealer_ui.witness import Witness
from engine.entries import Entry
from engine.faults import Fault, TableError
from engine.notation import parse_move
from engine.ports import Doubt, Sighting
from journal.evidence import EvidenceStore, Limits, files_in
from journal.read import read_rows
from journal.retention import held_files, swept
from journal.rulings import Decision
from journal.store import SqlJournal
from tests.journal.played import VERSIONS, Evening
from tests.journal.test_rulings import WORDS, Room
from vision.frames import Frame
from vision.seen import Kind, SeenCard

PROFILE = load_profile(Path(__file__).with_name("table.toml"))
EIGHT = parse_move("^8d").card
QUAD = ((600.0, 300.0), (680.0, 300.0), (680.0, 412.0), (600.0, 412.0))


class Footage:
    """Two frames a second, as long as the table is watched."""

    def frames(self, from_s, to_s):
        for n in range(max(0, int(from_s * 2)), int(to_s * 2) + 1):
            if from_s <= n / 2 <= to_s:
                yield Frame(np.full((720, 1280, 3), n % 200, np.uint8), n / 2, n)


class Records:
    """Keeps what it is given; fails as often as a test wants."""

    def __init__(self, fails=0):
        self.entries, self.fails = [], fails
        self.kept = threading.Event()

    def keep_aside(self, entries):
        if self.fails:
            self.fails -= 1
            raise TableError(Fault.DISK_FULL, "full")
        self.entries += entries
        self.kept.set()


def gathering(folder):
    look = lambda _picture: (SeenCard(QUAD, Kind.FACE, EIGHT, 0.98, ((EIGHT, 0.98),)),)  # noqa: E731
    return Gathering(Footage(), PROFILE, look, EvidenceStore(folder))


def wrong_beat():
    evening = Evening()
    for word in WORDS:
        evening.happens(Sighting(parse_move(word), evening.tick(), 1))
    return evening


def test_a_clip_is_cut_once_its_last_second_is_on_the_disk(tmp_path):
    evening, records = wrong_beat(), Records()
    witness = Witness(lambda: gathering(tmp_path), records)
    witness.publish(evening.standing)
    ((step, _flag),) = evening.standing.flags.values()

    witness.at(step.taken_at + 6.9)
    assert not records.entries
    witness.at(step.taken_at + 7.0)
    assert records.kept.wait(60)
    witness.close()

    (entry,) = records.entries
    assert (entry.kind, entry.payload["of"]) == ("evidence", "f1")
    assert entry.payload["position"].split("|")[4] == "7c:-"
    assert entry.payload["rule"] == {"code": "BEAT_WRONG_SUIT", "clause": "125.6"}
    assert entry.payload["clip"]["frames"] == 30
    assert entry.payload["crops"][0]["card"] == "8d"
    assert all((tmp_path / kept.name).exists() for kept in files_in(entry.payload))


def test_what_is_open_when_the_run_ends_is_kept_with_what_there_is(tmp_path):
    evening, records = wrong_beat(), Records()
    doubt = Doubt("which-card", (parse_move("A+7d"),))
    evening.happens(Sighting(None, evening.tick(), 1, doubt=doubt))
    witness = Witness(lambda: gathering(tmp_path), records)
    witness.publish(evening.standing)
    witness.publish(evening.standing)

    witness.close()

    assert [entry.payload["of"] for entry in records.entries] == ["f1", "d1"]


def test_without_video_the_position_and_the_rule_are_kept(tmp_path):
    def fails():
        raise OSError("no video")

    evening, records = wrong_beat(), Records()
    witness = Witness(fails, records)
    witness.publish(evening.standing)
    witness.close()

    (entry,) = records.entries
    assert "clip" not in entry.payload
    assert entry.payload["rule"]["code"] == "BEAT_WRONG_SUIT"


def test_a_full_disk_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr("dealer_ui.witness.AGAIN_S", 0.01)
    evening, records = wrong_beat(), Records(fails=3)
    witness = Witness(lambda: gathering(tmp_path), records)
    witness.publish(evening.standing)
    ((step, _flag),) = evening.standing.flags.values()
    witness.at(step.taken_at + 7.0)
    assert records.kept.wait(60)
    witness.close()
    assert len(records.entries) == 1


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path / "table-7.journal")


def test_what_belongs_to_a_case_is_never_removed(room):
    store = EvidenceStore(room.path.with_suffix(".evidence"))
    held, other = (store.keep(data, ".mp4") for data in (b"held", b"other"))
    journal = SqlJournal(room.path, VERSIONS)
    journal.record_all(
        [
            Entry("evidence", 1.0, {"of": of, "clip": kept.fields()})
            for of, kept in (("f1", held), ("d9", other))
        ]
    )
    journal.close()
    room.rule(Decision.UPHOLD)
    assert held_files(read_rows(room.path)) == frozenset()
    room.pen.open_case(room.desk, "The seven", "Anna")
    room.pen.add_to_case(room.desk, "c1", {"incident": room.name}, "Anna")

    (entry,) = swept(store, read_rows(room.path), Limits(days=0.001), now_s=4e9)

    assert entry.payload == {"sha256": [other.sha256]}
    assert store.path(held).exists()
    assert not store.path(other).exists()
