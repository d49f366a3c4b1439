"""The floor's own program: its broker, and whoever joins or leaves while it runs."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import nats.errors
from nats.aio.client import Client

from dealer_ui.floor.broker import Broker
from dealer_ui.floor.broker_files import TELLER, hub_config
from dealer_ui.floor.connection import connected
from dealer_ui.floor.folding import Folding
from dealer_ui.floor.integrators import Door, Integrators
from dealer_ui.floor.present import Presence
from dealer_ui.floor.register import FILE, read_register
from dealer_ui.floor.setting_up import ca_of, floor_itself, tls_of
from dealer_ui.floor.streams import lay_out
from dealer_ui.floor.subjects import FloorError
from dealer_ui.prompts import Catalogue
from dealer_ui.secrets import with_secrets
from journal.floor.ledger import Folded, Ledger

BROKER = "broker"
LOOK_S, PRESENCE_S = 1.0, 0.5


class FloorBroker:
    """The floor's broker with everybody who may speak to it, as the floor's file says now."""

    def __init__(
        self, folder: Path, words: Catalogue, say: Callable[[str], None], stack: ExitStack
    ) -> None:
        """Begin the broker; raises FloorError and OSError."""
        self._folder, self._words, self._say = folder, words, say
        self._seen = self._written_at()
        self.register = read_register(folder)
        self._password = secrets.token_urlsafe(24)
        self._broker = Broker(folder / BROKER, self._config())
        stack.callback(self._broker.stop)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Client]:
        """Connect to the broker, with the floor's streams laid out; raises as connecting does."""
        async with connected(floor_itself(self._folder, self.register)) as client:
            await lay_out(client, self.register.tables, self.register.days)
            yield client

    async def look_after(self, client: Client) -> None:
        """Let in who has joined, and begin the broker anew when it has died; for ever."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                await self._look(client)
            except (FloorError, OSError, nats.errors.Error) as error:
                self._say(f"{type(error).__name__}: {error}")

    async def _look(self, client: Client) -> None:
        if not self._broker.is_running:
            self._say(self._words.text("floor.broker-again"))
            await asyncio.to_thread(self._broker.begin_again)
        written = self._written_at()
        if written == self._seen:
            return
        self.register = read_register(self._folder)
        self._broker.admit(self._config())
        await lay_out(client, self.register.tables, self.register.days)
        self._seen = written

    @property
    def mqtt(self) -> Door | None:
        """How the floor's own MQTT client gets in; None where there is no MQTT."""
        if not self.register.mqtt_port:
            return None
        return Door(self.register.mqtt_port, TELLER, self._password, ca_of(self._folder))

    def _config(self) -> str:
        tls = tls_of(self._folder)
        return hub_config(self.register, self._folder / BROKER, tls, self._password)

    def _written_at(self) -> int:
        return (self._folder / FILE).stat().st_mtime_ns


@dataclass(frozen=True, slots=True)
class Parts:
    """What a floor is made of; without a ledger rows stay in the stream for its days."""

    broker: FloorBroker
    ledger: Ledger | None = None
    telling: Integrators | None = None
    presence: Presence = field(default_factory=lambda: Presence(time.monotonic))


@contextmanager
def open_floor(folder: Path, words: Catalogue, say: Callable[[str], None]) -> Iterator[Parts]:
    """Open a floor's parts; raises FloorError, TableError and OSError that say which cannot be."""
    with ExitStack() as stack:
        database = with_secrets(read_register(folder).database, os.environ)
        ledger = Ledger(database) if database else None
        if ledger is not None:
            stack.callback(ledger.close)
        else:
            say(words.text("floor.no-ledger"))
        broker = FloorBroker(folder, words, say, stack)
        yield Parts(broker, ledger, Integrators(door) if (door := broker.mqtt) else None)


def run_floor(folder: Path, lang: str, say: Callable[[str], None]) -> None:
    """Serve the floor until somebody stops the program; raises as opening it does."""
    words = Catalogue.load(lang)
    with open_floor(folder, words, say) as parts:
        asyncio.run(_until_stopped(parts, words, say))


async def _until_stopped(parts: Parts, words: Catalogue, say: Callable[[str], None]) -> None:
    serving = asyncio.ensure_future(serve(parts, words, say))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    with suppress(asyncio.CancelledError):
        await serving


async def serve(parts: Parts, words: Catalogue, say: Callable[[str], None]) -> None:
    """Serve an opened floor until this is cancelled; raises FloorError and nats.errors.Error."""
    broker, ledger, presence = parts.broker, parts.ledger, parts.presence
    async with broker.connected() as client, asyncio.TaskGroup() as tasks:
        tasks.create_task(broker.look_after(client))
        telling = parts.telling
        if telling is not None:
            tasks.create_task(telling.speak())
            tasks.create_task(_mark_presence(presence, telling))
        if ledger is not None:
            folding = Folding(client, ledger, telling.tell if telling else _tell_nobody, say)
            presence.lacking = folding.lacking
            tasks.create_task(folding.follow())
        await presence.listen(client)
        known = broker.register
        addresses = ", ".join(f"{host}:{known.leaf_port}" for host in known.hosts)
        say(words.text("floor.at", addresses=addresses, count=len(known.tables)))


async def _mark_presence(presence: Presence, telling: Integrators) -> None:
    """Tell integrators which tables came and went, for ever."""
    while True:
        absent = presence.absent
        for table in presence.heard:
            telling.mark(table, is_present=table not in absent)
        await asyncio.sleep(PRESENCE_S)


def _tell_nobody(folded: Folded) -> None:
    del folded
