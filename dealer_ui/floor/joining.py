"""A table's side of the floor: its leaf, its publisher, its heartbeat; a thread of their own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from threading import Event, Thread

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.js import JetStreamContext

from dealer_ui.floor.broker import Broker
from dealer_ui.floor.broker_files import LOCAL, leaf_config
from dealer_ui.floor.clips import send_clip
from dealer_ui.floor.connection import Reached, connected
from dealer_ui.floor.hearkening import hearken
from dealer_ui.floor.obeying import Hands, Obedience
from dealer_ui.floor.passes import Pass
from dealer_ui.floor.presence import BEAT_S, Beat, read_lacking
from dealer_ui.floor.progress import ProgressFile
from dealer_ui.floor.publishing import Publisher
from dealer_ui.floor.setting_up import unpacked
from dealer_ui.floor.showing import Latest, show
from dealer_ui.floor.subjects import DOMAIN, FloorError, presence_of

AGAIN_S = 2.0
END_S = 15.0
SEND_S = 120.0


@dataclass(frozen=True, slots=True)
class Joined:
    """Which table, with what pass, keeps its leaf in which folder, its journal, and its hands."""

    given: Pass
    folder: Path
    journal: Path
    hands: Hands | None = None
    latest: Latest | None = None


class Leaf:
    """The broker at the table: this computer only, linked to the floor when there is a link."""

    def __init__(self, given: Pass, folder: Path) -> None:
        """Begin it; raises FloorError and OSError."""
        password = secrets.token_urlsafe(24)
        config = leaf_config(unpacked(given, folder), folder, password)
        self.broker = Broker(folder, config)
        address = f"nats://127.0.0.1:{self.broker.ports['nats']}"
        self.reached = Reached(address, given.name, LOCAL, password)


class FloorThread:
    """Lets a table belong to a floor while it runs; the table never waits for it."""

    def __init__(self, joined: Joined, say: Callable[[str], None]) -> None:
        """Begin."""
        self._joined, self._say = joined, say
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="floor", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Publish what is there, if the floor is there, and end."""
        self._stopping.set()
        self._thread.join(END_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._serve(Leaf(self._joined.given, self._joined.folder))
            except (FloorError, OSError, nats.errors.Error, ExceptionGroup) as error:
                self._say(f"{type(error).__name__}: {error}")
                self._stopping.wait(AGAIN_S)

    def _serve(self, leaf: Leaf) -> None:
        try:
            asyncio.run(belong(self._joined, leaf, self._stopping))
        finally:
            leaf.broker.stop()


async def belong(joined: Joined, leaf: Leaf, stopping: Event) -> None:
    """Publish rows and heartbeats until it is time to stop, or the leaf has died."""
    async with connected(leaf.reached) as client:
        progress = ProgressFile(joined.folder / "progress.json")
        stream = client.jetstream(domain=DOMAIN)
        publisher = Publisher(joined.given.name, joined.journal, progress, stream)
        tasks = [asyncio.ensure_future(publisher.follow())]
        tasks.append(asyncio.ensure_future(beat(joined.given.name, client, publisher)))
        if joined.hands is not None:
            name, key = joined.given.name, joined.given.key
            send = partial(_send, asyncio.get_running_loop(), stream, name)
            obedience = Obedience(name, key, joined.journal, joined.hands, send)
            tasks.append(asyncio.ensure_future(hearken(name, stream, obedience)))
        if joined.latest is not None:
            tasks.append(asyncio.ensure_future(show(joined.given.name, client, joined.latest)))
        try:
            while leaf.broker.is_running and not stopping.is_set():  # noqa: ASYNC110 - a thread's
                await asyncio.sleep(0.1)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(nats.errors.Error, OSError, TimeoutError):
            async with asyncio.timeout(1.0):
                while await publisher.round():
                    pass
        publisher.close()


async def beat(table: str, client: Client, publisher: Publisher) -> None:
    """Say that the table lives, and send again what the floor lacks; for ever."""
    release = version("kozyr")
    while True:
        wall = datetime.now(UTC).isoformat()
        told = Beat(journal=publisher.journal, seq=publisher.seq, software=release, wall=wall)
        with suppress(nats.errors.Error, FloorError, OSError):
            text = told.model_dump_json().encode()
            answer = await client.request(presence_of(table), text, timeout=BEAT_S)
            for lacking in read_lacking(answer.data):
                publisher.again(lacking.journal, lacking.after)
        await asyncio.sleep(BEAT_S)


def _send(
    loop: asyncio.AbstractEventLoop, stream: JetStreamContext, table: str, name: str, path: Path
) -> None:
    """Send a clip from a thread that may wait for it; raises OSError where it does not arrive."""
    try:
        asyncio.run_coroutine_threadsafe(send_clip(stream, table, name, path), loop).result(SEND_S)
    except (TimeoutError, nats.errors.Error, nats.js.errors.Error) as error:
        raise OSError(f"{name}: {type(error).__name__} {error}") from error
