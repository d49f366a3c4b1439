"""A case as one archive: a manifest with the hash of every file, and the rows of the chain."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.documents import json_of
from journal.rows import GENESIS, Row, hash_of

FORMAT = "kozyr-case/1"
MANIFEST, ROWS = "manifest.json", "rows.jsonl"
NO_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the same case gives the same bytes."""


@dataclass(frozen=True, slots=True)
class ArchiveReport:
    """What checking an archive found; without a flaw everything is as it was packed."""

    files: int
    rows: int
    head: str
    flaw: str = ""


def pack(
    path: Path, about: Mapping[str, object], files: Mapping[str, bytes], rows: Sequence[Row]
) -> None:
    """Write an archive; raises OSError, and then there is none."""
    lines = "".join(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
    held = {**files, ROWS: lines.encode()}
    manifest = {
        "format": FORMAT,
        **about,
        "rows": len(rows),
        "head": rows[-1].hash if rows else GENESIS,
        "files": {name: _listed(data) for name, data in sorted(held.items())},
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=1) + "\n"
    half = path.with_name(f".{path.name}.half")
    with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((MANIFEST, text.encode()), *sorted(held.items())):
            archive.writestr(zipfile.ZipInfo(name, NO_TIME), data, zipfile.ZIP_DEFLATED)
    half.replace(path)


def _listed(data: bytes) -> dict[str, object]:
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def is_archive(path: Path) -> bool:
    """Tell whether a file is an archive rather than a journal."""
    return path.is_file() and zipfile.is_zipfile(path)


def check(path: Path) -> ArchiveReport:
    """Check every file of an archive against its manifest, and the chain of its rows."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _check(archive)
    except (zipfile.BadZipFile, OSError, EOFError, NotImplementedError) as error:
        return ArchiveReport(0, 0, GENESIS, f"the archive is damaged: {error}")
    except (KeyError, ValueError, TypeError) as error:
        return ArchiveReport(0, 0, GENESIS, f"{MANIFEST} cannot be understood: {error}")


def _check(archive: zipfile.ZipFile) -> ArchiveReport:
    manifest = json_of(archive.read(MANIFEST))
    if manifest["format"] != FORMAT:
        return ArchiveReport(0, 0, GENESIS, f"format {manifest['format']!r} is not known here")
    listed, there = manifest["files"], set(archive.namelist()) - {MANIFEST}
    for name in sorted(listed.keys() - there):
        return ArchiveReport(0, 0, GENESIS, f"{name} is missing")
    for name in sorted(there - listed.keys()):
        return ArchiveReport(0, 0, GENESIS, f"{name} is not in the manifest")
    for name, entry in listed.items():
        if hashlib.sha256(archive.read(name)).hexdigest() != entry["sha256"]:
            return ArchiveReport(0, 0, GENESIS, f"{name} was changed after it was packed")
    rows = [Row(**json_of(line)) for line in archive.read(ROWS).decode().splitlines()]
    if flaw := _chain_flaw(rows, manifest["rows"], manifest["head"]):
        return ArchiveReport(len(listed), 0, GENESIS, flaw)
    return ArchiveReport(len(listed), len(rows), manifest["head"])


def _chain_flaw(rows: Iterable[Row], count: int, head: str) -> str:
    """Say what is wrong with a chain of rows; nothing where all is well."""
    seq, prev = 0, GENESIS
    for row in rows:
        if row.seq != seq + 1 or row.prev_hash != prev:
            return f"row {row.seq} does not follow row {seq}"
        if hash_of(row) != row.hash:
            return f"row {row.seq} was changed after it was written"
        seq, prev = row.seq, row.hash
    return "" if (seq, prev) == (count, head) else f"row {seq + 1} is missing"
