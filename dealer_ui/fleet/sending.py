"""An audit whose sittings are run elsewhere: what is sent, waited for, and laid down here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import nats.errors

from dealer_ui.auditing.recordings import Bad
from dealer_ui.auditing.sittings import Sat, done_in, label_of
from dealer_ui.auditing.workers import Outcome, Task
from dealer_ui.fleet.freight import Freight, shipped
from dealer_ui.fleet.letters import JobLetter, Progress, ResultLetter, State, letter_of
from dealer_ui.fleet.queue import JobQueue
from dealer_ui.texts import text_of

ENDS = frozenset({State.DONE, State.DEAD})
LOOK_S = 5.0
"""What came of a job is asked for so often too: a word of it may have been lost with a link."""

Laid = Callable[[str, Path], None]
"""Told the id of a job and the folder that was laid down; raises TableError and OSError."""


@dataclass(slots=True)
class Order:
    """One job that is wanted: its letter, where its recordings lie, whose folders wait for it."""

    letter: JobLetter
    tasks: list[Task] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    progress: Progress | None = None

    @property
    def state(self) -> State:
        """Return how the job stands, as far as is known."""
        return State.WAITING if self.progress is None else self.progress.state

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return where its recordings lie."""
        return tuple(reel.path for reel in self.tasks[0].job.booking.reels)


@dataclass(slots=True)
class Orders:
    """What is wanted of the fleet, and how it stands: people may look at it meanwhile."""

    audit: str
    jobs: dict[str, Order] = field(default_factory=dict)
    frames: list[int] = field(default_factory=list)
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    old: list[str] = field(default_factory=list)
    """Sittings that had been run before."""

    def add(self, place: int, task: Task, frames: int) -> None:
        """Want a task; one that is done here already is not asked for again. Raises OSError."""
        self.frames.append(frames)
        label = label_of(task.job)
        if (old := done_in(task.folder, label)) is not None:
            self.outcomes[place] = old
            self.old.append(old.name)
            return
        letter = letter_of(task.job, self.audit, _rules_of(task), frames)
        order = self.jobs.setdefault(letter.id, Order(letter))
        order.tasks.append(task)
        order.places.append(place)

    def done(self) -> list[int]:
        """Return how many frames are done of each task."""
        frames = [self.frames[n] if n in self.outcomes else 0 for n in range(len(self.frames))]
        for order in self.jobs.values():
            for place in order.places:
                if place not in self.outcomes and order.progress is not None:
                    frames[place] = min(order.progress.frames, self.frames[place])
        return frames


def _rules_of(task: Task) -> tuple[str, str]:
    """Return the name of a task's rules, and their text where they are the house's own file."""
    name = task.rules
    if not name.endswith(".toml"):
        return name, ""
    text, damage = text_of(Path(name))
    if damage:
        raise damage
    return name, text


class Sending:
    """Sends jobs and gathers what comes of them."""

    def __init__(self, queue: JobQueue, freight: Freight, orders: Orders, laid: Laid) -> None:
        """Send by a queue; hand every sitting on to `laid` once it lies here."""
        self._queue, self._freight, self._orders, self._laid = queue, freight, orders, laid
        self._news = asyncio.Event()

    async def run(self, advance: Callable[[Sequence[int]], None]) -> None:
        """Send what is not on its way, and wait until something has come of everything.

        Stopped, the jobs are run all the same: the same audit finds them. Raises OSError and
        nats.errors.Error.
        """
        await self._queue.hear(self._orders.audit, self._heard)
        longest_first = sorted(self._orders.jobs.values(), key=lambda order: -order.letter.frames)
        for order in longest_first:
            await self._sent(order)
        asks_all = True
        while open_ := [it for it in self._orders.jobs.values() if not self._is_over(it)]:
            advance(self._orders.done())
            self._news.clear()
            for order in open_:
                if asks_all or order.state in ENDS:
                    await self._gathered(order)
            asks_all = not await self._is_news()
        advance(self._orders.done())

    async def _is_news(self) -> bool:
        """Wait for a word of a worker; tell whether one came."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                return await self._news.wait()
        return False

    async def _sent(self, order: Order) -> None:
        """Send a job, unless it waits already or has come off; what did not is tried anew."""
        audit, job = self._orders.audit, order.letter.id
        result = await self._queue.result(audit, job)
        if result is not None and not result.why and await self._freight.has_sitting(job):
            order.progress = Progress(job, State.DONE)
            return
        order.progress = Progress(job, State.WAITING)
        if await self._queue.is_waiting(audit, job):
            return
        await self._queue.forget(audit, job)
        order.letter = await shipped(order.letter, order.paths, self._freight)
        await self._queue.send(order.letter)

    async def _heard(self, progress: Progress) -> None:
        order = self._orders.jobs.get(progress.id)
        if order is None:
            return
        order.progress = progress
        self._news.set()

    def _is_over(self, order: Order) -> bool:
        return all(place in self._orders.outcomes for place in order.places)

    async def _gathered(self, order: Order) -> None:
        """Lay down what came of a job, if anything has."""
        audit, job = self._orders.audit, order.letter.id
        result = await self._queue.result(audit, job)
        if result is None:
            return
        for place, task in zip(order.places, order.tasks, strict=True):
            self._orders.outcomes[place] = await self._outcome(result, task)
        await self._forgotten(order, result)

    async def _outcome(self, result: ResultLetter, task: Task) -> Outcome:
        if result.why:
            return Bad(task.job.booking.reels[0].path, result.why)
        await self._freight.fetch_sitting(result.id, task.folder)
        await asyncio.to_thread(self._laid, result.id, task.folder)
        name, frames, seconds = result.name, result.frames, result.seconds
        return Sat(task.folder, name, result.troubles, frames, seconds)

    async def _forgotten(self, order: Order, result: ResultLetter) -> None:
        """Make room on the floor; a dead letter stays to be looked at."""
        order.progress = Progress(
            result.id,
            State.DEAD if result.why else State.DONE,
            result.worker,
            result.frames,
            order.progress.tries if order.progress else 0,
            result.why,
        )
        with suppress(nats.errors.Error):
            await self._freight.drop_recordings(order.letter)
            if not result.why:
                await self._freight.drop_sitting(result.id)
                await self._queue.forget(self._orders.audit, result.id)
