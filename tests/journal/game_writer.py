"""Plays a game by chance into a journal and says after each happening that it is kept.

Each game is a process of its own, forked from one that has loaded everything: it can be killed.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from journal.anchors import AnchoredJournal, signer_at
from journal.store import SqlJournal
from tests.journal.played import VERSIONS, Evening

MOST = 400
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload([__name__])


def play(path: Path, seed: int, said: Connection) -> None:
    """Play until somebody kills us."""
    journal = AnchoredJournal(SqlJournal(path, VERSIONS), signer_at(path.parent / "data"), 20)
    evening = Evening(seed)
    written = len(evening.entries)
    journal.record_all(evening.entries)
    for happened in range(1, MOST):
        evening.play(1)
        journal.record_all(evening.entries[written:])
        written = len(evening.entries)
        said.send(happened)


def killed_game(path: Path, seed: int, pause: Callable[[float], None]) -> int:
    """Play a game, kill it at a moment by chance, and return what it had said is kept."""
    chance = Random(seed)
    told, said = FORKS.Pipe(duplex=False)
    writer = FORKS.Process(target=play, args=(path, seed, said))
    writer.start()
    said.close()
    acknowledged = 0
    for _ in range(chance.randint(1, 90)):
        acknowledged = told.recv()
    pause(chance.random() * 0.01)  # in the midst of whatever comes next
    writer.kill()
    writer.join()
    try:
        while True:
            acknowledged = told.recv()
    except (EOFError, OSError):
        return acknowledged
    finally:
        told.close()
        writer.close()
