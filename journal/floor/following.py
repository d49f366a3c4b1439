"""Whether what came from a table follows what the floor has of it: rows, a gap, or a break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from journal.floor.sheaf import journal_name
from journal.rows import GENESIS, Row, hash_of


@unique
class Flaw(StrEnum):
    """What is wrong with a journal at the floor; the value is stored and translated."""

    GAP = "gap"
    """Rows are missing; the table is asked for them again, and then it is mended."""
    BREAK = "break"
    """A row was changed on its way, or another row stands in its place: nothing follows it."""


@dataclass(frozen=True, slots=True)
class End:
    """How far the floor has come with a journal: number and hash of the last row."""

    seq: int = 0
    head: str = GENESIS


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong, and with which row."""

    flaw: Flaw
    seq: int


@dataclass(frozen=True, slots=True)
class Followed:
    """Rows that are new and follow, the end after them, and what stopped them there, if any."""

    fresh: tuple[Row, ...]
    end: End
    finding: Finding | None = None


def followed(end: End, journal: str, rows: Sequence[Row]) -> Followed:
    """Tell which rows follow an end, in the order in which they came.

    What it has already is dropped, and so is what stands behind a gap: it comes again.
    """
    fresh: list[Row] = []
    finding: Finding | None = None
    for row in rows:
        if row.seq > end.seq + 1:
            finding = finding or Finding(Flaw.GAP, end.seq + 1)
        elif row.seq == end.seq + 1 and _is_next(end, journal, row):
            fresh.append(row)
            end, finding = End(row.seq, row.hash), None
        elif row.seq > end.seq or (row.seq == end.seq and row.hash != end.head):
            finding = Finding(Flaw.BREAK, row.seq)
    return Followed(tuple(fresh), end, finding)


def _is_next(end: End, journal: str, row: Row) -> bool:
    is_whole = row.prev_hash == end.head and hash_of(row) == row.hash
    return is_whole and (row.seq > 1 or journal_name(row) == journal)
