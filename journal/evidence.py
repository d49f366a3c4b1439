"""Evidence: clips and pictures kept by the hash of what is in them, and listed in the journal.

A file is named by its SHA-256, so it cannot be changed without being another one, and the same
file is kept once. What the journal lists is either here, or a row says that its time was over.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.rows import Row as Fields
from journal.rows import Row

EVIDENCE, REMOVED = "evidence", "evidence-removed"
"""Kinds of rows: what is kept for a flag or a doubt, and what was removed in time."""

DAY_S = 86_400
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Kept:
    """One file of the evidence."""

    sha256: str
    suffix: str
    size: int

    @property
    def name(self) -> str:
        """Return where the file lies in the store, as ``ab/abcd….mp4``."""
        return f"{self.sha256[:2]}/{self.sha256}{self.suffix}"

    def fields(self) -> Fields:
        """Return how a row lists it."""
        return {"sha256": self.sha256, "suffix": self.suffix, "bytes": self.size}


@dataclass(frozen=True, slots=True)
class Limits:
    """For how many days evidence is kept, and how much disk it may take in bytes."""

    days: float = 90.0
    most: int = 20 * 10**9


@dataclass(frozen=True, slots=True)
class Flaw:
    """A file that a row lists and that is not what it should be."""

    row: int
    sha256: str
    is_missing: bool


class EvidenceStore:
    """A folder of files, each under its own hash."""

    def __init__(self, folder: Path) -> None:
        """Use a folder; it is made when something is kept."""
        self.folder = folder

    def path(self, kept: Kept) -> Path:
        """Return where a file lies."""
        return self.folder / kept.name

    def keep(self, data: bytes, suffix: str) -> Kept:
        """Keep bytes for good; raises OSError."""
        kept = Kept(hashlib.sha256(data).hexdigest(), suffix, len(data))
        path = self.path(kept)
        if path.exists():
            return kept
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}.half")
        with half.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        half.replace(path)
        return kept

    def keep_file(self, made: Path) -> Kept:
        """Move a file that was made elsewhere into the store; raises OSError."""
        kept = self.keep(made.read_bytes(), made.suffix)
        made.unlink()
        return kept

    def clear(self, limits: Limits, held: Collection[str], now_s: float) -> tuple[str, ...]:
        """Remove what is too old, then the oldest beyond the budget; return the hashes.

        What is `held` stays, whatever its age: it belongs to a case.
        """
        gone = self.over(limits, held, now_s)
        for path in gone:
            path.unlink(missing_ok=True)
        return tuple(path.stem for path in gone)

    def over(self, limits: Limits, held: Collection[str], now_s: float) -> tuple[Path, ...]:
        """Return what `clear` would remove."""
        files = self.sizes()
        used, gone = sum(size for _, size, _ in files), []
        for kept_at, size, path in files:
            is_old = now_s - kept_at > limits.days * DAY_S
            if path.stem in held or not (is_old or used > limits.most):
                continue
            used -= size
            gone.append(path)
        return tuple(gone)

    def sizes(self) -> tuple[tuple[float, int, Path], ...]:
        """Return when each file was kept (s since 1970), its bytes and its place, oldest first."""
        return tuple(
            sorted(
                ((path.stat().st_mtime, path.stat().st_size, path) for path in self._files()),
                key=lambda file: (file[0], file[2].name),
            )
        )

    def flaws(self, rows: Iterable[Row]) -> Iterator[Flaw]:
        """Yield what rows list and what is not here unchanged, unless a row says it was removed."""
        listed: dict[str, tuple[int, Kept]] = {}
        for row in rows:
            if row.kind == REMOVED:
                for sha in _texts(row.content.get("sha256")):
                    listed.pop(sha, None)
            elif row.kind == EVIDENCE:
                listed |= {kept.sha256: (row.seq, kept) for kept in files_in(row.content)}
        for sha, (seq, kept) in listed.items():
            path = self.path(kept)
            if not path.is_file():
                yield Flaw(seq, sha, is_missing=True)
            elif hash_of_file(path) != sha:
                yield Flaw(seq, sha, is_missing=False)

    def _files(self) -> Iterator[Path]:
        return (p for p in self.folder.glob("??/*") if p.is_file() and not p.name.startswith("."))


def files_in(content: Mapping[str, object]) -> Iterator[Kept]:
    """Yield every file that the fields of a row name, however deep."""
    if isinstance(sha := content.get("sha256"), str):
        yield Kept(sha, str(content.get("suffix", "")), int(str(content.get("bytes", 0))))
    for value in content.values():
        if isinstance(value, dict):
            yield from files_in(value)
        elif isinstance(value, list):
            yield from (kept for one in value if isinstance(one, dict) for kept in files_in(one))


def hash_of_file(path: Path) -> str:
    """Return the SHA-256 of a file; raises OSError."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []
