"""A whole floor: tables, a real broker, a real PostgreSQL; and what dies on the way."""

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import nats.errors
import pytest

from dealer_ui.commands import CommandQueue, Correct
from dealer_ui.floor.connection import connected
from dealer_ui.floor.obeying import Hands
from dealer_ui.floor.ordering_tables import Said, order_table, take_clip
from dealer_ui.floor.orders import TellClip, TellCorrection
from dealer_ui.floor.passes import write_pass
from dealer_ui.floor.progress import Progress, ProgressFile
from dealer_ui.floor.setting_up import admit, reached_by, set_up
from dealer_ui.pit.alarms import alarms_in
from dealer_ui.pit.over_floor import follow_floor
from dealer_ui.pit.tiles import Link
from engine.entries import Entry
from journal.evidence import EvidenceStore
from journal.personal import ERASED, Personal
from journal.place import evidence_folder, place_of
from journal.read import JournalReader, read_rows, read_texts
from journal.verify import verify
from tests.dealer_ui.floors import Serving, Table, here, until, wait_for
from tests.dealer_ui.pits import Pit
from tests.dealer_ui.scenes import WRONG_BEAT
from tests.journal.postgres import program, running_server
from tests.journal.test_rulings import Room


@pytest.fixture(scope="module")
def server():
    if program("initdb") is None:
        pytest.skip("no PostgreSQL server here: a floor's ledger is not tried")
    with running_server() as address:
        yield address


NOW = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)
NAMES = [f"t{number}" for number in range(20)]
"""Enough of them that each test has one of its own; they join before the floor begins."""


@pytest.fixture(scope="module")
def hall(server, tmp_path_factory):
    folder = tmp_path_factory.mktemp("floor")
    set_up(folder, {**here(), "database": server}, datetime.now(UTC))
    hall = Hall(folder, {name: admit(folder, "tables", name) for name in NAMES})
    hall.wall = admit(folder, "walls", "pit")
    yield hall
    hall.close()


class Hall:
    """A floor that runs, or does not just now."""

    def __init__(self, folder, passes):
        self.folder, self.passes, self.serving = folder, passes, None

    def open(self):
        self.serving = self.serving or Serving(self.folder)
        return self

    def close(self):
        if self.serving is not None:
            self.serving.stop()
            self.serving = None


@pytest.fixture
def floor(hall):
    return hall.open()


@pytest.fixture
def table(hall, tmp_path):
    table = Table(tmp_path, hall.passes.popitem()[1])
    yield table
    table.close()


def ledger_of(server, table):
    return place_of(f"{server}&journal=t-{table.given.name}-{table.name}")


def kept(server, table):
    """Return how many rows of a table the ledger has; none before it has the journal."""
    try:
        with_reader = JournalReader(ledger_of(server, table))
        try:
            return with_reader.last_seq()
        finally:
            with_reader.close()
    except Exception:  # noqa: BLE001 - the schema is not there yet
        return 0


def arrived(server, table):
    wait_for(lambda: kept(server, table), table.journal.last_seq)
    assert read_rows(ledger_of(server, table)) == read_rows(table.path)
    assert verify(ledger_of(server, table)).is_whole


def test_what_a_table_writes_the_floor_has(floor, server, table):
    table.join().play(5)
    arrived(server, table)
    table.play(3)
    arrived(server, table)


def test_what_was_folded_is_counted_and_nothing_waits(floor, server, table):
    folds = floor.serving.parts.folds
    before = folds.rows
    table.join().play(5)
    wait_for(lambda: folds.rows - before, table.journal.last_seq)
    wait_for(lambda: (folds.waiting, folds.lag_s), (0, 0.0))
    assert folds.is_kept


def test_what_was_written_before_the_table_joined_comes_too(floor, server, table):
    table.play(1200)
    table.join()
    arrived(server, table)


def test_without_a_floor_the_table_goes_on_and_all_of_it_comes_later(hall, server, table):
    table.join().play(5)
    hall.open()
    arrived(server, table)
    hall.close()
    table.play(700)
    hall.open()
    arrived(server, table)


def test_a_leaf_that_is_killed_is_begun_again(floor, server, table):
    table.join().play(2)
    arrived(server, table)
    number = int((table.folder / "floor" / "broker.pid").read_text())
    os.kill(number, signal.SIGKILL)
    table.play(2)
    arrived(server, table)


def test_a_broker_that_is_killed_is_begun_again(floor, server, table):
    table.join().play(2)
    arrived(server, table)
    os.kill(int((floor.folder / "broker" / "broker.pid").read_text()), signal.SIGKILL)
    table.play(2)
    arrived(server, table)


def test_a_table_that_forgot_how_far_it_came_sends_again_and_nothing_is_twice(floor, server, table):
    table.join().play(5)
    arrived(server, table)
    table.leave()
    (table.folder / "floor" / "progress.json").unlink()
    table.play(1)
    table.join()
    arrived(server, table)


def test_what_the_floor_lacks_is_sent_again(floor, server, table):
    table.play(5)
    path = table.folder / "floor" / "progress.json"
    path.parent.mkdir()
    ProgressFile(path).keep(table.name, Progress(3))
    table.join()
    arrived(server, table)


def test_names_come_apart_and_are_forgotten(floor, server, table):
    table.join()
    table.journal.record("ruling", 0.0, {"by": Personal("Anna")})
    arrived(server, table)
    assert list(read_texts(ledger_of(server, table)).values()) == ["Anna"]
    tokens = list(read_texts(table.path))
    table.journal.forget(tokens, Entry(ERASED, 0.0, {"tokens": tokens}))
    arrived(server, table)
    assert not read_texts(ledger_of(server, table))


WRITER = """
import sys
from pathlib import Path
from dealer_ui.floor.joining import FloorThread, Joined
from dealer_ui.floor.passes import read_pass
from journal.store import SqlJournal
from tests.journal.conftest import VERSIONS
folder = Path(sys.argv[1])
journal = SqlJournal(folder / "table.journal", VERSIONS)
FloorThread(Joined(read_pass(folder / "t.pass"), folder / "floor", journal.path), print)
while True:
    journal.record("action", 0.0, {})
    print(journal.last_seq, flush=True)
"""


def test_a_table_that_is_killed_loses_nothing(floor, server, table):
    table.journal.close()
    write_pass(table.folder / "t.pass", table.given)
    for wanted in (40, 90):
        command = [sys.executable, "-c", WRITER, str(table.folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writing:
            while int(writing.stdout.readline()) < wanted:
                pass
            writing.kill()
    table = Table(table.folder, table.given).join()
    arrived(server, table)
    table.close()


def test_a_table_does_what_its_floor_tells_it_and_the_floor_hears(floor, hall, table):
    table.hands = Hands(CommandQueue(), None, "")
    table.play(1)
    table.join()
    tell = TellCorrection(said=Correct(1, nothing=True))
    wait_for(lambda: table.given.name in floor.serving.parts.presence.heard, wanted=True)
    wait_for(lambda: floor.serving.parts.presence.heard[table.given.name].beat.seq, 1)
    said = Said(tell, "Anna", NOW.isoformat())
    heard = asyncio.run(order_table(hall.folder, table.given.name, said, 20.0))
    assert heard.outcome == "done"
    assert [one.command.move for one in table.hands.commands.take()] == [1]


def test_a_clip_comes_when_it_is_asked_for_and_not_before(floor, hall, table):
    evening = Room(table.folder / "evening.journal")
    rows = [Entry(row.kind, row.taken_at, row.content) for row in read_rows(evening.path)]
    table.journal.record_all(rows)
    kept = EvidenceStore(evidence_folder(table.path)).keep(b"film" * 100_000, ".mp4")
    of = min(evening.desk.incidents[0].names)
    table.journal.record("evidence", 0.0, {"of": of, "clip": kept.fields()})
    table.hands = Hands(CommandQueue(), None, "")
    table.join()
    heard = floor.serving.parts.presence.heard
    wait_for(lambda: table.given.name in heard, wanted=True)
    wait_for(lambda: heard[table.given.name].beat.seq, len(rows) + 1)
    said = Said(TellClip(incident=evening.name), "Anna", NOW.isoformat())

    async def ask():
        outcome = await order_table(hall.folder, table.given.name, said, 30.0)
        return await take_clip(hall.folder, table.given.name, outcome.file)

    assert asyncio.run(ask()) == b"film" * 100_000
    assert "view" in [row.kind for row in read_rows(table.path)]


def test_a_wall_is_told_over_the_floor(floor, hall, table, tmp_path):
    write_pass(tmp_path / "wall.pass", hall.wall)
    name = table.given.name
    table.latest = lambda: replace(WRONG_BEAT, sequence=7)
    table.join()
    pit = Pit(tmp_path, name)

    async def watched():
        following = asyncio.ensure_future(follow_floor(tmp_path / "wall.pass", {name}, pit.wall))

        async def link():
            return pit.wall.tile(name).link

        await until(link, Link.LIVE)
        following.cancel()
        await asyncio.wait({following})

    asyncio.run(watched())
    codes = [raised.alarm.code for raised in pit.wall.tile(name).alarms]
    assert codes == [alarm.code for alarm in alarms_in(WRONG_BEAT)]
    assert codes
    pit.close()


def test_a_wall_hears_no_rows(hall, floor):
    async def play():
        async with connected(reached_by(hall.wall)) as client:
            heard = await client.subscribe("kozyr.>")
            await client.flush()
            with pytest.raises(nats.errors.TimeoutError):
                await heard.next_msg(timeout=0.5)

    asyncio.run(play())
