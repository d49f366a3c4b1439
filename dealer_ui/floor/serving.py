"""The floor's own program: its broker, and whoever joins or leaves while it runs."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from dealer_ui.floor.folding import Folding
from dealer_ui.floor.health import begin_to_tell
from dealer_ui.floor.integrators import Integrators
from dealer_ui.floor.parts import FloorBroker, Parts
from dealer_ui.floor.present import Presence
from dealer_ui.floor.pulse import Loop
from dealer_ui.floor.register import read_register
from dealer_ui.log_lines import lines_told
from dealer_ui.operating.notify import beating
from dealer_ui.prompts import Catalogue
from dealer_ui.secrets import with_secrets
from dealer_ui.settings import Settings
from journal.floor.ledger import Folded, Ledger

PRESENCE_S = 0.5
told_by = logging.getLogger(__name__)


@contextmanager
def open_floor(
    folder: Path, words: Catalogue, say: Callable[[str], None], loop: Loop | None = None
) -> Iterator[Parts]:
    """Open a floor's parts; raises FloorError, TableError and OSError that say which cannot be."""
    with ExitStack() as stack:
        database = with_secrets(read_register(folder).database, os.environ)
        ledger = Ledger(database) if database else None
        if ledger is not None:
            stack.callback(ledger.close)
        else:
            say(words.text("floor.no-ledger"))
        broker = FloorBroker(folder, words, say, stack)
        telling = Integrators(door) if (door := broker.mqtt) else None
        parts = Parts(broker, ledger, telling, loop=loop or Loop())
        if broker.register.serve:
            server = begin_to_tell(parts, broker.register.serve)
            stack.callback(server.stop)
            say(words.text("floor.health-at", url=server.address.url))
        yield parts


def run_floor(folder: Path, settings: Settings, say: Callable[[str], None]) -> None:
    """Serve the floor until somebody stops the program; raises as opening it does."""
    words = Catalogue.load(settings.lang)
    tell = say if settings.log == "text" else told_by.info
    with (
        lines_told(settings.log),
        beating(os.environ) as heart,
        open_floor(folder, words, tell, Loop(heart)) as parts,
    ):
        asyncio.run(_until_stopped(parts, words, tell))


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
            tell = telling.tell if telling else _tell_nobody
            folding = Folding(client, ledger, tell, say, parts.folds)
            presence.lacking = folding.lacking
            tasks.create_task(folding.follow())
            tasks.create_task(folding.count_waiting())
        await presence.listen(client)
        tasks.create_task(parts.loop.beat())
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
