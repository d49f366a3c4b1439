"""A technician's workshop with small files for models, and an eye that says what it is told."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from calibration.profile import load_profile
from dealer_ui.calibrating_table import Wish
from dealer_ui.settings import Settings
from dealer_ui.shift import Lately
from dealer_ui.workshop.bench import Bench, TableAbout
from dealer_ui.workshop.clock import ClockSeen
from dealer_ui.workshop.deck_shelf import DeckPlace, DeckShelf
from dealer_ui.workshop.model_shelf import ModelShelf
from dealer_ui.workshop.retention import RetentionDesk
from dealer_ui.workshop.stock import Stores
from dealer_ui.workshop.table_camera import TableCamera
from dealer_ui.workshop.works import Stage, Works
from dealer_ui.zone_desk import Task, ZoneDesk
from tests.dealer_ui.replays import PROFILE
from tests.dealer_ui.shifts import QUEEN
from tests.vision.test_releases import GOOD, NETWORKS, models
from vision.comparison import Comparison
from vision.deck import Deck, Expected, keep_deck
from vision.deck_head import Head
from vision.enrol_sources import EnrolRefusedError, Refusal, Shot
from vision.frames import Frame
from vision.registry import label_of, read_registry

NOW = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
CANDIDATE = "autumn"
FIGURES = {**GOOD, "cards": 9, "unreadable": 0}
INCOMPLETE = "a-queen-short"
"""A source of this name shows a deck that is not whole."""
DATA = "data"


def deck(name):
    """Return a deck that teaches nothing, of which 97 % is expected to be read."""
    nothing = Head(np.zeros((2, 2), np.float32), np.zeros(2, np.float32))
    expected = Expected(36, again=True, before=(0.86, 0.01), after=(0.97, 0.0))
    return Deck(name, nothing, nothing, 1.0, (), expected)


class StillCamera(TableCamera):
    """A camera before which nothing moves."""

    def frames(self):
        return iter([self.read()])


class ToldBench:
    """What a workshop is made of, to be changed by a test."""

    def __init__(self, folder, journal, keep=None, **settings):
        self.folder, self.rows = folder, []
        self.live = models(folder / "live", **dict.fromkeys(NETWORKS, "old"))
        self.data = folder / DATA
        models(self.data / "candidates" / CANDIDATE, finder="new")
        self.profile = folder / "table.toml"
        self.profile.write_text(PROFILE_TEXT, encoding="utf-8")
        self.scores, self.free, self.sets = {}, 50e9, ("edje",)
        told = Settings(data=self.data, weights=self.live, profile=self.profile, **settings)
        self.networks = read_registry(self.live)
        place = DeckPlace(self.data / "decks", self.live, self.profile, told.deck, told.deck)
        self.bench = Bench(
            TableAbout(told, PROFILE, journal, PROFILE.rules, label_of(self.networks)),
            ModelShelf(
                self.live,
                self.data / "candidates",
                lambda: self.sets,
                self.compare,
                lambda: NOW,
            ),
            DeckShelf(place, self.learn, self.asked, lambda: self.asked("")),
            RetentionDesk(told, journal),
            Stores(journal, told.video, keep or self.rows.extend, lambda: NOW),
            Works(),
            lambda: self.free,
            lambda: ClockSeen(NOW, is_kept=True),
            lambda: {"kozyr": "0.1.0", "python": "3.11"},
            self.calibration,
        )

    def compare(self, _one, _other, sets):
        return (Comparison(name, FIGURES, {**FIGURES, **self.scores}, ()) for name in sets)

    def calibration(self):
        lately = Lately()
        lately.see(Frame(np.full((90, 160, 3), 60, np.uint8), 0.0, 0))
        task = Task("camera", self.profile, Wish(), lambda _: [], "", lambda: NOW)
        return ZoneDesk(task, StillCamera(lately))

    def asked(self, source):
        return self.shots(source)

    def shots(self, source):
        return iter(Shot(f"{source} {number}", None) for number in range(4))

    def learn(self, shots, name, _how, tell):
        for number, shot in enumerate(shots, 1):
            tell(Stage.LOOKING, number, None)
            if shot.label.startswith(INCOMPLETE):
                raise EnrolRefusedError(Refusal.MISSING, (QUEEN,))
        tell(Stage.LEARNING, 0, None)
        made = deck(name)
        keep_deck(self.data / "decks", made, self.networks, "2026-11-30 18:00")
        return made


def _profile_text():
    from pathlib import Path

    path = Path(__file__).with_name("table.toml")
    assert load_profile(path) == PROFILE
    return path.read_text(encoding="utf-8")


PROFILE_TEXT = _profile_text()
