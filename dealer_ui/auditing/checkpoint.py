"""What lets a killed audit go on where it was: the state of the line, kept now and then.

It is Python's own pickle, which runs code of whoever wrote it: so a file counts only with the seal
of this machine's key, and whatever does not fit is as if it were not there.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import pickle
import secrets
from dataclasses import dataclass
from pathlib import Path

from dealer_ui.auditing.ahead import HalvedSight
from dealer_ui.auditing.line import Progress

KEY_NAME = "audit.key"
SEAL_BYTES = 32
THE_EYE = "eye"


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """The checkpoint of one sitting; `label` names the versions and files that it belongs to."""

    path: Path
    key: bytes
    label: str

    def keep(self, progress: Progress) -> None:
        """Keep what a run has come to; a kill leaves the one before it."""
        body = io.BytesIO()
        _Leaving(body, _eye_of(progress.sight)).dump(progress)
        half = self.path.with_suffix(".half")
        half.write_bytes(self._seal(body.getvalue()) + body.getvalue())
        half.replace(self.path)

    def load(self, fresh: HalvedSight) -> Progress | None:
        """Return what was kept, looking with the eye of a fresh sight; None where nothing fits."""
        try:
            data = self.path.read_bytes()
        except OSError:
            return None
        seal, body = data[:SEAL_BYTES], data[SEAL_BYTES:]
        if not hmac.compare_digest(seal, self._seal(body)):
            return None
        try:
            progress = _Putting(io.BytesIO(body), _eye_of(fresh)).load()
        except Exception:  # noqa: BLE001 - of another release: its classes may be gone
            return None
        return progress if isinstance(progress, Progress) else None

    def drop(self) -> None:
        """Forget it: the run is over."""
        self.path.unlink(missing_ok=True)

    def _seal(self, body: bytes) -> bytes:
        return hmac.digest(self.key, self.label.encode() + b"\0" + body, "sha256")


class _Leaving(pickle.Pickler):
    """Leaves the eye out: networks are only read, and opened anew."""

    def __init__(self, file: io.BytesIO, eye: object) -> None:
        super().__init__(file, protocol=5)
        self._eye = eye

    def persistent_id(self, obj: object) -> str | None:
        return THE_EYE if self._eye is not None and obj is self._eye else None


class _Putting(pickle.Unpickler):
    """Puts a fresh eye in the place of the one that was left out."""

    def __init__(self, file: io.BytesIO, eye: object) -> None:
        super().__init__(file)
        self._eye = eye

    def persistent_load(self, pid: object) -> object:
        if pid != THE_EYE:
            raise pickle.UnpicklingError(f"unknown: {pid!r}")
        return self._eye


def _eye_of(sight: HalvedSight) -> object:
    return getattr(sight, "eye", None)


def machine_key(data: Path) -> bytes:
    """Return the key of this machine, made when it is first needed; raises OSError."""
    path = data / KEY_NAME
    if not path.exists():
        data.mkdir(parents=True, exist_ok=True)
        number = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(secrets.token_bytes(SEAL_BYTES))
    return path.read_bytes()


def label_for(*parts: str) -> str:
    """Return one label for everything that a checkpoint depends on."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
