"""A process that writes rows without end and says each number once it is acknowledged.

usage: writer.py JOURNAL BATCH
"""

import sys
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.entries import Entry
from engine.faults import TableError
from journal.place import place_of
from journal.rows import Versions
from journal.store import SqlJournal

if __name__ == "__main__":
    path, batch = place_of(sys.argv[1]), int(sys.argv[2])
    try:
        journal = SqlJournal(path, Versions("0.1.0", "cards-1", "casino-by-2001@1"))
    except TableError as error:
        sys.exit(error.detail)
    for turn in count():
        entries = [Entry("action", turn, {"turn": turn, "part": part}) for part in range(batch)]
        print(journal.record_all(entries)[-1], flush=True)  # noqa: T201 (a pipe listens)
