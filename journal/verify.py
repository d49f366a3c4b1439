"""Proof that a journal is whole: every row is there, unchanged, in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, select

from journal import database, personal, rows
from journal.anchors import ANCHOR, is_signed
from journal.layout import GUARDS, ROWS
from journal.migrating import revision_of
from journal.place import Place
from journal.trouble import DATABASE_ERRORS, is_no_database, table_error

PAGE_ROWS = 1000
BEFORE_ALL = -(2**63)
GUARDS_OF_OLD = GUARDS[:3]
"""Those of a journal that no release with migrations has written into."""


@unique
class Flaw(StrEnum):
    """What is wrong with a journal; the value is stored and translated."""

    MISSING_FILE = "missing-file"
    NOT_A_JOURNAL = "not-a-journal"
    DAMAGED = "damaged"
    GAP = "gap"
    CHANGED = "changed"
    BROKEN_LINK = "broken-link"
    END_MISSING = "end-missing"
    UNGUARDED = "unguarded"
    BAD_ANCHOR = "bad-anchor"
    OTHER_KEY = "other-key"


@dataclass(frozen=True, slots=True)
class Report:
    """What verifying found.

    `rows` counts the good rows from the beginning; `head` is the hash of the last of them: it
    stands for all of them, so write it down where nobody can reach it. `seq` is the first bad
    row, where there is one.
    """

    rows: int
    head: str
    flaw: Flaw | None = None
    seq: int | None = None
    detail: str = ""
    anchors: int = 0
    """How many rows are signatures that fit."""
    signed: int = 0
    """The last row that is signed: those after it rest on the chain alone."""
    keys: tuple[str, ...] = ()
    """The public keys that signed."""

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is wrong."""
        return self.flaw is None


class FlawFoundError(Exception):
    """Ends the walk at the first flaw."""

    def __init__(self, flaw: Flaw, seq: int | None, detail: str) -> None:
        """Name the flaw, the row where there is one, and say it in a sentence."""
        super().__init__(detail)
        self.flaw = flaw
        self.seq = seq
        self.detail = detail


def verify(place: Place, key: str = "") -> Report:
    """Walk the chain of a journal from its first row to its last; changes nothing.

    A journal that is being written can be verified too, as it stands at this moment. `key` is the
    public key that must have signed it, in hexadecimal.
    """
    if not database.is_there(place):
        return Report(0, rows.GENESIS, Flaw.MISSING_FILE, None, f"there is no journal {place}")
    path = place.resolve() if isinstance(place, Path) else place
    walk = _Walk(key.lower())
    try:
        with database.open_to_read(path, lenient=True) as connection, connection.begin():
            _check_maker(connection, path)
            walk.through(connection)
            _check_frame(connection, walk.seq)
            walk.check_key()
            walk.check_texts(connection)
    except FlawFoundError as found:
        return Report(walk.seq, walk.head, found.flaw, found.seq, found.detail)
    except DATABASE_ERRORS as error:
        flaw = Flaw.NOT_A_JOURNAL if is_no_database(error) else Flaw.DAMAGED
        return Report(walk.seq, walk.head, flaw, None, table_error(path, error).detail)
    return Report(
        walk.seq,
        walk.head,
        anchors=walk.anchors,
        signed=walk.signed,
        keys=tuple(dict.fromkeys(walk.keys)),
    )


class _Walk:
    """How far the chain has been found good."""

    def __init__(self, key: str = "") -> None:
        self.seq = 0
        self.head = rows.GENESIS
        self.anchors = self.signed = 0
        self.keys: list[str] = []
        self._key = key
        self._mentioned: dict[str, int] = {}

    def through(self, connection: Connection) -> None:
        """Go through all rows; raises FlawFoundError at the first that is not good."""
        for row in _rows(connection):
            self._step(row)

    def _step(self, row: rows.Row) -> None:
        expected = self.seq + 1
        if row.seq != expected:
            raise FlawFoundError(
                Flaw.GAP, expected, f"row {expected} is missing, {row.seq} comes instead"
            )
        if not _has_plain_types(row) or rows.hash_of(row) != row.hash:
            raise FlawFoundError(
                Flaw.CHANGED, row.seq, f"row {row.seq} was changed after it was written"
            )
        if row.prev_hash != self.head:
            raise FlawFoundError(
                Flaw.BROKEN_LINK, row.seq, f"row {row.seq} does not follow row {self.seq}"
            )
        if row.kind == ANCHOR:
            self._check_anchor(row)
        self._mentioned |= dict.fromkeys(personal.mentioned(row.payload), row.seq)
        if row.kind == personal.ERASED:
            for token in cast("list[str]", row.content.get("tokens") or []):
                self._mentioned.pop(token, None)
        self.seq, self.head = row.seq, row.hash

    def check_texts(self, connection: Connection) -> None:
        """Check what stands apart from the chain: unchanged, or forgotten by a row of its own."""
        kept, unfit = personal.unfit_in(connection)
        if unfit:
            seq = self._mentioned.get(unfit)
            raise FlawFoundError(Flaw.CHANGED, seq, f"a text of row {seq} was changed afterwards")
        lost = self._mentioned.keys() - kept
        if lost:
            seq = min(self._mentioned[token] for token in lost)
            raise FlawFoundError(
                Flaw.CHANGED, seq, f"a text of row {seq} was removed, and no row says so"
            )

    def check_key(self) -> None:
        """Check that a key that must have signed did."""
        if self._key and not self.anchors:
            raise FlawFoundError(Flaw.OTHER_KEY, None, "nothing in it is signed")

    def _check_anchor(self, row: rows.Row) -> None:
        if not is_signed(row, self.seq, self.head):
            raise FlawFoundError(
                Flaw.BAD_ANCHOR, row.seq, f"the signature in row {row.seq} does not fit"
            )
        key = str(row.content["key"])
        if self._key and key != self._key:
            raise FlawFoundError(
                Flaw.OTHER_KEY, row.seq, f"row {row.seq} was signed with another key: {key}"
            )
        self.anchors, self.signed = self.anchors + 1, self.seq
        self.keys.append(key)


def _rows(connection: Connection) -> Iterator[rows.Row]:
    """Yield all rows in order; raises FlawFoundError at the first that cannot be read."""
    seq, limit = BEFORE_ALL, PAGE_ROWS
    while True:
        query = select(ROWS).where(ROWS.c.seq > seq).order_by(ROWS.c.seq).limit(limit)
        try:
            page = [rows.Row(*found) for found in connection.execute(query)]
        except DATABASE_ERRORS as error:
            if limit > 1:
                limit = 1  # go on row by row, to find the one
                continue
            unread = max(seq, 0) + 1
            raise FlawFoundError(Flaw.DAMAGED, unread, f"row {unread} cannot be read") from error
        if not page:
            return
        yield from page
        seq = page[-1].seq


def _check_maker(connection: Connection, path: Place) -> None:
    """Check that this was made as a journal."""
    if not database.is_ours(connection):
        raise FlawFoundError(Flaw.NOT_A_JOURNAL, None, f"{path} is not a journal")


def _check_frame(connection: Connection, last_seq: int) -> None:
    """Check what surrounds the rows: the file's own structure, its end, its guards."""
    if damage := database.damage(connection):
        raise FlawFoundError(Flaw.DAMAGED, None, damage)

    given = database.highest_seq_given(connection)
    if given != last_seq:
        raise FlawFoundError(
            Flaw.END_MISSING,
            last_seq + 1,
            f"row {last_seq + 1} is missing: {given} rows were written, {last_seq} are here",
        )
    wanted = GUARDS if revision_of(connection) else GUARDS_OF_OLD
    if missing := set(wanted) - database.guards_present(connection):
        raise FlawFoundError(
            Flaw.UNGUARDED, None, f"guards were removed: {', '.join(sorted(missing))}"
        )


def _has_plain_types(row: rows.Row) -> bool:
    """Tell whether each value is of the type it was written as: SQLite would take any."""
    numbers, *texts = (row.seq, row.taken_ns), row.wall, row.kind, row.payload, row.software
    texts += [row.models, row.rules, row.prev_hash, row.hash]
    return all(type(n) is int for n in numbers) and all(type(t) is str for t in texts)
