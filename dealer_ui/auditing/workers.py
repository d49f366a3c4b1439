"""Several sittings at a time, each in a process of its own with one thread for its networks."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.sharedctypes import Synchronized, SynchronizedArray
from pathlib import Path

import av.error

from dealer_ui.auditing.cores import cores_for
from dealer_ui.auditing.line import Job
from dealer_ui.auditing.recordings import Bad
from dealer_ui.auditing.sittings import Sat, Sights, named_only, run_sitting
from dealer_ui.endings import CommandError, RunFailedError, about
from dealer_ui.prompts import Catalogue
from engine.faults import Cause, TableError

TROUBLES = (CommandError, TableError, OSError, ValueError, av.error.FFmpegError)
LOOK_S = 0.5
"""So often the bar moves on."""

Outcome = Sat | Bad
SightsMaker = Callable[[], Sights]


@dataclass(frozen=True, slots=True)
class Task:
    """A sitting that is to be run, and where what it leaves goes."""

    job: Job
    folder: Path
    key: bytes
    rules: str
    """How its rules were named: a profile, or the house's own file."""


def sat(task: Task, sights: Sights, on_frame: Callable[[int], None]) -> Outcome:
    """Run one sitting; what goes wrong with it is its outcome."""
    try:
        return run_sitting(task.job, task.folder, task.key, sights, on_frame)
    except TROUBLES as error:
        why = reason_of(error, Catalogue.load(task.job.settings.lang))
        for reel in task.job.booking.reels:
            why = named_only(why, reel.path)
        return Bad(task.job.booking.reels[0].path, why)


def reason_of(error: Exception, words: Catalogue) -> str:
    """Say in one sentence why a recording could not be audited."""
    return str(error) if isinstance(error, av.error.FFmpegError) else about(error).said(words)


def run_side_by_side(
    tasks: Sequence[Task],
    workers: int,
    opened: SightsMaker,
    advance: Callable[[Sequence[int]], None],
) -> Iterator[Outcome]:
    """Yield the outcomes in the order of the tasks; `advance` is told the frames done of each.

    What comes out does not depend on the number of workers. Raises KeyboardInterrupt when somebody
    stops it, and RunFailedError when a worker was killed.
    """
    context = multiprocessing.get_context("spawn")
    done = context.Array("q", len(tasks))
    shares = cores_for(workers, sorted(os.sched_getaffinity(0)))
    begun = context.Value("q", 0)
    with ProcessPoolExecutor(workers, context, _begin, (opened, done, shares, begun)) as pool:
        waiting = [pool.submit(_sat, number, task) for number, task in enumerate(tasks)]
        try:
            for future in waiting:
                _wait_for(future, lambda: advance(done[:]))
                yield _outcome(future)
        finally:
            pool.shutdown(cancel_futures=True)


def _wait_for(future: Future[Outcome | None], look: Callable[[], None]) -> None:
    while not wait((future,), LOOK_S, FIRST_COMPLETED).done:
        look()


def _outcome(future: Future[Outcome | None]) -> Outcome:
    try:
        outcome = future.result()
    except BrokenProcessPool as error:
        raise RunFailedError(Cause("audit-killed", "")) from error
    if outcome is None:
        raise KeyboardInterrupt
    return outcome


class _Worker:
    """What a process of the pool has opened."""

    sights: Sights
    done: SynchronizedArray[int]


def _begin(
    opened: SightsMaker,
    done: SynchronizedArray[int],
    shares: Sequence[tuple[int, ...]],
    begun: Synchronized[int],
) -> None:
    """Take the next share of the cores before any network asks how many there are."""
    with begun.get_lock():
        number, begun.value = begun.value, begun.value + 1
    os.sched_setaffinity(0, shares[number % len(shares)])
    _Worker.sights, _Worker.done = opened(), done


def _sat(number: int, task: Task) -> Outcome | None:
    """Run a sitting in a worker; None where Ctrl-C stopped it, which every process hears."""

    def on_frame(frames: int) -> None:
        _Worker.done[number] = frames

    try:
        return sat(task, _Worker.sights, on_frame)
    except KeyboardInterrupt:
        return None
