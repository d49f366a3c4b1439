"""An evening with its video: two wrong moves, and frames that carry their own numbers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from calibration.profile import load_profile
from dealer_ui.evidence import Gathering
from engine.cards import parse_card
from engine.entries import Entry
from engine.notation import parse_move
from engine.ports import Sighting
from journal.desk import Pen
from journal.evidence import EvidenceStore
from journal.in_question import in_question
from journal.read import read_rows
from journal.store import SqlJournal
from tests.journal.played import VERSIONS, Evening, rules
from tests.journal.test_rulings import Room
from vision.exhibit import table_box
from vision.footage import Footage
from vision.frames import Frame
from vision.playback import NAMED_BY
from vision.recorder import Recorder
from vision.seen import Kind, SeenCard

PROFILE = load_profile(Path(__file__).with_name("table.toml"))
WORDS = (
    *("deal A2", "deal B2") * 3,
    "^9h",
    *("A>6c", "B:9c/6c", "A+9s", "B:8s/9s", "~B:8s", "B:Ts/9s", "A.", "=", "d A2", "d B2"),
    *("B>Qd", "A:Kd/Qd", "B+7s"),
)
"""The eight does not beat the nine; there is no seven to throw another in to."""
RATE, FIRST_S, EVERY_S, AFTER_S = 8, 1.0, 0.75, 4.0
BITS, BIT_PX, LEFT, TOP = 10, 40, 400, 300
"""A frame's number stands in its middle, a light or dark square for each bit."""
BOX = table_box(PROFILE)
BEGAN = datetime(2026, 11, 29, 20, 0, tzinfo=UTC)
EIGHT = parse_card("8s")
QUAD = ((600.0, 380.0), (680.0, 380.0), (680.0, 492.0), (600.0, 492.0))


def picture(number):
    """Draw a frame that carries its number."""
    image = np.full((720, 1280, 3), 60, np.uint8)
    for bit in range(BITS):
        left = LEFT + bit * BIT_PX
        image[TOP : TOP + BIT_PX, left : left + BIT_PX] = 230 if number >> bit & 1 else 20
    return image


class FilmedRoom(Room):
    """A journal with its recording, and evidence for what was flagged."""

    def __init__(self, path):
        self.path, self.video = path, path.with_name("video")
        self.now = BEGAN
        evening = Evening()
        evening.entries[0] = Entry(
            "start", 0.0, {"source": "camera", "table": "7", "dealer": "Olga"}
        )
        for place, word in enumerate(WORDS):
            at = FIRST_S + place * EVERY_S
            evening.happens(Sighting(parse_move(word), at, round(at * RATE), 0.97))
        self.steps = evening.standing.steps
        journal = SqlJournal(path, VERSIONS, self.tick)
        journal.record_all(evening.entries)
        journal.close()
        self.film(self.video / f"{BEGAN:{NAMED_BY}}")
        self.pen = Pen(path, VERSIONS, self.tick)
        self.name = self.desk.incidents[0].id

    def tick(self):
        self.now += timedelta(seconds=1)
        return self.now

    def film(self, folder):
        recorder = Recorder(folder)
        self.frames = round((self.steps[-1].taken_at + AFTER_S) * RATE)
        for number in range(self.frames):
            recorder._queue.put(Frame(picture(number), number / RATE, number))
        recorder.close()
        look = lambda _picture: (  # noqa: E731
            SeenCard(QUAD, Kind.FACE, EIGHT, 0.91, ((EIGHT, 0.91), (parse_card("8c"), 0.08))),
        )
        store = EvidenceStore(self.path.with_suffix(".evidence"))
        self.gathering = Gathering(Footage(folder), PROFILE, look, store)
        self.gather()

    def gather(self):
        """Keep evidence for everything that was flagged and asked."""
        wanted = list(in_question(read_rows(self.path), rules))
        journal = SqlJournal(self.path, VERSIONS, self.tick)
        journal.record_all([self.gathering.gather(one) for one in wanted])
        journal.close()


class LateRoom(FilmedRoom):
    """A filmed room whose evidence is still being gathered; `gather_now` ends that."""

    def gather(self):
        pass

    def gather_now(self):
        super().gather()
