"""A fleet before a real broker: workers that see what a test tells them, and who sends."""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack
from pathlib import Path

from calibration.profile import load_profile
from dealer_ui.auditing.line import Job
from dealer_ui.auditing.recordings import Bad, find
from dealer_ui.auditing.run import Audit, Plan
from dealer_ui.auditing.workers import Task
from dealer_ui.fleet.freight import Freight
from dealer_ui.fleet.letters import Progress, State
from dealer_ui.fleet.opening import Fleet, Way, nowhere
from dealer_ui.fleet.queue import JobQueue
from dealer_ui.fleet.sending import Orders
from dealer_ui.fleet.worker import Bench, Worker
from dealer_ui.floor.connection import connected
from dealer_ui.house_file import rules_named
from dealer_ui.prompts import Catalogue
from dealer_ui.settings import Settings
from tests.dealer_ui.audits import PROFILE, ToldSights, film

RELEASE = "release"
PATIENCE_S, IMPATIENCE_S = 60.0, 1.0
"""A slow machine makes nobody look dead, but where a test wants it."""
IMPATIENT = "impatient"
"""The release whose jobs are soon given to another."""


def patience_of(release):
    return IMPATIENCE_S if release == IMPATIENT else PATIENCE_S


class Hands:
    """Workers of one floor in a thread of their own."""

    def __init__(self, floor, folder, *sights, share=None, release=RELEASE):
        self.way = Way(floor.reached(), release, share)
        self.folder, self.sights, self.said = folder, sights or (ToldSights(),), []
        self.thread = threading.Thread(target=lambda: asyncio.run(self._work()))
        self.stopping = threading.Event()

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_error):
        self.stopping.set()
        self.thread.join()

    async def _work(self):
        async with AsyncExitStack() as stack:
            working = [
                asyncio.ensure_future((await self._worker(stack, number, sights)).serve())
                for number, sights in enumerate(self.sights)
            ]
            await asyncio.to_thread(self.stopping.wait)
            for one in working:
                one.cancel()
            await asyncio.gather(*working, return_exceptions=True)

    async def _worker(self, stack, number, sights):
        client = await stack.enter_async_context(connected(self.way.to))
        queue = JobQueue(client, self.way.release, patience_of(self.way.release))
        await queue.lay_out()
        work = self.folder / str(number)
        settings = Settings(data=work / "data", lang="en")
        bench = Bench(f"w{number}", sights, settings, work, self.said.append, 0.1, 0.1)
        return Worker(queue, Freight(await queue.store(), self.way.share), bench)


def sent(floor, places, out, audit, *, share=None, laid=nowhere, release=RELEASE, advance=None):
    """Have places audited by the fleet, as the command does; return what came of it."""
    settings = Settings(data=out.parent / "data", lang="en")
    plan = Plan(
        find(map(str, places), load_profile(Path(PROFILE)), Catalogue.load("en")), out, settings
    )
    said = []
    words = Catalogue.load("en")
    fleet = Fleet(Way(floor.reached(), release, share), Orders(audit), laid)
    job = Audit(plan, ToldSights, words, said.append, elsewhere=fleet)
    job.advance = advance or job.advance
    return job.run(), said


def progress(orders, name, state, **how):
    order = next(it for it in orders.jobs.values() if it.letter.name == name)
    order.progress = Progress(order.letter.id, state, **how)
    return order


def four_wanted(folder):
    """Return what is wanted: four recordings, of which somebody tells how they stand."""
    for number, name in enumerate("abcd"):
        film(folder / "in" / f"{name}.mp4", 4 + number)
    wanted = Orders("november")
    bookings = find([str(folder / "in")], load_profile(PROFILE), Catalogue.load("en")).bookings
    settings = Settings(data=folder / "data")
    for place, booking in enumerate(bookings):
        rules = booking.profile.rules
        job = Job(booking, rules_named(rules), settings)
        wanted.add(place, Task(job, folder / "out" / booking.name, b"key", rules), 100)
    progress(wanted, "b", State.RUNNING, worker="pc-2", frames=50, tries=1)
    progress(wanted, "c", State.AGAIN, worker="pc-1", tries=2, why="disk full")
    dead = progress(wanted, "d", State.DEAD, worker="pc-1", tries=3)
    wanted.outcomes[dead.places[0]] = Bad(folder, "torn")
    return wanted
