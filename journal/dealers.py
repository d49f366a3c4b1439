"""Who dealt when: whoever began the last shift, else whom the run of the program names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from journal.rows import Row

SHIFT, BY, DEALER = "shift", "by", "dealer"


class Dealers:
    """Tells the dealer of every row of a journal."""

    def __init__(self, rows: Iterable[Row]) -> None:
        """Learn from rows in their order who dealt from which one on."""
        self._from, self._names = [0], [""]
        for row in rows:
            if row.begins_run:
                self._add(row.seq, str(row.content.get(DEALER, "")))
            elif row.kind == SHIFT and (name := str(row.content.get(BY, ""))):
                self._add(row.seq, name)

    def _add(self, seq: int, name: str) -> None:
        self._from.append(seq)
        self._names.append(name)

    def at(self, seq: int) -> str:
        """Return who dealt at the row of a number; nothing where nobody knows."""
        return self._names[bisect_right(self._from, seq) - 1]
