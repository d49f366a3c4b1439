"""Plays a game by chance into a journal and says after each happening that it is kept."""

import sys
from pathlib import Path

from journal.anchors import AnchoredJournal, signer_at
from journal.store import SqlJournal
from tests.journal.played import VERSIONS, Evening

if __name__ == "__main__":
    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    journal = AnchoredJournal(SqlJournal(path, VERSIONS), signer_at(path.parent / "data"), 20)
    evening = Evening(seed)
    written = len(evening.entries)
    journal.record_all(evening.entries)
    for happened in range(1, 400):
        evening.play(1)
        journal.record_all(evening.entries[written:])
        written = len(evening.entries)
        sys.stdout.write(f"{happened}\n")
        sys.stdout.flush()
