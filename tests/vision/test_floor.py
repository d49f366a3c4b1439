"""What people answered becomes labelled pictures; what a reviewer moves or deletes is believed."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from types import SimpleNamespace

import numpy as np
import pytest

from dealer_ui.harvesting import asked_in
from engine.cards import parse_card
from engine.entries import Entry
from journal.rows import Versions
from journal.store import SqlJournal
from vision.crops import Corners
from vision.floor import Asked, Item, frames_at, items_in, keep_items, reviewed
from vision.frames import Frame
from vision.reader import Evidence, Reading
from vision.seen import Kind, SeenCard

QUAD = ((10.0, 10.0), (60.0, 10.0), (60.0, 80.0), (10.0, 80.0))
NINE, TEN = parse_card("9h"), parse_card("9d")


def beat(number, card):
    move = {"type": "beat", "actor": "B", "cards": [card], "on": "7h"}
    return {"id": f"m{number}", **move, "frame": 30, "probability": 0.97}


@pytest.fixture
def journal(tmp_path):
    """Two doubts, one of them answered; a card that was corrected, and one that was read anew."""
    path = tmp_path / "table.journal"
    store = SqlJournal(path, Versions("1", "m", "r"), lambda: datetime(2026, 1, 1, tzinfo=UTC))
    lead = [{"type": "lead", "actor": "A", "cards": [name]} for name in ("6c", "6s")]
    store.record_all(
        [
            Entry("doubt", 1.0, {"id": "d1", "question": "which-card", "answers": lead}),
            Entry("answer", 1.5, {"doubt": "d1", "choice": 2}),
            Entry("doubt", 2.0, {"id": "d2", "question": "what-happened", "answers": []}),
            Entry("action", 3.0, beat(1, "9d")),
            Entry("correction", 4.0, {"who": "dealer", "move": 1}),
            Entry("retract", 4.0, {"retracts": "m1"}),
            Entry("action", 4.0, beat(2, "9h")),
            Entry("action", 5.0, beat(3, "8d")),
            Entry("retract", 6.0, {"retracts": "m3"}),
            Entry("action", 6.0, beat(4, "8h")),
        ]
    )
    store.close()
    return path


def test_doubts_and_corrections_are_found_with_what_people_said(journal):
    told = [(a.taken_at, a.read, a.answer, a.why) for a in asked_in(journal)]
    assert told == [
        (1.0, (), (parse_card("6s"),), "doubt which-card"),
        (2.0, (), (), "doubt what-happened"),
        (3.0, (TEN,), (NINE,), "corrected"),
        (5.0, (parse_card("8d"),), (parse_card("8h"),), "read anew"),
    ]


def test_each_doubt_gets_the_first_frame_that_shows_it():
    asked = [Asked(n, at, (), (), "") for n, at in enumerate((0.5, 0.1, 9.0))]
    frames = [Frame(np.zeros((4, 4, 3), np.uint8), n / 4, n) for n in range(8)]
    assert [(a.seq, f.taken_at) for a, f in frames_at(frames, asked)] == [(1, 0.25), (0, 0.5)]


class Index:
    """An index reader that sees something in the first corner only."""

    @staticmethod
    def run(batch):
        scores = np.zeros((len(batch), 55), np.float32)
        scores[0, 0] = scores[1, 54] = 20.0
        return scores


class Eye:
    """An eye that read a nine of diamonds for sure, and doubts another card."""

    reader = SimpleNamespace(index=Index)

    def look_closely(self, _picture):
        moved = tuple((x + 100, y) for x, y in QUAD)
        return (
            (SeenCard(QUAD, Kind.FACE, TEN, 0.97), reading({TEN: 0.97, NINE: 0.03})),
            (SeenCard(moved, Kind.UNREADABLE, None, 0.4), reading({NINE: 0.0})),
        )


def reading(candidates):
    return Reading(
        tuple(candidates.items()), 0.0, 0.0, 0.0, Evidence(np.zeros(54), 0.0, np.ones(54))
    )


def frame():
    return Frame(np.full((100, 200, 3), 128, np.uint8), 3.0, 45)


def test_a_corrected_card_is_the_box_that_was_read_wrong():
    (item,) = items_in(Eye(), Asked(1, 3.0, (TEN,), (NINE,), "corrected"), frame())
    assert (item.name, item.corners[0].tolist()) == ("9h", [10.0, 10.0])
    assert item.indices == pytest.approx((1.0, 0.0), abs=1e-3)


def test_without_an_answer_every_unread_card_waits_for_review():
    (item,) = items_in(Eye(), Asked(1, 3.0, (), (), "doubt"), frame())
    assert (item.name, item.corners[0].tolist()) == ("unanswered", [110.0, 10.0])


def item(seq, name) -> Item:
    corners: Corners = np.array(QUAD, np.float64)
    return Item(Asked(seq, 1.0, (), (), "doubt"), name, corners, (1.0, 0.0))


def test_the_folder_in_which_a_crop_lies_is_its_truth(tmp_path):
    for seq, name in enumerate(("9h", "9d", "6c", "unanswered")):
        keep_items(tmp_path, frame(), [item(seq, name)])
    crops = tmp_path / "crops"
    (crops / "6s").mkdir()
    (crops / "6c" / "000002-0.png").rename(crops / "6s" / "000002-0.png")
    (crops / "9d" / "000001-0.png").unlink()

    assert [(name, row["answer"]) for name, row in reviewed(tmp_path)] == [
        ("9h", "9h"),
        ("6s", "6c"),
    ]
    rows = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
    assert {row["frame"] for row in rows} == {p.name for p in (tmp_path / "frames").iterdir()}
