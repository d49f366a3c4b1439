"""A row of the journal, and the byte string that its hash is taken over."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum

from engine.cards import Card
from engine.documents import json_of

FORMAT = "kozyr-journal-row-1"
GENESIS = "0" * 64
"""What the first row names as the hash of the row before it."""
NS_PER_S = 1_000_000_000
START, RESUMES = "start", "resumes"
"""The row with which a program begins to watch; it names the run that it goes on with, if any."""


@dataclass(frozen=True, slots=True)
class Versions:
    """What judged: the release of the software, of the models and of the rules."""

    software: str
    models: str
    rules: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the journal; rows are never changed.

    `taken_ns` is the capture time on the camera's clock in nanoseconds (a whole number, so that
    every machine hashes the same text); `wall` is the time of day in UTC; `payload` is canonical
    JSON; hashes are lower-case hexadecimal SHA-256.
    """

    seq: int
    taken_ns: int
    wall: str
    kind: str
    payload: str
    software: str
    models: str
    rules: str
    prev_hash: str = GENESIS
    hash: str = ""

    @property
    def taken_at(self) -> float:
        """Return the capture time in seconds."""
        return self.taken_ns / NS_PER_S

    @property
    def begins_run(self) -> bool:
        """Whether names of moves, flags and doubts begin anew here: not where a run goes on."""
        return self.kind == START and RESUMES not in self.content

    @property
    def content(self) -> dict[str, object]:
        """Return what the payload says."""
        content: dict[str, object] = json_of(self.payload)
        return content


def draft(
    kind: str, taken_at: float, payload: Mapping[str, object], wall: datetime, versions: Versions
) -> Row:
    """Return a row that has no place in the chain yet.

    Raises TypeError or ValueError for a payload that has no canonical form, and for a time of
    day without its zone.
    """
    if wall.tzinfo is None:
        raise ValueError(f"a time of day needs its zone: {wall}")
    return Row(
        seq=0,
        taken_ns=round(taken_at * NS_PER_S),
        wall=wall.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        kind=kind,
        payload=canonical_json(payload),
        software=versions.software,
        models=versions.models,
        rules=versions.rules,
    )


def seal(row: Row, seq: int, prev_hash: str) -> Row:
    """Give a drafted row its place in the chain."""
    placed = replace(row, seq=seq, prev_hash=prev_hash)
    return replace(placed, hash=hash_of(placed))


def hash_of(row: Row) -> str:
    """Return the hash that a row must carry."""
    return hashlib.sha256(canonical_bytes(row)).hexdigest()


def canonical_bytes(row: Row) -> bytes:
    r"""Return what is hashed: the format's name, then each field as `length:text`, a line each.

    The length counts the bytes of the UTF-8 text, so no two rows share a byte string.

    >>> canonical_bytes(Row(1, 2, "w", "move", "{}", "0.1", "m1", "r1"))[:41]
    b'kozyr-journal-row-1\n1:1\n1:2\n1:w\n4:move\n2:'
    """
    fields = (
        str(row.seq),
        str(row.taken_ns),
        row.wall,
        row.kind,
        row.payload,
        row.software,
        row.models,
        row.rules,
        row.prev_hash,
    )
    encoded = [field.encode("utf-8", "surrogateescape") for field in fields]
    return b"".join([FORMAT.encode(), b"\n", *(b"%d:%b\n" % (len(f), f) for f in encoded)])


def canonical_json(payload: Mapping[str, object]) -> str:
    """Return the one JSON text of a payload: sorted keys, no spaces, no NaN, letters as they are.

    >>> from engine.cards import parse_card
    >>> canonical_json({"on": None, "cards": (parse_card("6♥"),), "actor": "B"})
    '{"actor":"B","cards":["6h"],"on":null}'
    """
    text = json.dumps(
        payload,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
        default=_plain,
    )
    text.encode()  # a lone surrogate has no UTF-8 form: refused here, not at the disk
    return text


def _plain(value: object) -> object:
    match value:
        case Card():
            return str(value)
        case Enum():
            return value.value
        case frozenset() | set():
            return sorted(value)
        case _:
            raise TypeError(f"a payload holds plain values and cards, not {value!r}")
