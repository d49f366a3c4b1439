"""Tells integrators by MQTT what webhooks tell too, and how each table stands, retained.

The broker keeps only what an MQTT client asks it to retain, and only an MQTT client has a last
will: so this is one, on the floor's own computer.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

import aiomqtt

from dealer_ui.floor.subjects import DOMAIN
from dealer_ui.hooks.events import FIELDS, told_of
from engine.row_reading import RowError
from journal.floor.ledger import Folded
from journal.rows import Row

AT_LEAST_ONCE = 1
AGAIN_S = 2.0
STATES_S = 0.5
"""How tables stand is told so often at most."""
ROOM = 20_000
"""So much waits while the broker is away; then the oldest is lost: the ledger has it all."""


@dataclass(frozen=True, slots=True)
class Door:
    """How the floor's own MQTT client reaches the broker."""

    port: int
    user: str
    password: str
    ca: str


@dataclass(frozen=True, slots=True)
class Saying:
    """Something to be said, and whether it stays for those who come later."""

    topic: str
    text: bytes
    stays: bool = False


class Integrators:
    """What integrators are told; it never waits for them."""

    def __init__(self, door: Door) -> None:
        """Speak through this door."""
        self._door = door
        self._waiting: asyncio.Queue[Saying] = asyncio.Queue(ROOM)
        self._last: dict[str, dict[str, object]] = {}
        self._present: dict[str, bool] = {}
        self._changed: set[str] = set()

    def tell(self, folded: Folded) -> None:
        """Tell what is new of all tables."""
        for (table, _), rows in folded.rows.items():
            for told in told_in(rows):
                self._say(Saying(f"kozyr/{table}/told/{told['type']}", _text(told)))
                self._last[table] = told
            self._changed.add(table)

    def mark(self, table: str, *, is_present: bool) -> None:
        """Tell that a table came or went."""
        if self._present.get(table) is not is_present:
            self._present[table] = is_present
            self._changed.add(table)

    def waiting(self) -> int:
        """Return how much waits to be said."""
        return self._waiting.qsize()

    async def speak(self) -> None:
        """Say what waits until this is cancelled; a broker that is away is waited for."""
        while not _is_told_to_end():
            with suppress(aiomqtt.MqttError, OSError):
                await self._speak()
            await asyncio.sleep(AGAIN_S)

    async def _speak(self) -> None:
        here, gone = _floor_state(is_present=True), _floor_state(is_present=False)
        async with self._client(gone) as client:
            await _publish(client, here)
            self._changed |= self._present.keys()
            try:
                while True:
                    await self._say_what_waits(client)
            finally:
                await _publish(client, gone)  # in order, no last will is heard

    async def _say_what_waits(self, client: aiomqtt.Client) -> None:
        """Say what has happened, and now and then how the tables stand that have changed."""
        until = asyncio.get_running_loop().time() + STATES_S
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                while True:
                    await _publish(client, await self._waiting.get())
        while self._changed:
            await _publish(client, self._state(self._changed.pop()))

    def _client(self, will: Saying) -> aiomqtt.Client:
        trust = ssl.create_default_context(cadata=self._door.ca)
        return aiomqtt.Client(
            "localhost",
            self._door.port,
            identifier="kozyr-floor",
            username=self._door.user,
            password=self._door.password,
            tls_context=trust,
            will=aiomqtt.Will(will.topic, will.text, AT_LEAST_ONCE, retain=True),
        )

    def _state(self, table: str) -> Saying:
        state = {"present": self._present.get(table, False), "last": self._last.get(table)}
        return Saying(f"kozyr/{table}/state", _text(state), stays=True)

    def _say(self, saying: Saying) -> None:
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(saying)


def _is_told_to_end() -> bool:
    """Tell whether this task was cancelled; a farewell that fails hides that it was."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _floor_state(*, is_present: bool) -> Saying:
    return Saying(f"kozyr/{DOMAIN}/state", _text({"present": is_present}), stays=True)


def told_in(rows: Iterable[Row]) -> list[dict[str, object]]:
    """Return what may be told of rows: no name, and nothing that a player may not see."""
    told = []
    for row in rows:
        if row.kind in FIELDS:
            with suppress(RowError, ValueError, KeyError):  # of a later release: not told
                told.append(told_of(row))
    return told


async def _publish(client: aiomqtt.Client, saying: Saying) -> None:
    await client.publish(saying.topic, saying.text, AT_LEAST_ONCE, retain=saying.stays)


def _text(told: object) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode()
