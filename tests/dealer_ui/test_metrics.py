"""Figures for Prometheus and readiness: what is counted, who may read it, and what is not told."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from dealer_ui.accounts.people import Role
from dealer_ui.accounts.tokens import Scope
from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.device_cards import DeviceCard, DeviceKind
from dealer_ui.live import Hub
from dealer_ui.operating.lookups import all_of, depths_of, devices_of, disks_of, standing_of
from dealer_ui.operating.meters import Meters
from dealer_ui.pit.app import create_pit_app
from dealer_ui.snapshot import Condition, Feed, Health, OpenFault
from engine.entries import Entry
from engine.faults import Fault
from engine.table import TableState
from hardware.line import LineState
from tests.dealer_ui.pits import Pit
from tests.dealer_ui.scenes import BEATING, WRONG_BEAT
from tests.dealer_ui.test_accounts import Floor

FRAME = object()
HERE = ("127.0.0.1", 50000)
ELSEWHERE = ("192.0.2.7", 50000)


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Figures:
    """A table's figures with every part made of memory."""

    def __init__(self, folder):
        self.clock = Clock()
        self.hub = Hub(clock=self.clock)
        self.commands = CommandQueue()
        about = {"table": "7", "version": "1", "models": "m", "rules": "r"}
        self.meters = Meters(about, self.commands.waiting, self.clock)
        self.meters.also(
            all_of(
                lambda: standing_of(self.hub),
                lambda: devices_of(self.meters.cards),
                lambda: depths_of(self.meters.depths),
                lambda: disks_of({"journal": folder / "not-yet" / "table.journal"}),
            )
        )

    def app(self, **parts):
        return create_app(self.hub, commands=self.commands, meters=self.meters, **parts)

    def tell_everything(self):
        """Let everything happen of which there is a figure."""
        rows = {"code": "C", "verdict": "illegal", "fault": "disk-full", "retracts": "f1"}
        for kind in ("flag", "doubt", "fault", "retract"):
            self.meters.count(Entry(kind, 1.0, rows))
        self.meters.before(lambda frame, seconds: None)(FRAME, 0.03)
        self.meters.cards.append(lambda: DeviceCard(DeviceKind.LIGHT, "usb"))
        health = Health(camera=Condition.WORKING, frames_per_second=15, latency_ms=250)
        self.hub.publish(replace(WRONG_BEAT, health=health))

    def read(self):
        answer = TestClient(self.app(), client=HERE).get("/metrics")
        assert answer.status_code == 200
        return {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }


@pytest.fixture
def figures(tmp_path):
    return Figures(tmp_path)


# What is counted


@pytest.mark.parametrize(
    ("entries", "name", "count"),
    [
        (
            [Entry("flag", 1.0, {"code": "C", "verdict": "illegal"})],
            "kozyr_flags_total C illegal",
            1,
        ),
        ([Entry("doubt", 1.0, {})] * 2, "kozyr_doubts_total", 2),
        ([Entry("fault", 1.0, {"fault": "disk-full"})], "kozyr_faults_total disk-full", 1),
        ([Entry("action", 1.0, {})] * 3, "kozyr_journal_rows_total action", 3),
        ([Entry("retract", 1.0, {"retracts": "f3"})], "kozyr_flags_withdrawn_total", 1),
        ([Entry("retract", 1.0, {"retracts": "m3"})], "kozyr_flags_withdrawn_total", 0),
    ],
)
def test_rows_are_counted_by_what_they_say(figures, entries, name, count):
    for entry in entries:
        figures.meters.count(entry)
    assert figures.read()[tuple(name.split())] == count


def test_frames_are_counted_and_their_age_grows_until_the_next_one(figures):
    heard = []
    done = figures.meters.before(lambda frame, seconds: heard.append(seconds))
    done(FRAME, 0.03)
    figures.clock.now += 7
    read = figures.read()
    assert heard == [0.03]
    assert read["kozyr_frames_total",] == 1
    assert read["kozyr_frame_age_seconds",] == 7
    assert (
        read["kozyr_frame_seconds_bucket", "0.02"],
        read["kozyr_frame_seconds_bucket", "0.04"],
    ) == (0, 1)


def test_only_frames_that_were_looked_at_are_measured_as_looks(figures):
    class Sight:
        looks = 0

        def see(self, frame):
            self.looks += frame
            figures.clock.now += 0.05
            return TableState(0.0, 0)

        def news(self):
            return ()

    sight = Sight()
    timed = figures.meters.timed(sight, lambda: sight.looks)
    for looked in (0, 1, 1):
        assert timed.see(looked) == TableState(0.0, 0)
    assert figures.read()["kozyr_inference_seconds_count",] == 2


def test_how_the_table_stands_is_looked_up(figures):
    figures.meters.cards += [
        lambda: DeviceCard(DeviceKind.LIGHT, "usb", LineState.UP),
        lambda: DeviceCard(DeviceKind.CAMERA, "rtsp://kozyr:geheim@10.0.0.7/1", LineState.DOWN),
    ]
    figures.meters.depths["journal"] = lambda: 4
    faults = (OpenFault(Fault.CAMERA_LOST),)
    health = Health(journal=Condition.WORKING, camera=Condition.FAULTY, latency_ms=250)
    figures.hub.publish(replace(WRONG_BEAT, faults=faults, health=health))
    read = figures.read()
    assert read["kozyr_signal", str(WRONG_BEAT.signal)] == 1
    assert (read["kozyr_fault_open", "camera-lost"], read["kozyr_fault_open", "disk-full"]) == (
        1,
        0,
    )
    assert (read["kozyr_device_up", "light"], read["kozyr_device_up", "camera"]) == (1, 0)
    assert (read["kozyr_queue_depth", "journal"], read["kozyr_queue_depth", "commands"]) == (4, 0)
    assert (read["kozyr_part_working", "journal"], read["kozyr_part_working", "camera"]) == (1, 0)
    assert ("kozyr_part_working", "shoe") not in read
    assert read["kozyr_signal_latency_seconds",] == 0.25
    assert read["kozyr_disk_free_bytes", "journal"] > 0
    assert read["kozyr_build_info", "m", "r", "7", "1"] == 1
    assert read["process_resident_memory_bytes",] > 0


# Who may read it


@pytest.fixture
def floor(tmp_path):
    made = Floor(tmp_path / "accounts.db").hire()
    yield made
    made.close()


@pytest.mark.parametrize(
    ("client", "headers", "code"),
    [
        (HERE, {}, 404),
        (("::1", 1), {}, 404),
        (HERE, {"X-Forwarded-For": "192.0.2.7"}, 401),
        (HERE, {"Forwarded": "for=192.0.2.7"}, 401),
        (ELSEWHERE, {}, 401),
        (ELSEWHERE, {"Authorization": "Bearer guessed"}, 401),
    ],
)
def test_figures_need_a_token_or_this_computer(floor, client, headers, code):
    answer = TestClient(floor.app, client=client).get("/metrics", headers=headers)
    assert answer.status_code == code  # 404: let in, and nothing is counted at that table


@pytest.mark.parametrize(("scope", "code"), [(Scope.METRICS, 404), (Scope.STATE, 403)])
def test_a_token_reads_figures_by_its_scope(floor, scope, code):
    token = floor.house.tokens.make("technician", "prometheus", [scope])
    bearer = {"Authorization": f"Bearer {token}"}
    client = TestClient(floor.app, client=ELSEWHERE)
    assert client.get("/metrics", headers=bearer).status_code == code


@pytest.mark.parametrize("role", Role)
def test_of_people_a_technician_reads_figures(floor, role):
    code = floor.logged_in(role).get("/metrics").status_code
    assert code == (404 if role is Role.TECHNICIAN else 403)


def test_where_nobody_has_an_account_only_this_computer_reads_figures(figures):
    answer = TestClient(figures.app(), client=ELSEWHERE).get("/metrics")
    assert answer.status_code == 403


# Ready or not, and why


@pytest.mark.parametrize(
    ("shown", "age_s", "code", "reasons"),
    [
        (None, 0, 503, ["not-seen-yet"]),
        (BEATING, 0, 200, []),
        (BEATING, 3, 503, ["silent"]),
        (replace(BEATING, feed=Feed.ENDED), 60, 503, ["ended"]),
        (replace(BEATING, faults=(OpenFault(Fault.DISK_FULL),)), 0, 503, ["disk-full"]),
    ],
)
def test_a_table_says_why_it_is_not_ready(figures, shown, age_s, code, reasons):
    if shown is not None:
        figures.hub.publish(shown)
    figures.clock.now += age_s
    answer = TestClient(figures.app(), client=ELSEWHERE).get("/readyz")
    told = {"ready": code == 200, "reasons": reasons}
    assert (answer.status_code, answer.json()) == (code, told)


def test_a_wall_is_ready_when_it_hears_a_table_and_says_how_many_it_hears(tmp_path):
    pit = Pit(tmp_path, has_house=False)
    app = create_pit_app(pit.wall, pit.pictures)
    client = TestClient(app, client=HERE)
    assert client.get("/readyz").json()["reasons"] == ["no-table-heard"]
    pit.show("2", WRONG_BEAT)
    assert client.get("/readyz").status_code == 200
    text = client.get("/metrics").text
    assert 'kozyr_pit_tables{link="live"} 1.0' in text
    assert re.search(r'kozyr_pit_alarms{grade="stop"} [1-9]', text)
    assert client.get("/healthz").json() == {"tables": 3}
    assert TestClient(app, client=ELSEWHERE).get("/metrics").status_code == 403
    pit.close()
