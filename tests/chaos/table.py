"""A table as a program of its own: it plays into its journal and belongs to a floor.

python -m tests.chaos.table FOLDER SEED PAUSE_S. It is told things line by line: `clock SECONDS`
steps its wall clock, `rest` ends the play, and the end of its input ends it. It says the number of
the last row that is kept after each move.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

from dealer_ui.floor.joining import FloorThread, Joined
from dealer_ui.floor.passes import read_pass
from engine.faults import TableError
from journal.store import SqlJournal
from tests.chaos.playing import evenings
from tests.journal.played import VERSIONS

AGAIN_S = 0.2


class Clock:
    """The wall clock of the table's computer, which somebody may step."""

    def __init__(self) -> None:
        self.stepped_s = 0.0

    def __call__(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.stepped_s)


def main() -> None:
    folder, seed, pause_s = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    path, clock, resting, ended = folder / "disk" / "table.journal", Clock(), Event(), Event()
    journal = SqlJournal(path, VERSIONS, clock)
    joined = Joined(read_pass(folder / "table.pass"), folder / "floor", path)
    floor = FloorThread(joined, lambda told: print(f"floor: {told}", flush=True))
    Thread(target=listen, args=(clock, resting, ended), daemon=True).start()
    play(journal, seed, lambda: resting.wait(pause_s))
    ended.wait()
    floor.stop()
    journal.close()


def listen(clock: Clock, resting: Event, ended: Event) -> None:
    """Do what we are told until nobody tells us anything any more."""
    for line in sys.stdin:
        match line.split():
            case ["clock", seconds]:
                clock.stepped_s = float(seconds)
            case ["rest"]:
                resting.set()
    resting.set()
    ended.set()


def play(journal: SqlJournal, seed: int, rests: Callable[[], bool]) -> None:
    """Go on from where the journal ended; whatever fails is tried until it is kept."""
    there = journal.last_seq
    for entries, _ in evenings(seed):
        if there > 0:
            there -= len(entries)
            assert there >= 0, "rows that are kept together came apart"
            continue
        while True:
            try:
                journal.record_all(entries)
                break
            except TableError as error:
                print(f"journal: {error}", flush=True)
                if rests_for(rests):
                    return
        print(journal.last_seq, flush=True)
        if rests():
            return


def rests_for(rests: Callable[[], bool]) -> bool:
    return Event().wait(AGAIN_S) or rests()


if __name__ == "__main__":
    main()
