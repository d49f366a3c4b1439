"""Opens what a fleet needs: a way to the broker, the release that sends and works, the ledger."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from dealer_ui.auditing.checkpoint import label_for
from dealer_ui.auditing.sittings import JOURNAL
from dealer_ui.auditing.workers import Outcome, Task
from dealer_ui.endings import RunFailedError
from dealer_ui.fleet.freight import Freight
from dealer_ui.fleet.queue import JobQueue
from dealer_ui.fleet.sending import Laid, Orders, Sending
from dealer_ui.floor.connection import Reached, connected
from dealer_ui.floor.passes import read_pass
from dealer_ui.floor.register import read_register
from dealer_ui.floor.setting_up import floor_itself, reached_by
from dealer_ui.settings import Settings
from engine.faults import Cause
from journal.copying import copy
from journal.place import place_of
from vision.registry import label_of, read_registry

AT_FIRST_S = 15.0
"""A broker that has not answered within so long is not there."""


@dataclass(frozen=True, slots=True)
class Way:
    """How the fleet is reached: the broker, whose release, a folder that all share, if any."""

    to: Reached
    release: str
    share: Path | None = None


def way_to(floor: Path, settings: Settings, share: Path | None) -> Way:
    """Return the way of a floor's own folder, or of a worker's pass; raises FloorError, OSError."""
    if floor.is_dir():
        to = floor_itself(floor, read_register(floor))
    else:
        to = reached_by(read_pass(floor, "workers"))
    return Way(to, release_of(settings), share)


def release_of(settings: Settings) -> str:
    """Name what judges here: only workers of the same release and models take a job."""
    models = label_of(read_registry(settings.weights))
    return label_for(version("kozyr"), models)[:12]


@asynccontextmanager
async def fleet(way: Way, within_s: float | None) -> AsyncIterator[tuple[JobQueue, Freight]]:
    """Connect to the queue, laid out; None waits for a broker for as long as it takes.

    Raises RunFailedError where none answers in time, OSError and nats.errors.Error.
    """
    async with AsyncExitStack() as stack:
        try:
            async with asyncio.timeout(within_s):
                client = await stack.enter_async_context(connected(way.to))
        except TimeoutError:
            raise RunFailedError(Cause("broker-silent", str(way.to.address))) from None
        queue = JobQueue(client, way.release)
        await queue.lay_out()
        yield queue, Freight(await queue.store(), way.share)


@dataclass(slots=True)
class Fleet:
    """Has the sittings of an audit run by a fleet."""

    way: Way
    orders: Orders
    laid: Laid

    def __call__(
        self,
        tasks: Sequence[Task],
        frames: Sequence[int],
        told: Callable[[Sequence[int]], None],
    ) -> list[Outcome]:
        """Run tasks; raises OSError and nats.errors.Error, KeyboardInterrupt when stopped."""
        for place, task in enumerate(tasks):
            self.orders.add(place, task, frames[place])
        asyncio.run(self._run(told))
        return [self.orders.outcomes[place] for place in range(len(tasks))]

    async def _run(self, told: Callable[[Sequence[int]], None]) -> None:
        async with fleet(self.way, AT_FIRST_S) as (queue, freight):
            await Sending(queue, freight, self.orders, self.laid).run(told)


def into_ledger(database: str, audit: str) -> Laid:
    """Return what copies a sitting's journal into a database, under a name of its own.

    Done again, it copies nothing; a journal of that name with other rows is refused.
    """

    def laid(job: str, folder: Path) -> None:
        joined = "&" if "?" in database else "?"
        place = place_of(f"{database}{joined}journal=audit-{audit.lower()}-{job}")
        copy(folder / JOURNAL, place)

    return laid


def nowhere(_job: str, _folder: Path) -> None:
    """Keep the sitting in its folder only."""
