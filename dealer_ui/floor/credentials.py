"""By what somebody is known to the broker: a key pair of which the floor keeps the public half."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import nkeys


@dataclass(frozen=True, slots=True)
class Pair:
    """A key of the broker's kind (Ed25519): `seed` is secret, `public` stands with the floor."""

    seed: str
    public: str


def fresh_pair() -> Pair:
    """Make a key that nobody has yet."""
    return pair_from(nkeys.encode_seed(os.urandom(32), nkeys.PREFIX_BYTE_USER).decode())


def pair_from(seed: str) -> Pair:
    """Return the pair of a seed; raises ValueError for what is none."""
    try:
        return Pair(seed, nkeys.from_seed(bytearray(seed.encode())).public_key.decode())
    except nkeys.NkeysError as error:
        raise ValueError("not a key of the floor") from error


def write_secret(path: Path, text: str) -> None:
    """Write what its owner alone may read; raises OSError."""
    half = path.with_name(f".{path.name}.half")
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    half.replace(path)
