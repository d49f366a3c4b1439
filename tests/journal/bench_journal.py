"""Measure the journal on the disk that holds FOLDER: one row, many rows, verifying, resuming.

usage: python tests/journal/bench_journal.py [FOLDER]
"""

import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.entries import Entry
from journal.rows import Versions
from journal.store import SqlJournal
from journal.verify import verify

SINGLE, BATCHES, BATCH = 500, 50, 1000
VERSIONS = Versions("0.1.0", "cards-1", "casino-by-2001@1")


def entry(n: int) -> Entry:
    payload = {"id": f"m{n}", "type": "beat", "actor": "B", "cards": ["9c"], "on": "7c", "frame": n}
    return Entry("action", n / 15, payload)


def timed(work) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def measure(path: Path) -> list[str]:
    journal = SqlJournal(path, VERSIONS)
    single = [timed(lambda n=n: journal.record_all([entry(n)])) for n in range(SINGLE)]
    batch = [entry(n) for n in range(BATCH)]
    many = timed(lambda: [journal.record_all(batch) for _ in range(BATCHES)])
    journal.close()
    verified = timed(lambda: verify(path))
    resumed = timed(lambda: SqlJournal(path, VERSIONS).close())
    rows = SINGLE + BATCH * BATCHES
    p95 = quantiles(single, n=20)[-1]
    return [
        f"one durable row: median {median(single) * 1e3:.2f} ms, p95 {p95 * 1e3:.2f} ms",
        f"rows in batches of {BATCH}: {BATCH * BATCHES / many:.0f} durable rows/s",
        f"verify: {rows} rows in {verified:.2f} s ({rows / verified:.0f} rows/s)",
        f"resume after {rows} rows: {resumed * 1e3:.1f} ms",
    ]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as folder:
        sys.stdout.write("\n".join(measure(Path(folder) / "bench.kozyr")) + "\n")
