"""What integrators hear by MQTT, with a real client: retained, and no more than they may."""

import asyncio
import json
import ssl
import subprocess
import sys
from datetime import UTC, datetime

import aiomqtt
import pytest

from dealer_ui.floor.integrators import told_in
from dealer_ui.floor.register import read_register
from dealer_ui.floor.setting_up import admit, admit_integrator, ca_of, set_up
from journal.personal import Personal
from tests.dealer_ui.floors import PATIENCE_S, Floor, Serving, Table, here
from tests.journal.postgres import program, running_server
from tests.journal.test_floor_ledger import chain


@pytest.fixture(scope="module")
def server():
    if program("initdb") is None:
        pytest.skip("no PostgreSQL server here: integrators are not tried")
    with running_server() as address:
        yield address


class Hall:
    def __init__(self, folder, server):
        set_up(folder, {**here(), "database": server}, datetime.now(UTC))
        self.folder, self.passed = folder, admit(folder, "tables", "7")
        self.password = admit_integrator(folder, "board")
        self.serving = Serving(folder)

    def board(self, password=None):
        return board_of(self.folder, password or self.password)


def board_of(folder, password):
    """Return an integrator's client."""
    trust = ssl.create_default_context(cadata=ca_of(folder))
    port = read_register(folder).mqtt_port
    known = {"username": "board", "password": password}
    return aiomqtt.Client("localhost", port, tls_context=trust, **known)


@pytest.fixture(scope="module")
def hall(server, tmp_path_factory):
    hall = Hall(tmp_path_factory.mktemp("hall"), server)
    yield hall
    if hall.serving is not None:
        hall.serving.stop()


@pytest.fixture
def table(hall, tmp_path):
    table = Table(tmp_path, hall.passed).join()
    yield table
    table.close()


async def heard(client, topic, fits):
    """Return the first message on a topic that fits."""
    async with asyncio.timeout(PATIENCE_S):
        await client.subscribe(topic, qos=1)
        async for message in client.messages:
            told = json.loads(message.payload)
            if fits(told):
                return message, told
    raise AssertionError


def test_what_happens_at_a_table_is_told_and_how_it_stands_stays(hall, table):
    async def play():
        async with hall.board() as board:
            await board.subscribe("kozyr/+/told/#", qos=1)
            table.journal.record("result", 1.0, {"result": "A"})
            table.journal.record("fault", 2.0, {"fault": "light-lost", "detail": Personal("Anna")})
            first, told = await heard(board, "kozyr/+/told/#", lambda _told: True)
            assert str(first.topic) == "kozyr/7/told/result"
            assert told["data"] == {"row": 1, "result": "A"}
            assert not first.retain
        async with hall.board() as late:
            fits = lambda told: told["present"] and (told["last"] or {}).get("type") == "fault"  # noqa: E731
            await heard(late, "kozyr/7/state", fits)
        async with hall.board() as later:
            state, told = await heard(later, "kozyr/7/state", lambda _told: True)
            assert state.retain
            assert told["last"]["data"] == {"row": 2, "fault": "light-lost"}

    asyncio.run(play())


SPEAKER = """
import asyncio, sys
from pathlib import Path
from dealer_ui.floor.integrators import Door, Integrators
port, ca = int(sys.argv[1]), Path(sys.argv[2]).read_text()
asyncio.run(Integrators(Door(port, "FLOOR-MQTT", "secret", ca)).speak())
"""


def test_a_floor_that_is_killed_is_told_by_its_last_will(tmp_path):
    """The broker outlives the floor's program, as it does for a moment: it says the last will."""
    broker = Floor(tmp_path)
    password = admit_integrator(tmp_path, "board")
    broker.broker.admit(broker.config())
    port = read_register(tmp_path).mqtt_port
    command = [sys.executable, "-c", SPEAKER, str(port), str(tmp_path / "tls" / "ca.pem")]

    async def play(speaking):
        async with board_of(tmp_path, password) as board:
            await heard(board, "kozyr/floor/state", lambda told: told["present"])
            speaking.kill()
            await heard(board, "kozyr/floor/state", lambda told: not told["present"])

    with subprocess.Popen(command) as speaking:
        asyncio.run(play(speaking))
    broker.close()


def test_a_table_that_goes_is_told(hall, table):
    async def play():
        async with hall.board() as board:
            await heard(board, "kozyr/7/state", lambda told: told["present"])
            table.leave()
            await heard(board, "kozyr/7/state", lambda told: not told["present"])

    asyncio.run(play())


@pytest.mark.parametrize("topic", ["kozyr/7/rows/#", "kozyr/7/texts/#", "kozyr/7/commands", "#"])
def test_an_integrator_hears_nothing_else(hall, topic):
    async def play():
        async with hall.board() as board:
            granted = await board.subscribe(topic, qos=1)
            assert all(getattr(code, "value", code) == 0x80 for code in granted)

    asyncio.run(play())


def test_whoever_has_no_password_hears_nothing(hall):
    async def play():
        with pytest.raises(aiomqtt.MqttError):
            async with hall.board("guessed"):
                raise AssertionError

    asyncio.run(play())


def test_what_is_no_row_of_this_release_is_not_told():
    strange = [row for row in chain(2) if row.kind == "action"]
    assert strange
    assert told_in(strange) == []
