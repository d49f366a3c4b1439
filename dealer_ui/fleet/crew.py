"""The workers of one computer: a process for each, on a core of its own; who dies begins anew."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

from dealer_ui.auditing.cores import cores_for
from dealer_ui.auditing.workers import SightsMaker
from dealer_ui.fleet.opening import Way, fleet
from dealer_ui.fleet.worker import Bench, Worker
from dealer_ui.settings import Settings

LOOK_S = 0.5
AGAIN_S = 2.0
END_S = 20.0


@dataclass(frozen=True, slots=True)
class Crew:
    """What the workers of a computer share; each has a folder of its own below `work`."""

    way: Way
    sights: SightsMaker
    settings: Settings
    work: Path
    name: str


def run_crew(crew: Crew, workers: int, is_over: Callable[[], bool]) -> None:
    """Keep so many workers at work until it is over; end them in order."""
    context = multiprocessing.get_context("spawn")
    shares = cores_for(workers, sorted(os.sched_getaffinity(0)))

    def begun(number: int) -> BaseProcess:
        made = context.Process(target=_work, args=(crew, number + 1, shares[number]))
        made.start()
        return made

    crewed = [begun(number) for number in range(workers)]
    try:
        while not is_over():
            time.sleep(LOOK_S)
            for number, one in enumerate(crewed):
                if not one.is_alive():
                    time.sleep(AGAIN_S)
                    crewed[number] = begun(number)
    finally:
        for one in crewed:
            one.terminate()
        for one in crewed:
            one.join(END_S)
            one.kill()


def _work(crew: Crew, number: int, cores: tuple[int, ...]) -> None:
    os.sched_setaffinity(0, cores)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever began us ends us
    asyncio.run(_until_ended(crew, number))


async def _until_ended(crew: Crew, number: int) -> None:
    working = asyncio.ensure_future(_worker(crew, number))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, working.cancel)
    with suppress(asyncio.CancelledError):
        await working


async def _worker(crew: Crew, number: int) -> None:
    work = crew.work / str(number)
    work.mkdir(parents=True, exist_ok=True)
    name = f"{crew.name}-{number}"
    async with fleet(crew.way, None) as (queue, freight):
        bench = Bench(name, crew.sights(), crew.settings, work, print)
        await Worker(queue, freight, bench).serve()
