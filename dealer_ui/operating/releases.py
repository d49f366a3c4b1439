"""A release that can be trusted: every file by its hash, the hashes signed with a key kept apart.

What is written is read by everybody's tools: `sha256sum --check SHA256SUMS`, and
`openssl pkeyutl -verify -rawin -pubin -inkey KEY -sigfile SHA256SUMS.sig -in SHA256SUMS`.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from dealer_ui.endings import BadInputError
from engine.faults import Cause

SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
LINE = re.compile(r"([0-9a-f]{64}) [ *]([^/\\]+)")


def make_key(path: Path) -> Path:
    """Make a key for releases, readable by its owner only; return where its public half lies.

    Raises BadInputError where there is one already, OSError.
    """
    public = path.with_name(f"{path.name}.pub")
    key = Ed25519PrivateKey.generate()
    private_text = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(private_text)
    except FileExistsError:
        raise BadInputError(Cause("release-key-there", str(path))) from None
    public.write_bytes(
        key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
    )
    return public


def sign(folder: Path, key: Path) -> tuple[str, ...]:
    """Write the hashes of a folder's files and sign them; return the names of the files.

    Raises BadInputError for a key that is none, OSError.
    """
    try:
        private = serialization.load_pem_private_key(key.read_bytes(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise BadInputError(Cause("release-key-foreign", str(key)))
    names = tuple(sorted(path.name for path in folder.iterdir() if _counts(path)))
    if not names:
        raise BadInputError(Cause("release-empty", str(folder)))
    sums = "".join(f"{_hash(folder / name)}  {name}\n" for name in names).encode()
    (folder / SUMS).write_bytes(sums)
    (folder / SIGNATURE).write_bytes(private.sign(sums))
    return names


def verify(folder: Path, key: Path) -> tuple[str, ...]:
    """Check a release against a public key; return the names of its files.

    Raises BadInputError that says what is wrong: a signature, a file changed, missing or added.
    """
    sums = _signed_sums(folder, key)
    known = dict(_read(line, folder) for line in sums.decode("utf-8", "replace").splitlines())
    there = {path.name for path in folder.iterdir() if _counts(path)}
    for name in sorted({*known, *there}):
        if name not in there:
            raise BadInputError(Cause("file-lacks", str(folder)), name)
        if name not in known:
            raise BadInputError(Cause("release-extra", str(folder)), name)
        if _hash(folder / name) != known[name]:
            raise BadInputError(Cause("release-changed", str(folder)), name)
    return tuple(sorted(known))


def _signed_sums(folder: Path, key: Path) -> bytes:
    try:
        sums, signature = (folder / SUMS).read_bytes(), (folder / SIGNATURE).read_bytes()
    except OSError:
        raise BadInputError(Cause("release-unsigned", str(folder))) from None
    try:
        public = serialization.load_pem_public_key(key.read_bytes())
    except (ValueError, TypeError, UnsupportedAlgorithm):
        public = None
    if not isinstance(public, Ed25519PublicKey):
        raise BadInputError(Cause("release-no-key", str(key)))
    try:
        public.verify(signature, sums)
    except InvalidSignature:
        raise BadInputError(Cause("release-other-key", str(folder)), str(key)) from None
    return sums


def _read(line: str, folder: Path) -> tuple[str, str]:
    if (found := LINE.fullmatch(line)) is None:
        raise BadInputError(Cause("release-sums", str(folder)), SUMS)
    return found[2], found[1]


def _counts(path: Path) -> bool:
    return path.is_file() and path.name not in {SUMS, SIGNATURE}


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
