"""A live table goes on after a crash: same game, same open flags, one clock, one record."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from calibration.profile import load_profile
from dealer_ui import opening_records, wiring
from dealer_ui.orders import Order
from dealer_ui.resuming import WITHIN_S, broken_off
from dealer_ui.settings import settings_from
from dealer_ui.wiring import open_table
from engine.entries import Entry
from engine.ports import Sighting
from engine.table import TableState
from journal.desk import Desk, Pen
from journal.incidents import incidents
from journal.personal import Personal
from journal.read import read_rows
from journal.replay import replay
from journal.rows import RESUMES
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.game_writer import killed_game
from tests.journal.played import CASINO, EVENING, VERSIONS, Evening, rules
from tests.vision.network_cameras import Loop, MjpegCamera

PROFILE = Path(__file__).with_name("table.toml")
SOON = EVENING + timedelta(seconds=30)


def kept(path, evening, wall=EVENING):
    journal = SqlJournal(path, VERSIONS, lambda: wall)
    journal.record_all(evening.entries)
    journal.close()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table-7.journal"


def same(one, other):
    """Tell whether two standings are the same to players, dealer and light."""

    def of(standing):
        flags = {number: (step.name, flag) for number, (step, flag) in standing.flags.items()}
        opened = [(f.id, f.violation, f.acknowledged) for f in standing.open]
        asked = None if standing.doubt is None else (standing.doubt.id, standing.doubt.doubt)
        numbers = standing.moved, standing.found, standing.asked
        return standing.game, flags, opened, asked, standing.signal, numbers

    return of(one) == of(other)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_was_broken_off_is_found_as_it_stood(path, seed):
    evening = Evening(seed)
    evening.play(random.Random(seed).randint(1, 60))
    kept(path, evening)
    resumed = broken_off(path, "7", CASINO, SOON)
    if evening.standing.game.result is not None:
        assert resumed is None
        return
    assert same(resumed.standing, evening.standing)
    assert (resumed.gap_s, resumed.at) == (30.0, evening.entries[-1].taken_at + 30.0)


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_any_moment_it_is_found_as_it_was_acknowledged(path, seed):
    """The journal of a process that kill -9 ended gives its last state, or the one after it."""
    acknowledged = killed_game(path, seed, time.sleep)
    resumed = broken_off(path, "7", CASINO, datetime.now(UTC))
    evening = Evening(seed)
    evening.play(acknowledged)
    now = evening.standing
    evening.play(1)
    assert same(resumed.standing, now) or same(resumed.standing, evening.standing)


def test_nothing_goes_on_where_nothing_was_broken_off(path):
    evening = Evening(1)
    evening.play(20)
    assert broken_off(None, "7", CASINO, SOON) is None
    assert broken_off(path, "7", CASINO, SOON) is None  # there is no journal yet
    kept(path, evening)
    late = EVENING + timedelta(seconds=WITHIN_S + 1)
    assert broken_off(path, "7", CASINO, late) is None
    assert broken_off(path, "8", CASINO, SOON) is None
    assert broken_off(path, "7", rules("classic-ffa"), SOON) is None
    assert broken_off(path, "7", CASINO, SOON) is not None
    journal = SqlJournal(path, VERSIONS, lambda: EVENING)
    journal.record("end", evening.now, {"how": "over"})
    journal.close()
    assert broken_off(path, "7", CASINO, SOON) is None


@pytest.mark.parametrize("how", ["stopped", "failed"])
def test_what_people_stopped_goes_on_too(path, how):
    evening = Evening(1)
    evening.play(20)
    evening.entries.append(Entry("end", evening.now, {"how": how}))
    kept(path, evening)
    Pen(path, VERSIONS).open_case(Desk.at(path, rules), "an argument", "Anna")
    resumed = broken_off(path, "7", CASINO, SOON)
    assert same(resumed.standing, evening.standing)


def test_who_had_begun_the_shift_still_deals(path):
    evening = Evening(1)
    evening.play(20)
    kept(path, evening)
    assert broken_off(path, "7", CASINO, SOON).dealer == ""
    journal = SqlJournal(path, VERSIONS, lambda: EVENING)
    for name in ("Anna", "Olga"):
        journal.record("shift", 0.0, {"ready": True, "by": Personal(name)})
    journal.record("shift", 0.0, {"ready": True})  # where nobody is asked for a name
    journal.close()
    assert broken_off(path, "7", CASINO, SOON).dealer == "Olga"


def test_the_record_of_both_runs_is_one_game(path):
    """Numbers go on, nothing is told twice, and what was missed between accuses nobody."""
    evening = Evening(4, errs=False)
    evening.play(15)
    kept(path, evening)
    resumed = broken_off(path, "7", CASINO, SOON)

    again = Evening(4, errs=False)
    again.play(15)
    again.standing, again.now = resumed.standing, resumed.at
    again.entries = [Entry("start", resumed.at, {"source": "x", "table": "7", **resumed.entry})]
    for happening in resumed.happenings:
        again.happens(happening)
    again.play(60)
    kept(path, again, SOON)

    (game,) = replay(read_rows(path), rules)
    assert game.standing.game == again.standing.game
    assert len(game.standing.steps) > 15
    names = [row.content["id"] for row in read_rows(path, {"action"})]
    assert len(names) == len(set(names))
    assert {one.run for one in incidents(read_rows(path))} <= {1}
    assert verify(path).is_whole


class Sight:
    """Sees a settled table in each frame."""

    def see(self, frame):
        return TableState(frame.taken_at, frame.number)

    def news(self):
        return ()


class Reading:
    """Reads the moves of a lawful evening, one a frame, wherever the game stands."""

    def __init__(self):
        self.evening = Evening(4, errs=False)
        self.evening.play(200)
        self.moves = [step.move for step in self.evening.standing.steps]
        self.read_so_far = 0

    def read(self, state, game):
        del game
        move = self.moves[self.read_so_far]
        self.read_so_far += 1
        return (Sighting(move, state.taken_at, state.frame),)


@pytest.fixture
def order(path, monkeypatch, tmp_path):
    monkeypatch.setattr(opening_records, "read_registry", lambda _folder: {})
    monkeypatch.setattr(wiring, "try_source", lambda *_given: None)
    with MjpegCamera(Loop((1280, 720))) as camera:
        yield Order(
            camera.url,
            load_profile(PROFILE),
            CASINO,
            settings_from({"KOZYR_DATA": str(tmp_path)}),
            journal=path,
        )


def test_a_camera_s_table_goes_on_where_it_was(order, path, monkeypatch):
    reading = Reading()
    monkeypatch.setattr(wiring, "open_reading", lambda: reading)
    lines = []
    with open_table(order, lines.append, lambda _order: Sight()) as table:
        while reading.read_so_far < 12:
            table.watching.turn()
        before = table.watch.standing  # and nobody says that it ends

    with open_table(order, lines.append, lambda _order: Sight()) as table:
        assert table.resumed.run == 1
        assert table.watch.standing.game == before.game
        while reading.read_so_far < 20:
            table.watching.turn()
        after = table.watch.standing
    assert not any(fault.fault == "frames_missed" for fault in after.faults)
    times = [row.taken_at for row in read_rows(path, {"action"})]
    assert times == sorted(times)
    starts = read_rows(path, {"start"})
    assert [row.content.get(RESUMES) for row in starts] == [None, 1]
    (game,) = replay(read_rows(path), lambda _label: CASINO)
    assert game.standing.game == after.game
    assert len(game.standing.steps) == 20


def test_a_table_that_is_begun_anew_forgets_the_game(order, path, monkeypatch):
    reading = Reading()
    monkeypatch.setattr(wiring, "open_reading", lambda: reading)
    with open_table(order, str, lambda _order: Sight()) as table:
        while reading.read_so_far < 12:
            table.watching.turn()
    with open_table(replace(order, anew=True), str, lambda _order: Sight()) as table:
        assert table.resumed is None
        assert not table.watch.standing.steps
