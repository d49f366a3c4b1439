"""A worker: takes jobs one at a time, runs them as a single run would, tells what came of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from threading import Event

import nats.errors

from dealer_ui.auditing.checkpoint import machine_key
from dealer_ui.auditing.recordings import Bad
from dealer_ui.auditing.sittings import Sights
from dealer_ui.auditing.workers import TROUBLES, Outcome, Task, reason_of, sat
from dealer_ui.fleet.freight import Freight
from dealer_ui.fleet.letters import JobLetter, Progress, ResultLetter, State, job_of
from dealer_ui.fleet.queue import JobQueue, Taken, alive_while
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import Settings

TRIES = 3
"""A job that has not come off so often is laid aside."""
PULSE_S = 2.0
AGAIN_S = 10.0
OFF_AIR_S = 1.0
KILLED = "each of its workers was killed while it ran"


@dataclass(frozen=True, slots=True)
class Spent:
    """Time by the clock and on a processor, in seconds."""

    took_s: float
    worked_s: float

    @classmethod
    def until_now(cls) -> Spent:
        """Return what this process has spent until now, by clocks that begin anywhere."""
        return cls(time.monotonic(), time.process_time())

    def since(self) -> Spent:
        """Return what was spent since then."""
        now = Spent.until_now()
        return Spent(now.took_s - self.took_s, now.worked_s - self.worked_s)

    @property
    def told(self) -> tuple[float, float]:
        """Return both, to the hundredth."""
        return round(self.took_s, 2), round(self.worked_s, 2)


class LetGoError(Exception):
    """Somebody stops the worker in the middle of a job."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What a worker works with: its name, its networks, settings, and a folder for its jobs."""

    name: str
    sights: Sights
    settings: Settings
    work: Path
    say: Callable[[str], None]
    pulse_s: float = PULSE_S
    again_s: float = AGAIN_S


class Worker:
    """One worker, for as long as there is a floor."""

    def __init__(self, queue: JobQueue, freight: Freight, bench: Bench) -> None:
        """Take jobs from a queue."""
        self._queue, self._freight, self._bench = queue, freight, bench
        self._stopping = Event()
        self._frames = 0

    async def serve(self) -> None:
        """Do job after job, until this is cancelled; a broker that is away is waited for."""
        try:
            while True:
                try:
                    await self.turn()
                except (nats.errors.Error, OSError) as error:
                    self._bench.say(f"{type(error).__name__}: {error}")
                    await asyncio.sleep(OFF_AIR_S)
        finally:
            self._stopping.set()

    async def turn(self) -> bool:
        """Do the next job, if there is one; raises OSError and nats.errors.Error."""
        taken = await self._queue.take()
        if taken is None:
            return False
        if taken.tries > TRIES:
            await self._conclude(
                taken, ResultLetter(taken.letter.id, self._bench.name, 0, 0, why=KILLED)
            )
            return True
        begun = Spent.until_now()
        running = asyncio.ensure_future(self._outcome(taken.letter))
        try:
            await alive_while(running, self._bench.pulse_s, lambda: self._pulse(taken))
        except asyncio.CancelledError:
            self._stopping.set()
            await asyncio.wait({running})
            await self._queue.give_back(taken, 0)
            raise
        await self._told(taken, running.result(), begun.since())
        return True

    async def _outcome(self, letter: JobLetter) -> Outcome:
        """Run a job, where its recordings and all else are what was sent."""
        self._frames = 0
        folder = self._bench.work / letter.id
        try:
            paths = await self._freight.fetch(letter, folder / "recordings")
            task = await asyncio.to_thread(self._task, letter, paths)
        except (*TROUBLES, TimeoutError) as error:
            words = Catalogue.load(self._bench.settings.lang)
            return Bad(Path(letter.name), reason_of(error, words))
        return await asyncio.to_thread(sat, task, self._bench.sights, self._on_frame)

    def _task(self, letter: JobLetter, paths: tuple[Path, ...]) -> Task:
        job = job_of(letter, paths, self._bench.settings)
        return Task(job, self._sitting(letter), machine_key(self._bench.work), letter.rules)

    def _on_frame(self, frames: int) -> None:
        if self._stopping.is_set():
            raise LetGoError
        self._frames = frames

    async def _told(self, taken: Taken, outcome: Outcome, spent: Spent) -> None:
        letter, name = taken.letter, self._bench.name
        match outcome:
            case Bad(why=why) if taken.tries < TRIES:
                self._bench.say(f"{letter.name}: {why}")
                again = Progress(letter.id, State.AGAIN, name, tries=taken.tries, why=why)
                await self._queue.tell(letter.audit, again)
                await self._queue.give_back(taken, self._bench.again_s)
            case Bad(why=why):
                await self._conclude(taken, ResultLetter(letter.id, name, *spent.told, why=why))
            case done:
                await self._freight.send_sitting(letter.id, self._sitting(letter))
                told = ResultLetter(
                    *(
                        letter.id,
                        name,
                        *spent.told,
                        done.name,
                        done.frames,
                        done.seconds,
                        done.troubles,
                    )
                )
                await self._conclude(taken, told)

    async def _conclude(self, taken: Taken, result: ResultLetter) -> None:
        await self._queue.conclude(taken, result)
        letter, state = taken.letter, State.DEAD if result.why else State.DONE
        self._bench.say(
            f"{letter.name}: {result.why or f'{result.took_s:.1f} s ({result.worked_s:.1f} s)'}"
        )
        told = Progress(letter.id, state, result.worker, result.frames, taken.tries, result.why)
        await self._queue.tell(letter.audit, told)
        rmtree(self._bench.work / letter.id, ignore_errors=True)

    async def _pulse(self, taken: Taken) -> None:
        """Say that the job is being run; where the broker is away, it is run all the same."""
        letter = taken.letter
        told = Progress(letter.id, State.RUNNING, self._bench.name, self._frames, taken.tries)
        try:
            await self._queue.keep(taken)
            await self._queue.tell(letter.audit, told)
        except nats.errors.Error:
            return

    def _sitting(self, letter: JobLetter) -> Path:
        return self._bench.work / letter.id / "sitting"
