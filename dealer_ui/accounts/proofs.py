"""How people prove who they are: argon2id for passwords and PINs, hashes of badges and tokens."""

from __future__ import annotations

import hashlib
import secrets
from threading import Semaphore

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.profiles import RFC_9106_LOW_MEMORY

TOKEN_BYTES = 32


class Prover:
    """Hashes and checks passwords, not more than two at a time: each takes 64 MB for a moment."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """Hash as RFC 9106 recommends where memory is short, unless told otherwise."""
        self._hasher = hasher or PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
        self._turns = Semaphore(2)
        self._nobody = self.hash(secrets.token_urlsafe(TOKEN_BYTES))

    def hash(self, secret: str) -> str:
        """Return what is kept of a password or PIN."""
        with self._turns:
            return self._hasher.hash(secret)

    def is_right(self, kept: str | None, secret: str) -> bool:
        """Tell whether a secret is the one that was kept; nobody's takes just as long."""
        with self._turns:
            try:
                return self._hasher.verify(kept or self._nobody, secret) and kept is not None
            except (Argon2Error, InvalidHashError):
                return False


def fresh_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def fingerprint(text: str) -> str:
    """Return what is kept of a token or badge: who reads the file cannot use it."""
    return hashlib.sha256(text.encode()).hexdigest()
