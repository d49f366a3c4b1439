"""What the tables of the suite play: evenings by chance, one after the other, from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

from engine.entries import Entry
from engine.standing import Standing
from tests.journal.played import Evening

MOST_MOVES = 60


def evenings(seed: int) -> Iterator[tuple[tuple[Entry, ...], Standing]]:
    """Yield what is kept together after each move, and how the table stands then; for ever."""
    chance = Random(seed)
    for _ in count():
        evening = Evening(chance.getrandbits(32))
        written = 0
        for _ in range(chance.randint(10, MOST_MOVES)):
            evening.play(1)
            kept = tuple(evening.entries[written:])
            written = len(evening.entries)
            if kept:
                yield kept, evening.standing
