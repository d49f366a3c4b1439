"""However a run ends: one sentence, the light never left green, the journal whole."""

from __future__ import annotations

import json
import os
import signal
import tempfile
import threading
from pathlib import Path

import av
import numpy as np
import pytest

from dealer_ui import opening_records, wiring
from dealer_ui.operating import notify
from engine.cards import parse_card
from engine.faults import Fault, TableError
from engine.moves import Beat, Deal, Lead, ShowTrump
from engine.ports import Sighting
from engine.seats import Actor
from engine.table import TableState
from hardware import choosing
from hardware.line import LineState
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import Lamp, Mode
from journal.read import JournalReader
from journal.store import SqlJournal
from journal.verify import verify
from tests.operating.test_notify import Listener

PROFILE = Path(__file__).parents[1] / "dealer_ui" / "table.toml"
A, B = Actor.A, Actor.B
MOVES = [
    *(Deal(to, 2) for _ in range(3) for to in (A, B)),
    ShowTrump(parse_card("6h")),
    Lead(A, (parse_card("7c"),)),
    Beat(B, parse_card("9s"), parse_card("7c")),
]
DARK = dict.fromkeys(Lamp, Mode.OFF)


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    path = tmp_path_factory.mktemp("film") / "grey.mp4"
    index_first = {"movflags": "+faststart"}
    with av.open(str(path), "w", options=index_first) as container:
        stream = container.add_stream("mpeg4", rate=15)
        stream.width, stream.height, stream.pix_fmt = 1280, 720, "yuv420p"
        for number in range(60):
            grey = np.full((720, 1280, 3), number, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(grey, format="bgr24")))
        container.mux(stream.encode())
    return path


class Sight:
    """Sees a settled table in each frame, and does what a test wants at one of them."""

    def __init__(self, acts):
        self.acts = acts

    def see(self, frame):
        if act := self.acts.get(frame.number):
            act()
        return TableState(frame.taken_at, frame.number)

    def news(self):
        return ()


class Reading:
    """Reads one move after another, one a frame."""

    def read(self, state, game):
        del game
        moves = MOVES[state.frame : state.frame + 1]
        return tuple(Sighting(move, state.taken_at, state.frame) for move in moves)


class Table:
    """A table in a folder: its files, its light, and how a run of it ended."""

    def __init__(self, folder, kozyr, film, peer):
        self.journal = folder / "table.journal"
        self.events = folder / "out.jsonl"
        self.peer = peer
        self.line = None
        self._film = film
        self._run = lambda film: kozyr(
            *("watch", film, "--table", PROFILE, "--light", peer_link(folder)),
            *("--journal", self.journal, "--events", self.events),
        )

    def run(self, film=None):
        self.ended = self._run(film or self._film)
        assert verify(self.journal).is_whole
        return self.ended

    def rows(self, kind):
        reader = JournalReader(self.journal)
        rows = reader.since(kinds=[kind])
        reader.close()
        return [row.content for row in rows]

    def lines(self, kind):
        lines = [json.loads(line) for line in self.events.read_text().splitlines()]
        return [line for line in lines if line["kind"] == kind]

    def wait_for_line(self, state):
        """Wait until the light's line is in a state; the line's own thread brings it there."""
        never = threading.Event()
        for _ in range(1000):
            if self.line.health.state is state:
                return
            never.wait(0.01)
        pytest.fail(f"the line never was {state}")


def peer_link(folder):
    return folder / "tower-light"


@pytest.fixture
def acts():
    return {}


@pytest.fixture
def table(tmp_path, kozyr, film, monkeypatch, acts):
    with TowerLightPeer(peer_link(tmp_path)) as peer:
        made = Table(tmp_path, kozyr, film, peer)

        class KeptLine(choosing.Line):
            def __init__(self, *given, **named):
                super().__init__(*given, **named)
                made.line = self

        monkeypatch.setattr(choosing, "Line", KeptLine)
        monkeypatch.setattr(opening_records, "read_registry", lambda _folder: {})
        monkeypatch.setattr(wiring, "open_sight", lambda _order: Sight(acts))
        monkeypatch.setattr(wiring, "open_reading", Reading)
        yield made


@pytest.fixture
def heeds_ctrl_c():
    """Heed SIGINT: a shell that starts us in the background has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def was_red(peer):
    return any(byte == Lamp.RED | Mode.ON for _, byte in peer.received)


def test_a_run_to_the_end(table, acts):
    acts[40] = lambda: table.peer.wait_for(was_red)
    ended = table.run()
    assert ended.code == 0, ended.err
    assert "00:00.5  ■ Stop: " in ended.out
    assert "9 moves; flagged: 1 violation; asked: 0 doubts." in ended.out
    assert was_red(table.peer)
    assert table.peer.lamps == DARK
    assert table.rows("end") == [{"how": "over"}]
    assert [line["code"] for line in table.lines("flag")] == ["BEAT_WRONG_SUIT"]
    assert [line["type"] for line in table.lines("action")][-3:] == ["trump", "lead", "beat"]
    assert [row["code"] for row in table.rows("flag")] == ["BEAT_WRONG_SUIT"]


def test_a_second_run_goes_on_in_the_same_journal(table):
    table.run()
    rows = verify(table.journal).rows
    table.run()
    assert verify(table.journal).rows == 2 * rows


def test_a_watching_that_fails_leaves_no_green_lamp(table, acts):
    def fail():
        raise ZeroDivisionError("somewhere deep")

    acts[20] = fail
    ended = table.run()
    assert ended.code == 1
    assert ended.err.startswith("kozyr: the watching failed (ZeroDivisionError: somewhere deep)")
    assert ended.err.count("\n") == 1
    assert any(byte == Lamp.YELLOW | Mode.BLINK for _, byte in table.peer.received)
    assert table.peer.lamps == DARK
    assert table.rows("end") == [{"how": "failed"}]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.usefixtures("heeds_ctrl_c")
def test_a_stop_from_outside_ends_in_order(table, acts, number):
    acts[20] = lambda: os.kill(os.getpid(), number)
    ended = table.run()
    assert ended.code == 0
    assert "Stopped by hand." in ended.out
    assert table.peer.lamps == DARK
    assert table.rows("end") == [{"how": "stopped"}]


def test_a_light_that_vanishes_is_a_fault_and_comes_back(table, acts):
    def pull():
        table.peer.unplug()
        table.wait_for_line(LineState.DOWN)

    def plug():
        table.peer.replug()
        table.wait_for_line(LineState.UP)

    acts[20], acts[30] = pull, plug
    acts[50] = lambda: table.peer.wait_for(was_red_again(table.peer))
    ended = table.run()
    assert ended.code == 0
    assert [row["fault"] for row in table.rows("fault")] == ["light-lost"]
    assert [row["fault"] for row in table.rows("mended")] == ["light-lost"]
    assert "The light does not answer" in ended.out


def was_red_again(peer):
    before = len(peer.received)
    return lambda p: any(byte == Lamp.RED | Mode.ON for _, byte in p.received[before:])


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_film_that_breaks_off_is_told_and_the_journal_is_whole(table, film, tmp_path, share):
    data = film.read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(data[: int(share * len(data))])
    ended = table.run(film=cut)
    assert ended.code == 2
    assert ended.err.startswith(f"kozyr: {cut}: the video breaks off at ")
    assert ended.err.count("\n") == 1
    assert table.peer.lamps == DARK
    assert table.rows("end") == [{"how": "broken-off"}]


def test_a_disk_that_stays_full_is_told_at_the_end_and_the_rows_are_rescued(
    table, monkeypatch, tmp_path
):
    kept = SqlJournal.record_all

    def full(journal, entries):
        if any(entry.kind == "flag" for entry in entries):
            raise TableError(Fault.DISK_FULL, "the disk of journal t.journal is full")
        return kept(journal, entries)

    monkeypatch.setattr(SqlJournal, "record_all", full)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = table.run()
    assert ended.code == 1
    assert ended.err.startswith("kozyr: the journal lacks the last ")
    assert verify(table.journal).signed == 10
    (rescued,) = tmp_path.glob("kozyr-unkept-*.jsonl")
    assert str(rescued) in ended.err
    kinds = [json.loads(line)["kind"] for line in rescued.read_text().splitlines()]
    assert kinds.count("flag") == 1
    assert kinds[-1] == "end"


# As a service


def test_a_service_tells_that_it_is_ready_that_it_lives_and_that_it_ends(
    table, acts, tmp_path, monkeypatch
):
    monkeypatch.setattr(notify, "BEAT_S", 0.0)  # so that each word of the line is a beat
    monkeypatch.setenv(notify.SOCKET, str(tmp_path / "notify"))
    listener, hung = Listener(str(tmp_path / "notify")), []

    def hang():
        told = listener.heard()
        hung.append((told[0], set(told[1:])))
        threading.Event().wait(0.2)
        hung.append(listener.heard())

    acts[30] = hang
    assert table.run().code == 0
    rest = listener.heard()
    listener.socket.close()
    assert hung[0] == ("READY=1\nWATCHDOG=1", {"WATCHDOG=1"})
    assert hung[1] == []  # while the line hangs, nothing beats in its place
    assert (set(rest[:-1]), rest[-1]) == ({"WATCHDOG=1"}, "STOPPING=1")
