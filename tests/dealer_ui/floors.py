"""A floor and its tables with real brokers, on this machine only."""

from __future__ import annotations

import asyncio
import socket
import time
from asyncio import CancelledError
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from threading import Event, Thread

from dealer_ui.floor.broker import Broker
from dealer_ui.floor.broker_files import LOCAL, hub_config, leaf_config
from dealer_ui.floor.connection import Reached
from dealer_ui.floor.joining import FloorThread, Joined
from dealer_ui.floor.register import read_register
from dealer_ui.floor.serving import open_floor, serve
from dealer_ui.floor.setting_up import admit, floor_itself, set_up, tls_of, unpacked
from dealer_ui.prompts import Catalogue
from engine.entries import Entry
from journal.floor.sheaf import journal_name
from journal.read import read_rows
from journal.store import SqlJournal
from tests.journal.conftest import VERSIONS

PATIENCE_S = 40


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def here():
    ports = {name: free_port() for name in ("port", "leaf_port", "mqtt_port")}
    return {"hosts": ["localhost"], "listen": "127.0.0.1", "serve": "", **ports}


async def until(told, wanted):
    """Wait until something is told as it is wanted."""
    async with asyncio.timeout(PATIENCE_S):
        while await told() != wanted:  # noqa: ASYNC110 - a broker is another program
            await asyncio.sleep(0.05)


class Floor:
    """A floor whose broker runs, at ports that nobody else has."""

    def __init__(self, folder, **changed):
        self.folder, self.stack = folder, ExitStack()
        set_up(folder, {**here(), **changed}, datetime.now(UTC))
        self.begin()

    def begin(self):
        self.broker = Broker(self.folder / "broker", self.config())
        self.stack.callback(self.broker.stop)

    def config(self):
        register, tls = read_register(self.folder), tls_of(self.folder)
        return hub_config(register, self.folder / "broker", tls, "secret")

    def admit(self, kind, name):
        given = admit(self.folder, kind, name)
        self.broker.admit(self.config())
        return given

    def reached(self):
        return floor_itself(self.folder, read_register(self.folder))

    def close(self):
        self.stack.close()


class Serving:
    """A floor's own program in a thread: broker, presence, and the ledger if there is one."""

    def __init__(self, folder):
        self.folder, self.told = folder, []
        self.ready = Event()
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.ready.wait(PATIENCE_S), self.told

    def _run(self):
        words = Catalogue.load("en")
        with open_floor(self.folder, words, self.say) as self.parts, suppress(CancelledError):
            asyncio.run(self._serve(words))

    async def _serve(self, words):
        self.loop, self.task = asyncio.get_running_loop(), asyncio.current_task()
        await serve(self.parts, words, self.say)

    def say(self, told):
        self.told.append(told)
        if "The floor is at" in told:
            self.ready.set()

    def stop(self):
        self.loop.call_soon_threadsafe(self.task.cancel)
        self.thread.join(PATIENCE_S)
        assert not self.thread.is_alive()


class Table:
    """A table's journal, written by the test, and its side of the floor."""

    def __init__(self, folder, given, data=None):
        self.folder, self.given, self.told = folder, given, []
        self.path = folder / "table.journal"
        self.journal = SqlJournal(self.path, VERSIONS)
        self.floor = self.hands = self.latest = None

    def join(self):
        joined = Joined(self.given, self.folder / "floor", self.path, self.hands, self.latest)
        self.floor = FloorThread(joined, self.told.append)
        return self

    def leave(self):
        if self.floor is not None:
            self.floor.stop()
            self.floor = None

    def play(self, moves):
        move = {"type": "beaten", "actor": "A"}
        self.journal.record_all([Entry("action", float(n), move) for n in range(moves)])

    @property
    def name(self):
        return journal_name(read_rows(self.path)[0])

    def close(self):
        self.leave()
        self.journal.close()


def wait_for(told, wanted):
    """Wait until something is told as it is wanted."""
    until = time.monotonic() + PATIENCE_S
    while (found := told()) != wanted:
        assert time.monotonic() < until, found
        time.sleep(0.05)


class Leaf:
    """A table's own broker, joined to a floor."""

    def __init__(self, folder, given):
        self.folder, self.name = folder, given.name
        self.config = leaf_config(unpacked(given, folder), folder / "broker", "secret")
        self.begin()

    def begin(self):
        self.broker = Broker(self.folder / "broker", self.config)

    def reached(self):
        address = f"nats://127.0.0.1:{self.broker.ports['nats']}"
        return Reached(address, self.name, LOCAL, "secret")

    def close(self):
        self.broker.stop()
