"""Signed anchors: now and then a row signs the hash before it with a key of this installation.

Whoever can write the file can recompute the whole chain; without the private key he cannot sign
it. The public key has to be known from elsewhere: written down when the table was installed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.entries import Entry
from engine.faults import TableError
from journal.rows import Row
from journal.store import SqlJournal

ANCHOR = "anchor"
"""The kind of the rows."""

FORMAT = "kozyr-anchor-1"
EVERY_ROWS = 200
KEY_NAME = "journal.key"


def message(seq: int, head: str) -> bytes:
    """Return what is signed: the number and the hash of a row."""
    return f"{FORMAT}\n{seq}\n{head}\n".encode()


class Signer:
    """The private key of an installation."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        """Sign with a key."""
        self._key = key

    @property
    def public(self) -> str:
        """Return the public key in hexadecimal: write it down elsewhere."""
        return self._key.public_key().public_bytes_raw().hex()

    def anchor(self, seq: int, head: str, taken_at: float) -> Entry:
        """Return the row that signs the row before it."""
        signature = self._key.sign(message(seq, head)).hex()
        row: dict[str, object] = {"seq": seq, "head": head, "key": self.public}
        return Entry(ANCHOR, taken_at, {**row, "signature": signature})


def signer_at(data: Path) -> Signer:
    """Return the key of this installation, made when it is first needed; raises OSError."""
    path = data / KEY_NAME
    try:
        return Signer(Ed25519PrivateKey.from_private_bytes(path.read_bytes()))
    except FileNotFoundError:
        data.mkdir(parents=True, exist_ok=True)
    key = Ed25519PrivateKey.generate()
    half = path.with_name(f".{KEY_NAME}.{os.getpid()}")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(key.private_bytes_raw())
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
    return Signer(key)


def is_signed(row: Row, seq: int, head: str) -> bool:
    """Tell whether an anchor signs the row with this number and hash."""
    content = row.content
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(content["key"])))
        key.verify(bytes.fromhex(str(content["signature"])), message(seq, head))
    except (InvalidSignature, KeyError, ValueError):
        return False
    return (content.get("seq"), content.get("head")) == (seq, head)


class AnchoredJournal:
    """A journal in which every so many rows, and the last one of a run, are signed."""

    def __init__(self, journal: SqlJournal, signer: Signer, every: int = EVERY_ROWS) -> None:
        """Write into a journal and sign it."""
        self._journal, self._signer, self._every = journal, signer, every
        self._unsigned = 0
        self._taken_at = 0.0

    def record_all(self, entries: Sequence[Entry]) -> tuple[int, ...]:
        """Keep rows, all or none; raises TableError."""
        numbers = self._journal.record_all(entries)
        self._unsigned += len(numbers)
        if entries:
            self._taken_at = entries[-1].taken_at
        if self._unsigned >= self._every:
            self._sign()
        return numbers

    def close(self) -> None:
        """Sign the last row and let go of the file."""
        try:
            if self._unsigned:
                self._sign()
        finally:
            self._journal.close()

    def _sign(self) -> None:
        """Sign what stands there; where it cannot be written now, the next rows try again."""
        with suppress(TableError):
            self._journal.record_next(
                lambda seq, head: self._signer.anchor(seq, head, self._taken_at)
            )
            self._unsigned = 0
