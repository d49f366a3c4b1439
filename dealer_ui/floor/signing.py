"""The floor's signature under a command: a table does what its floor says, and nobody else."""

from __future__ import annotations

from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from dealer_ui.floor.credentials import write_secret

KEY_NAME = "commands.key"


class SigningKey:
    """The floor's private key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        """Sign with a key."""
        self._key = key

    @property
    def public(self) -> str:
        """Return the public half in hexadecimal, as tables are given it."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: bytes) -> str:
        """Return the signature in hexadecimal."""
        return self._key.sign(text).hex()


def signing_key_at(folder: Path) -> SigningKey:
    """Return the key of this floor, made when it is first needed; raises OSError."""
    path = folder / KEY_NAME
    if not path.exists():
        write_secret(path, Ed25519PrivateKey.generate().private_bytes_raw().hex())
    kept = bytes.fromhex(path.read_text(encoding="utf-8"))
    return SigningKey(Ed25519PrivateKey.from_private_bytes(kept))


def is_signed_by(public: str, signature: str, text: bytes) -> bool:
    """Tell whether the holder of a key has signed a text."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), text)
    except (InvalidSignature, ValueError):
        return False
    return True
