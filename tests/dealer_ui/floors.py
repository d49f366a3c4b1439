"""A floor and its tables with real brokers, on this machine only."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack
from datetime import UTC, datetime

from dealer_ui.floor.broker import Broker
from dealer_ui.floor.broker_files import LOCAL, hub_config, leaf_config
from dealer_ui.floor.connection import Reached
from dealer_ui.floor.register import read_register
from dealer_ui.floor.setting_up import admit, floor_itself, set_up, tls_of, unpacked

PATIENCE_S = 40


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def here():
    ports = {name: free_port() for name in ("port", "leaf_port", "mqtt_port")}
    return {"hosts": ["localhost"], "listen": "127.0.0.1", **ports}


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
        return hub_config(read_register(self.folder), self.folder / "broker", tls_of(self.folder))

    def admit(self, kind, name):
        given = admit(self.folder, kind, name)
        self.broker.admit(self.config())
        return given

    def reached(self):
        return floor_itself(self.folder, read_register(self.folder))

    def close(self):
        self.stack.close()


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
