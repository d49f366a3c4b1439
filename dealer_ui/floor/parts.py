"""What a floor is made of: its broker with whoever may speak to it, its ledger, its listeners."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import nats.errors
from nats.aio.client import Client

from dealer_ui.floor.broker import Broker
from dealer_ui.floor.broker_files import TELLER, hub_config
from dealer_ui.floor.connection import connected
from dealer_ui.floor.folds import Folds
from dealer_ui.floor.integrators import Door, Integrators
from dealer_ui.floor.present import Presence
from dealer_ui.floor.pulse import Loop
from dealer_ui.floor.register import FILE, read_register
from dealer_ui.floor.setting_up import ca_of, floor_itself, tls_of
from dealer_ui.floor.streams import lay_out
from dealer_ui.floor.subjects import FloorError
from dealer_ui.prompts import Catalogue
from journal.floor.ledger import Ledger

BROKER = "broker"
LOOK_S = 1.0


class FloorBroker:
    """The floor's broker with everybody who may speak to it, as the floor's file says now."""

    def __init__(
        self, folder: Path, words: Catalogue, say: Callable[[str], None], stack: ExitStack
    ) -> None:
        """Begin the broker; raises FloorError and OSError."""
        self._folder, self._words, self._say = folder, words, say
        self._seen = self._written_at()
        self._client: Client | None = None
        self.restarts = 0
        """How often the broker has died and was begun again."""
        self.register = read_register(folder)
        self._password = secrets.token_urlsafe(24)
        self._broker = Broker(self.folder, self._config())
        stack.callback(self._broker.stop)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Client]:
        """Connect to the broker, with the floor's streams laid out; raises as connecting does."""
        async with connected(floor_itself(self._folder, self.register)) as client:
            self._client = client
            await lay_out(client, self.register.tables, self.register.days)
            yield client

    @property
    def is_up(self) -> bool:
        """Whether the broker runs, and the floor's own program reaches it."""
        is_reached = self._client is not None and self._client.is_connected
        return is_reached and self._broker.is_running

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
            self.restarts += 1
            await asyncio.to_thread(self._broker.begin_again)
        written = self._written_at()
        if written == self._seen:
            return
        self.register = read_register(self._folder)
        self._broker.admit(self._config())
        await lay_out(client, self.register.tables, self.register.days)
        self._seen = written

    @property
    def folder(self) -> Path:
        """Where the broker keeps what tables have sent."""
        return self._folder / BROKER

    @property
    def mqtt(self) -> Door | None:
        """How the floor's own MQTT client gets in; None where there is no MQTT."""
        if not self.register.mqtt_port:
            return None
        return Door(self.register.mqtt_port, TELLER, self._password, ca_of(self._folder))

    def _config(self) -> str:
        tls = tls_of(self._folder)
        return hub_config(self.register, self.folder, tls, self._password)

    def _written_at(self) -> int:
        return (self._folder / FILE).stat().st_mtime_ns


@dataclass(frozen=True, slots=True)
class Parts:
    """What a floor is made of; without a ledger rows stay in the stream for its days."""

    broker: FloorBroker
    ledger: Ledger | None = None
    telling: Integrators | None = None
    presence: Presence = field(default_factory=lambda: Presence(time.monotonic))
    folds: Folds = field(default_factory=Folds)
    loop: Loop = field(default_factory=Loop)
