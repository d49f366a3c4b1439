"""A sheaf: rows of a journal that follow one another, as they travel to the floor."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields

from engine.documents import json_of
from journal.personal import Told
from journal.rows import Row

NAME_LENGTH = 16
ROW_FIELDS = frozenset(field.name for field in fields(Row))


class SheafError(ValueError):
    """What came is no sheaf; the message says why."""


@dataclass(frozen=True, slots=True)
class Sheaf:
    """Consecutive rows of a journal of a table; `journal` is the beginning of its first hash."""

    table: str
    journal: str
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        """Return by what the broker tells that it has this already."""
        return f"{self.table}:{self.journal}:{self.rows[0].seq}-{self.rows[-1].seq}"


def journal_name(first: Row) -> str:
    """Return what tells a journal from every other: the beginning of its first row's hash."""
    return first.hash[:NAME_LENGTH]


def written(rows: Sequence[Row]) -> bytes:
    """Return rows as they travel."""
    return json.dumps([asdict(row) for row in rows], ensure_ascii=False).encode()


def read_sheaf(table: str, journal: str, text: bytes) -> Sheaf:
    """Read what came from a table; raises SheafError."""
    try:
        told = json_of(text)
        rows = tuple(_row(one) for one in told)
    except (ValueError, TypeError) as error:
        raise SheafError(f"{table}: {error}") from error
    if not rows or [row.seq for row in rows] != list(range(rows[0].seq, rows[0].seq + len(rows))):
        raise SheafError(f"{table}: rows do not follow one another")
    return Sheaf(table, journal, rows)


def _row(told: object) -> Row:
    if not isinstance(told, dict) or told.keys() != ROW_FIELDS:
        raise TypeError("a row has other fields")
    numbers, texts = ("seq", "taken_ns"), ROW_FIELDS - {"seq", "taken_ns"}
    if not all(type(told[n]) is int for n in numbers):
        raise TypeError("a number of a row is none")
    if not all(isinstance(told[n], str) for n in texts):
        raise TypeError("a text of a row is none")
    return Row(**told)


def written_text(told: Told) -> bytes:
    """Return a name or note as it travels."""
    return json.dumps(asdict(told), ensure_ascii=False).encode()


def read_text(text: bytes) -> Told:
    """Read a name or note; raises SheafError."""
    try:
        told = Told(**json_of(text))
    except (ValueError, TypeError) as error:
        raise SheafError(str(error)) from error
    if not all(isinstance(part, str) for part in (told.token, told.salt, told.text)):
        raise SheafError("no text")
    return told


def parted(rows: Iterable[Row], limit_bytes: int) -> list[tuple[Row, ...]]:
    """Part rows into sheaves that the broker takes: a row that is longer travels alone."""
    sheaves: list[list[Row]] = []
    room = 0
    for row in rows:
        size = len(row.payload.encode()) + 600
        if not sheaves or size > room:
            sheaves.append([])
            room = limit_bytes
        sheaves[-1].append(row)
        room -= size
    return [tuple(rows) for rows in sheaves]
