"""`make bench-fleet`: how an audit's time shrinks with workers, by job times that were recorded.

A worker takes the next job, waits for its turn on the one link to the broker's store (not with a
shared folder), runs it, and takes the next. Each job costs what a recorded one cost for each second
of its recording, drawn among them; nothing else of the world is in it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
from dataclasses import dataclass
from pathlib import Path

RECORDED = Path(__file__).with_name("fleet_times.json")
LINK_BITS_S, RECORDING_BITS_S = 1e9, 2e6
"""A gigabit to the broker; what an hour of a table at 1280x720 weighs, per second."""
LAY_DOWN_S = 1.0
"""What the sender needs for each sitting that comes back."""


@dataclass(frozen=True, slots=True)
class Job:
    """A sitting: how long it is worked on, and how long it is on the link before."""

    work_s: float
    link_s: float


def archive(tables, evenings, recorded, *, is_shared, seed=1):
    """Return the evenings of a house: two to five hours each."""
    chance = random.Random(seed)
    jobs = []
    for _ in range(tables * evenings):
        seconds = chance.uniform(2, 5) * 3600
        cost = chance.choice(recorded)
        link_s = 0.0 if is_shared else seconds * RECORDING_BITS_S / LINK_BITS_S
        jobs.append(Job(seconds * cost["work_s"] / cost["film_s"] + cost["start_s"], link_s))
    return jobs


def makespan(jobs, workers):
    """Return when the last job is over, the longest taken first."""
    free, link_free, last = [0.0] * workers, 0.0, 0.0
    heapq.heapify(free)
    for job in sorted(jobs, key=lambda job: -job.work_s):
        begins = heapq.heappop(free)
        if job.link_s:
            link_free = max(begins, link_free) + job.link_s
            begins = link_free
        ends = begins + job.work_s
        last = max(last, ends)
        heapq.heappush(free, ends)
    return last + LAY_DOWN_S


def efficiency(jobs, workers):
    """Return which part of the workers' time is work, beside one worker with a shared folder."""
    return sum(job.work_s for job in jobs) / (workers * makespan(jobs, workers))


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=64)
    words.add_argument("--evenings", type=int, default=7)
    asked = words.parse_args()
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))["jobs"]
    print(f"{asked.tables} tables, {asked.evenings} evenings of 2 to 5 hours each")
    print("workers   shared folder          through the broker")
    for workers in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        told = [f"{workers:7d}"]
        for is_shared in (True, False):
            jobs = archive(asked.tables, asked.evenings, recorded, is_shared=is_shared)
            hours, part = makespan(jobs, workers) / 3600, efficiency(jobs, workers)
            told.append(f"{hours:8.1f} h {part:5.2f} of it ")
        print("   ".join(told))


if __name__ == "__main__":
    main()
