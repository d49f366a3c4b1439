"""`make bench-floor`: many tables on one floor, and a link that was cut for a night.

Tables are simulated: each has a journal, a leaf (a real broker) and a publisher of its own, and
writes rows at ten times the pace of people. The floor is the real one: broker, PostgreSQL, fold.
All of it runs on this machine. The tables' files lie in memory where there is /dev/shm: a floor of
200 tables has 200 disks for them, and this machine has one.

Usage: python tests/bench/floor.py [--tables 10 50 200] [--seconds S] [--cut HOURS] [--cut-tables N]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from dealer_ui.floor.connection import connected
from dealer_ui.floor.joining import Leaf
from dealer_ui.floor.progress import ProgressFile
from dealer_ui.floor.publishing import Publisher
from dealer_ui.floor.setting_up import admit, set_up
from dealer_ui.floor.subjects import DOMAIN
from engine.entries import Entry
from journal.floor.ledger import Ledger
from journal.place import place_of
from journal.rows import Versions
from journal.store import SqlJournal
from journal.verify import verify
from tests.dealer_ui.floors import Serving, here
from tests.journal.postgres import running_server

ROWS_A_SECOND, PACE = 0.4, 10
"""What a table of people writes: 190 rows a game of eight minutes; and how many times as fast."""
VERSIONS = Versions("bench", "none", "casino-by-2001@1")
MOVE = {"id": "m12", "type": "attack", "actor": "A", "cards": ["7c"], "frame": 1, "probability": 1}
ROUND_S = 0.25
PATIENCE_S = 300


class Measured:
    """What a ledger has folded: rows, seconds of its work, and how old each row was then."""

    def __init__(self):
        self.lags, self.rows, self.work_s = [], 0, 0.0
        self._fold = Ledger.fold

    def __enter__(self):
        measured = self

        def fold(ledger, sheaves, texts, now):
            begun = time.perf_counter()
            done = measured._fold(ledger, sheaves, texts, now)
            measured.work_s += time.perf_counter() - begun
            at = datetime.now(UTC)
            for rows in done.rows.values():
                measured.rows += len(rows)
                measured.lags += [
                    (at - datetime.fromisoformat(row.wall)).total_seconds() for row in rows
                ]
            return done

        Ledger.fold = fold
        return self

    def __exit__(self, *_):
        Ledger.fold = self._fold


class Table:
    """A simulated table: the journal that it writes, and its side of the floor."""

    def __init__(self, folder, given):
        self.name, self.folder = given.name, folder / given.name
        self.folder.mkdir()
        self.journal = SqlJournal(self.folder / "t.journal", VERSIONS)
        self.leaf = Leaf(given, self.folder / "leaf")

    def write(self, rows):
        self.journal.record_all([Entry("action", time.monotonic(), MOVE)] * rows)

    async def publish(self, over):
        async with connected(self.leaf.reached) as client:
            progress = ProgressFile(self.folder / "progress.json")
            publisher = Publisher(
                self.name, self.journal.path, progress, client.jetstream(domain=DOMAIN)
            )
            following = asyncio.ensure_future(publisher.follow())
            await over.wait()
            following.cancel()

    def close(self):
        self.journal.close()
        self.leaf.broker.stop()


def tables_of(folder, passes, seconds, at_once, signs):
    """Play tables in a process of their own: rows at once, and when all is ready at their pace."""
    written, ready, over = signs
    tables = [Table(folder, given) for given in passes]

    def play():
        for table in tables:
            table.write(at_once)
        ready.wait()
        begun, count = time.monotonic(), 0
        while (passed := time.monotonic() - begun) < seconds:
            due = int(passed * ROWS_A_SECOND * PACE) - count
            if due > 0:
                count += due
                for table in tables:
                    table.write(due)
            time.sleep(ROUND_S)
        written.put(sum(table.journal.last_seq for table in tables))

    async def publish():
        ending = asyncio.Event()
        publishing = [asyncio.ensure_future(table.publish(ending)) for table in tables]
        await asyncio.to_thread(play)
        await asyncio.to_thread(over.wait)
        ending.set()
        await asyncio.gather(*publishing)

    asyncio.run(publish())
    for table in tables:
        table.close()


class Bench:
    """A floor with so many tables, and what it comes to."""

    def __init__(self, tables, stack):
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kozyr-floor-")))
        shm = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
        memory = {"dir": shm} if os.access(shm, os.W_OK) else {}
        self.memory = Path(stack.enter_context(tempfile.TemporaryDirectory(**memory)))
        self.server = stack.enter_context(running_server())
        set_up(self.folder / "f", {**here(), "database": self.server}, datetime.now(UTC))
        self.passes = [admit(self.folder / "f", "tables", f"t{n}") for n in range(tables)]
        self.stack = stack

    def begin_tables(self, seconds, at_once):
        spawned = get_context("spawn")
        self.written, self.ready, self.over = spawned.Queue(), spawned.Event(), spawned.Event()
        told = self.memory, self.passes, seconds, at_once, (self.written, self.ready, self.over)
        self.playing = spawned.Process(target=tables_of, args=told)
        self.playing.start()

    def begin_floor(self):
        self.serving = Serving(self.folder / "f")

    def wait_for(self, measured, rows):
        until = time.monotonic() + PATIENCE_S
        while measured.rows < rows and time.monotonic() < until:
            time.sleep(0.05)
        return measured.rows

    def end(self):
        self.over.set()
        self.playing.join()
        known = dict(self.serving.parts.ledger.known)
        self.serving.stop()
        flaws = [one.finding for one in known.values() if one.finding]
        places = [place_of(f"{self.server}&journal={one.schema}") for one in known.values()]
        broken = [place for place in places if not verify(place).is_whole]
        return len(known), flaws, broken


def played(tables, seconds):
    """Measure tables at their pace; print a line."""
    with ExitStack() as stack, Measured() as measured:
        bench = Bench(tables, stack)
        bench.begin_floor()
        bench.begin_tables(seconds, 1)
        bench.wait_for(measured, tables)  # every table has joined, and has its schema
        measured.lags, measured.rows, measured.work_s = [], 0, 0.0
        bench.ready.set()
        wanted = bench.written.get() - tables
        arrived = bench.wait_for(measured, wanted)
        journals, flaws, broken = bench.end()
        lags = quantiles(measured.lags, n=100)
        print(
            f"{tables:4} tables: {wanted} rows written, {arrived} at the floor, "
            f"{journals} chains, {len(broken)} broken, {len(flaws)} gaps; "
            f"lag median {lags[49]:.2f} s, p95 {lags[94]:.2f} s; "
            f"{arrived / seconds:.0f} rows/s came, the fold worked {measured.work_s:.1f} s of "
            f"{seconds:.0f}: {arrived / measured.work_s:.0f} rows/s",
            flush=True,
        )


def cut(tables, hours):
    """Measure how long it takes until all of a night is there; print a line."""
    rows = round(hours * 3600 * ROWS_A_SECOND)
    with ExitStack() as stack, Measured() as measured:
        bench = Bench(tables, stack)
        bench.begin_tables(0.0, rows)
        bench.ready.set()
        wanted = bench.written.get()
        begun = time.monotonic()
        bench.begin_floor()
        arrived = bench.wait_for(measured, wanted)
        took = time.monotonic() - begun
        _, flaws, broken = bench.end()
        print(
            f"{tables:4} tables cut off for {hours:g} h: {wanted} rows waited, {arrived} came, "
            f"{len(broken)} chains broken, {len(flaws)} gaps, in {took:.1f} s; "
            f"the fold alone {arrived / measured.work_s:.0f} rows/s",
            flush=True,
        )


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, nargs="*", default=[10, 50, 200])
    asked.add_argument("--seconds", type=float, default=30.0)
    asked.add_argument("--cut", type=float, default=8.0, help="hours")
    asked.add_argument("--cut-tables", type=int, nargs="*", default=[1, 10])
    given = asked.parse_args()
    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {load:.1f} before")
    for tables in given.tables:
        played(tables, given.seconds)
    for tables in given.cut_tables:
        cut(tables, given.cut)


if __name__ == "__main__":
    main()
