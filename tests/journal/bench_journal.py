"""Measure the journal on the disk that holds FOLDER: one row, many rows, verifying, opening a game.

usage: python tests/journal/bench_journal.py [--rows N] [FOLDER]

`--rows 1000000` takes some minutes; without it a journal of 60,000 rows is enough to see.
"""

import argparse
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.entries import Entry
from journal.read import JournalReader
from journal.shelf import newest_games, open_game
from journal.store import SqlJournal
from journal.verify import verify
from tests.journal.played import VERSIONS, Evening, rules

SINGLE, BATCH, GAMES_A_RUN = 300, 1000, 40


def entry(n: int) -> Entry:
    payload = {"id": f"m{n}", "type": "beat", "actor": "B", "cards": ["9c"], "on": "7c", "frame": n}
    return Entry("action", n / 15, payload)


def timed(work) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def evening() -> list[Entry]:
    """Return the rows of a run of several games, with doubts, corrections and faults."""
    entries: list[Entry] = []
    for seed in range(GAMES_A_RUN):
        played = Evening(seed)
        played.play(60)
        entries += played.entries if seed == 0 else played.entries[1:]
    return entries


def fill(path: Path, rows: int) -> tuple[int, float]:
    """Write evenings until there are so many rows; return how many, and how many a second."""
    entries = evening()
    with closing(SqlJournal(path, VERSIONS)) as journal:
        begun, written = time.perf_counter(), 0
        while written < rows:
            for first in range(0, len(entries), BATCH):
                written += len(journal.record_all(entries[first : first + BATCH]))
        return written, written / (time.perf_counter() - begun)


def singles(path: Path) -> list[float]:
    with closing(SqlJournal(path, VERSIONS)) as journal:
        return [timed(lambda n=n: journal.record_all([entry(n)])) for n in range(SINGLE)]


def openings(path: Path) -> tuple[list[float], list[float]]:
    """Return the seconds for pages of the list of games, and for games opened all over it."""
    with closing(JournalReader(path)) as reader:
        last = reader.last_seq()
    lists, games = [], []
    for part in range(1, 21):
        before = last * part // 20
        lists.append(timed(lambda before=before: newest_games(path, before)))
        seq = newest_games(path, before, 1)[0].seq
        games.append(timed(lambda seq=seq: open_game(path, seq, rules)))
    return lists, games


def measure(path: Path, rows: int) -> None:
    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    single = singles(path.with_suffix(".single"))
    p95 = quantiles(single, n=20)[-1]
    say(f"one durable row: median {median(single) * 1e3:.2f} ms, p95 {p95 * 1e3:.2f} ms")
    written, rate = fill(path, rows)
    say(f"rows in batches of {BATCH}: {rate:.0f} durable rows/s over {written} rows")
    lists, games = openings(path)
    say(
        f"a page of games listed: median {median(lists) * 1e3:.0f} ms, worst {max(lists) * 1e3:.0f}"
    )
    say(f"a game opened: median {median(games) * 1e3:.0f} ms, worst {max(games) * 1e3:.0f} ms")
    resumed = timed(lambda: SqlJournal(path, VERSIONS).close())
    say(f"resume after {written} rows: {resumed * 1e3:.1f} ms")
    verified = timed(lambda: verify(path))
    say(f"verify: {written} rows in {verified:.2f} s ({written / verified:.0f} rows/s)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--rows", type=int, default=60_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        measure(Path(folder) / "bench.journal", asked.rows)
