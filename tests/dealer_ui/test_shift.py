"""A shift begins: what works, whether the deck is whole, and who begins it."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest

from dealer_ui.accounts.people import Role
from dealer_ui.prompts import Language, text
from dealer_ui.shift import SHOTS, Lately, is_ready
from dealer_ui.snapshot import Condition, Health, Phase
from engine.cards import DECK
from engine.faults import Fault, TableError
from journal.personal import Personal
from tests.dealer_ui.scenes import BEATING
from tests.dealer_ui.shifts import QUEEN, ToldShift, report
from tests.dealer_ui.test_accounts import Floor
from vision.frames import Frame

BEFORE = replace(BEATING, phase=Phase.SETUP, sequence=2)
PICTURE = np.zeros((4, 4, 3), np.uint8)


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    made.hub.publish(BEFORE)
    yield made
    made.close()


class FedCamera:
    """Shows frames until it is told to stop."""

    def __init__(self, lately):
        self.lately, self.ends = lately, threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        number = 0
        while not self.ends.wait(0.001):
            self.lately.see(Frame(PICTURE, number / 15, number))
            number += 1

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_error):
        self.ends.set()
        self.thread.join()


def state(page, part):
    return page.split(f'data-part="{part}" data-state="')[1].split('"')[0]


@pytest.mark.parametrize("language", Language)
def test_every_part_is_ticked_off_in_every_language(floor, language):
    page = floor.logged_in(Role.DEALER).get(f"/shift?lang={language}").text
    parts = ("camera", "light", "shoe", "model", "journal", "disk", "deck")
    assert [state(page, part) for part in parts] == [
        *("working", "working", "absent", "working", "working", "working", "unknown")
    ]
    assert text("shift.not-ready", language) in page
    assert (
        text("shift.free", language, gigabytes="50.0" if language is Language.EN else "50,0")
        in page
    )


@pytest.mark.parametrize(
    ("said", "condition", "line"),
    [
        (report(), "working", text("deck.right", "en")),
        (report(DECK - {QUEEN}), "faulty", text("deck.missing", "en", cards="Q♠")),
        (report(twice=[QUEEN]), "faulty", text("deck.twice", "en", cards="Q♠")),
    ],
)
def test_the_deck_is_looked_at_on_the_table_s_own_pictures(floor, said, condition, line):
    floor.shift.said = said
    dealer = floor.logged_in(Role.DEALER)
    with FedCamera(floor.shift.lately):
        assert dealer.post("/shift/deck").json() == {"next": "/shift"}
    assert floor.shift.pictures == SHOTS
    page = dealer.get("/shift?lang=en").text
    assert state(page, "deck") == condition
    assert line in page
    (row,) = floor.shift.rows
    assert (row.kind, row.payload["right"]) == ("deck-check", condition == "working")


def test_while_a_game_is_played_no_deck_is_checked(floor):
    floor.hub.publish(replace(BEATING, sequence=3))
    answer = floor.logged_in(Role.DEALER).post("/shift/deck?lang=en")
    assert (answer.status_code, answer.json()["detail"]) == (409, text("shift.not-now", "en"))


def test_without_a_picture_it_is_said(floor, monkeypatch):
    monkeypatch.setattr("dealer_ui.shift.WITHIN_S", 0.0)
    answer = floor.logged_in(Role.DEALER).post("/shift/deck?lang=en")
    assert (answer.status_code, answer.json()["detail"]) == (503, text("shift.no-check", "en"))


def test_who_begins_the_shift_and_how_all_stood_is_written_down(floor):
    dealer = floor.logged_in(Role.DEALER)
    with FedCamera(floor.shift.lately):
        dealer.post("/shift/deck")
    assert text("shift.ready", "ru") in dealer.get("/shift").text
    assert dealer.post("/shift").json() == {"next": "/"}
    row = floor.shift.rows[-1]
    assert (row.kind, row.payload["ready"], row.payload["by"]) == (
        "shift",
        True,
        Personal("dealer"),
    )
    assert row.payload["ticks"]["shoe"] == "absent"
    assert floor.shift.dealer == "dealer"
    assert state(dealer.get("/shift").text, "deck") == "unknown"


def test_a_journal_that_cannot_be_written_is_said(floor):
    def fails(_entries):
        raise TableError(Fault.DISK_FULL, "full")

    floor.shift._keep = fails
    answer = floor.logged_in(Role.DEALER).post("/shift?lang=en")
    assert (answer.status_code, answer.json()["detail"]) == (503, text("shift.not-kept", "en"))
    assert floor.shift.dealer == "", "a shift of which no row stands has not begun"


@pytest.mark.parametrize(
    ("health", "free", "part"),
    [
        (replace(BEFORE.health, camera=Condition.FAULTY), 50e9, "camera"),
        (replace(BEFORE.health, journal=Condition.FAULTY), 50e9, "journal"),
        (Health(), 1e6, "disk"),
    ],
)
def test_what_is_broken_is_named_and_the_table_is_not_ready(health, free, part):
    shift = ToldShift(free=free)
    with FedCamera(shift.lately):
        shift.check_deck()
    ticks = shift.ticks(replace(BEFORE, health=health))
    assert [tick.part for tick in ticks if tick.condition is Condition.FAULTY] == [part]
    assert not is_ready(ticks)


def test_nobody_pays_for_pictures_that_nobody_wants():
    lately = Lately()
    lately.see(Frame(PICTURE, 0.0, 0))
    assert lately._shots == []


def test_the_newest_picture_is_cut_to_the_table_and_has_an_age():
    now = iter([10.0, 12.5])
    lately = Lately((1, 1, 4, 3), lambda: next(now))
    assert lately.table_now() is None
    lately.see(Frame(PICTURE, 0.0, 0))
    picture, age_s = lately.table_now()
    assert (picture.shape[:2], age_s) == ((2, 3), 2.5)
