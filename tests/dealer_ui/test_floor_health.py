"""How a floor is: told over HTTP, to systemd and to its log, by the program that serves it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from types import SimpleNamespace

import httpx2
import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from dealer_ui.floor.folds import Folds
from dealer_ui.floor.health import create_floor_app, floor_ready
from dealer_ui.floor.integrators import Integrators
from dealer_ui.floor.parts import Parts
from dealer_ui.floor.presence import Beat
from dealer_ui.floor.present import Heard, Presence
from dealer_ui.floor.pulse import Loop
from dealer_ui.floor.setting_up import set_up
from dealer_ui.operating.notify import SOCKET
from journal.floor.following import End, Finding, Flaw
from journal.floor.ledger import Standing
from tests.dealer_ui.floors import free_port, here, wait_for
from tests.dealer_ui.test_metrics import ELSEWHERE, HERE, Clock
from tests.operating.test_notify import Listener


class Stood:
    """A floor as it stands, its parts set by the test: nothing is served."""

    def __init__(self, folder):
        self.clock = Clock()
        known = SimpleNamespace(tables={"1": "", "2": "", "3": ""})
        self.broker = SimpleNamespace(is_up=True, restarts=0, register=known, folder=folder)
        self.ledger = SimpleNamespace(known={})
        self.loop = Loop(clock=self.clock)
        self.loop._beat_at = self.clock()
        self.presence, self.folds = Presence(self.clock), Folds(self.clock)
        telling = Integrators(None)
        parts = self.broker, self.ledger, telling, self.presence, self.folds, self.loop
        self.parts = Parts(*parts)

    def hear(self, table):
        beat = Beat(journal="", seq=0, software="", wall="")
        self.presence.heard[table] = Heard(beat, self.clock())

    def tell_everything(self):
        """Let everything happen of which there is a figure."""
        self.ledger.known["1", "j"] = Standing("s", End(), Finding(Flaw.GAP, 3))
        self.folds.kept(3, 0.1)

    def get(self, path, client=HERE):
        return TestClient(create_floor_app(self.parts), client=client).get(path)

    def figures(self):
        return figures_in(self.get("/metrics").text)


def figures_in(text):
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture
def stood(tmp_path):
    return Stood(tmp_path)


# Whether it is ready


def hang(stood):
    stood.clock.now += 2.0


def not_begun(stood):
    stood.loop._beat_at = None


def lose_broker(stood):
    stood.broker.is_up = False


def lose_ledger(stood):
    stood.folds.is_kept = False


@pytest.mark.parametrize(
    ("harm", "reasons", "lives"),
    [
        (lambda stood: None, (), 200),
        (not_begun, ("not-served-yet",), 200),
        (hang, ("silent",), 503),
        (lose_broker, ("broker-lost",), 200),
        (lose_ledger, ("ledger-lost",), 200),
    ],
)
def test_a_floor_is_ready_when_rows_are_taken_in_and_kept(stood, harm, reasons, lives):
    harm(stood)
    assert floor_ready(stood.parts).reasons == reasons
    answer = stood.get("/readyz")
    assert (answer.status_code, answer.json()["reasons"]) == (503 if reasons else 200, [*reasons])
    assert stood.get("/healthz").status_code == lives


# Its figures


def test_figures_are_for_programs_of_the_floors_computer(stood):
    assert stood.get("/metrics", ELSEWHERE).status_code == 403
    assert stood.get("/healthz", ELSEWHERE).status_code == 200


def test_tables_are_counted_by_their_heartbeat(stood):
    stood.hear("1")
    stood.hear("gone-from-the-file")
    stood.clock.now += 60
    stood.hear("2")
    told = {name: stood.figures()["kozyr_floor_tables", name] for name in ("present", "absent")}
    assert told == {"present": 1, "absent": 1}
    assert stood.figures()["kozyr_floor_tables", "never"] == 1


def test_what_was_found_wrong_is_counted_until_it_is_mended(stood):
    stood.ledger.known["1", "j"] = Standing("s", End(), Finding(Flaw.BREAK, 3))
    stood.ledger.known["2", "k"] = Standing("s", End())
    assert stood.figures()["kozyr_floor_findings", "break"] == 1
    assert stood.figures()["kozyr_floor_findings", "gap"] == 0
    stood.ledger.known["1", "j"] = Standing("s", End())
    assert stood.figures()["kozyr_floor_findings", "break"] == 0


def test_a_row_that_is_not_kept_lags_until_it_is_and_then_nothing_does(stood):
    folds, clock = stood.folds, stood.clock
    folds.began(clock() - 1.0)
    clock.now += 30
    assert stood.figures()["kozyr_floor_lag_seconds",] == 31
    folds.kept(7, 0.5)
    clock.now += 30
    figures = stood.figures()
    assert figures["kozyr_floor_lag_seconds",] == 31
    assert (figures["kozyr_floor_rows_total",], figures["kozyr_floor_fold_seconds_sum",]) == (
        7,
        0.5,
    )
    folds.idle()
    assert stood.figures()["kozyr_floor_lag_seconds",] == 0


# The program itself


@pytest.fixture
def serving(tmp_path):
    """Serve a floor without a ledger as systemd does; give its process, address and listener."""
    port = free_port()
    set_up(tmp_path / "floor", {**here(), "serve": f"127.0.0.1:{port}"}, datetime.now(UTC))
    listener = Listener(str(tmp_path / "notify"))
    settings = {SOCKET: str(tmp_path / "notify"), "KOZYR_LOG": "json", "KOZYR_LANG": "en"}
    command = [sys.executable, "-m", "dealer_ui.main", "floor", "serve", str(tmp_path / "floor")]
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(
            command, env=os.environ | settings, stdout=subprocess.DEVNULL, stderr=log
        ) as process,
    ):
        yield process, f"http://127.0.0.1:{port}/", listener
        process.kill()
    listener.socket.close()


def ready(url):
    try:
        return httpx2.get(f"{url}readyz").status_code
    except httpx2.TransportError:
        return None


def test_a_floor_tells_systemd_and_whoever_asks_and_writes_objects_into_its_log(serving, tmp_path):
    process, url, listener = serving
    wait_for(lambda: ready(url), 200)
    assert listener.heard()[0] == "READY=1\nWATCHDOG=1"
    os.kill(int((tmp_path / "floor/broker/broker.pid").read_text()), signal.SIGKILL)
    restarts = ("kozyr_floor_broker_restarts_total",)
    wait_for(lambda: figures_in(httpx2.get(f"{url}metrics").text)[restarts], 1)
    wait_for(lambda: ready(url), 200)
    process.terminate()
    assert process.wait(20) == 0
    assert listener.heard()[-1] == "STOPPING=1"
    told = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    parts = {one["part"] for one in told}
    said = [one["message"] for one in told if one["part"] == "dealer_ui.floor.serving"]
    assert "dealer_ui.floor.serving" in parts
    assert any(f"{url}metrics" in line for line in said)
    assert "The broker had ended; it is running again" in said
