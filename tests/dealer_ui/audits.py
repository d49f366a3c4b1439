"""Recordings of a table that a test tells what is seen in them: nothing in them is a card."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import av
import numpy as np

from calibration.profile import load_profile
from dealer_ui.auditing import line, sittings
from dealer_ui.auditing.recordings import find
from dealer_ui.auditing.run import Audit, Plan
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import Settings
from engine.cards import parse_card
from engine.notation import parse_move
from engine.ports import Doubt, Sighting
from engine.table import TableState
from tests.journal.played import VERSIONS
from vision.seen import Kind, SeenCard

PROFILE = Path(__file__).with_name("table.toml")
WORDS = (*("deal A2", "deal B2") * 3, "^6h", "A>7c", "B:8d/7c", "A+8c", "B:9c/8c")
"""One wrong beat, by the suit."""
FRAMES = 60


def film(path: Path, frames: int = FRAMES, size: tuple[int, int] = (1280, 720)) -> Path:
    """Write a recording of grey pictures, each a little brighter than the one before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=15, options={"preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        for number in range(frames):
            grey = np.full((size[1], size[0], 3), 40 + number, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(grey, format="bgr24")))
        container.mux(stream.encode())
    return path


class ToldSight:
    """Sees that the table has settled in every frame; dies in one of them if it is told to."""

    def __init__(self, dies_at=None):
        self.dies_at = dies_at
        self.seen = 0

    def __getstate__(self):
        return {"seen": self.seen, "dies_at": None}  # the next one shall live

    def sense(self, frame):
        return frame.number

    def judge(self, frame, number):
        assert number == frame.number
        if frame.number == self.dies_at:
            os.kill(os.getpid(), signal.SIGKILL)
        self.seen += 1
        return TableState(frame.taken_at, frame.number)

    def news(self):
        return ()


class ToldReading:
    """Reads a move every third frame, and asks once what nobody could see."""

    def __init__(self):
        self.left = list(WORDS)

    def read(self, state, game):
        if state.frame == 40:
            yield Sighting(None, state.taken_at, state.frame, doubt=Doubt("which-card"))
        if state.frame % 3 == 0 and self.left:
            yield Sighting(parse_move(self.left.pop(0)), state.taken_at, state.frame, 0.97)


class ToldSights:
    """Gives such sights, and an eye that finds one card in any picture."""

    def __init__(self, dies_at=None):
        self.dies_at = dies_at
        self.given = []

    def sight(self, _order):
        self.given.append(ToldSight(self.dies_at))
        return self.given[-1]

    def look_of(self, _order):
        eight = parse_card("8d")
        quad = ((600.0, 300.0), (680.0, 300.0), (680.0, 412.0), (600.0, 412.0))
        return lambda _picture: (SeenCard(quad, Kind.FACE, eight, 0.98, ((eight, 0.98),)),)


def told_in_a_worker():
    """Return such sights in a process that no test has prepared."""
    without_networks(setattr)
    return ToldSights()


def dying_in_a_worker():
    """Return sights that kill their process."""
    without_networks(setattr)
    return ToldSights(dies_at=33)


def run(places, out: Path, sights=None, *, lang="en", workers=1):
    """Audit places as the command does; return what it came to and what it said."""
    settings = Settings(data=out.parent / "data", lang=lang)
    said: list[str] = []
    plan = Plan(find(map(str, places), load_profile(PROFILE), Catalogue.load("en")), out, settings)
    opened = sights if callable(sights) else lambda: sights or ToldSights()
    audit = Audit(plan, opened, Catalogue.load(lang), said.append, workers=workers)
    return audit.run(), said


def without_networks(patch):
    """Read what a test tells, and keep a checkpoint every tenth frame."""
    patch(line, "open_reading", ToldReading)
    patch(line, "EVERY_FRAMES", 10)
    patch(sittings, "versions_of", lambda _order: VERSIONS)
