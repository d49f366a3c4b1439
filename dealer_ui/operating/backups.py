"""A table's files in a safe place, and back: copied while it runs, checked by their hashes."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dealer_ui.endings import BadInputError, about
from dealer_ui.settings import Settings
from engine.documents import json_of
from engine.faults import Cause, TableError
from journal.anchors import KEY_NAME
from journal.verify import verify

FORMAT = "kozyr-backup/1"
LIST = "backup.json"
DATABASE = b"SQLite format 3\x00"
NAMED_BY = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup: where it lies, which release wrote it, and each file with its place and hash."""

    folder: Path
    release: str
    made_at: str
    files: dict[str, tuple[Path, str]]


def belongings(settings: Settings, file: Path) -> Iterator[Path]:
    """Yield what a table cannot be set up again without: no video, no evidence, no secrets."""
    yield file
    yield settings.data / KEY_NAME
    for path in (settings.journal, settings.profile, settings.hooks, settings.tournament):
        if path is not None:
            yield path
    if settings.accounts is not None:
        yield from (settings.accounts, settings.accounts.with_suffix(".journal"))


def back_up(settings: Settings, file: Path, into: Path, release: str, at: datetime) -> Backup:
    """Copy a table's files into a new folder; it may be watched meanwhile. Raises OSError.

    Raises BadInputError for a copy that is not whole.
    """
    folder = into / f"{at:{NAMED_BY}}-{release}"
    half = into / f".{folder.name}"
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True, mode=0o700)
    kept = {}
    for path in dict.fromkeys(belongings(settings, file)):
        if path.is_file():
            copy_file(path, half / path.name)
            kept[path.name] = {"from": str(path.absolute()), "sha256": _hash(half / path.name)}
    told = {"format": FORMAT, "release": release, "made_at": at.isoformat(), "files": kept}
    (half / LIST).write_text(json.dumps(told, indent=1, ensure_ascii=False), encoding="utf-8")
    half.rename(folder)
    return check(folder)


def copy_file(path: Path, target: Path) -> None:
    """Copy a file; a database as it stood at one moment, whoever writes it. Raises OSError."""
    with path.open("rb") as file:
        is_database = file.read(len(DATABASE)) == DATABASE
    if not is_database:
        shutil.copy2(path, target)
        return
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, whole in itself
    except sqlite3.Error as error:
        raise OSError(5, str(error), str(path)) from error
    shutil.copymode(path, target)


def check(folder: Path) -> Backup:
    """Read a backup and check every file of it; raises BadInputError that names what is wrong."""
    try:
        told = json_of((folder / LIST).read_text(encoding="utf-8"))
        files = {n: (Path(f["from"]), str(f["sha256"])) for n, f in told["files"].items()}
        backup = Backup(folder, str(told["release"]), str(told["made_at"]), files)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise BadInputError(Cause("backup-foreign", str(folder))) from None
    for name, (_, sha256) in files.items():
        if name != Path(name).name or not (folder / name).is_file():
            raise BadInputError(Cause("file-lacks", str(folder)), name)
        if _hash(folder / name) != sha256:
            raise BadInputError(Cause("backup-changed", str(folder)), name)
        if name.endswith(".journal"):
            _check_chain(folder / name)
    return backup


def _check_chain(journal: Path) -> None:
    try:
        whole = verify(journal).is_whole
    except TableError as error:
        raise about(error) from error
    if not whole:
        raise BadInputError(Cause("journal-chain", str(journal)))


def restore(backup: Backup, at: datetime) -> tuple[Path, ...]:
    """Put every file back where it was; what is there now is laid aside, never deleted.

    The table must not run. Returns the files that were laid aside; raises OSError.
    """
    aside = []
    for name, (place, _) in backup.files.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        for one in (place, *(place.with_name(place.name + end) for end in ("-wal", "-shm"))):
            if one.exists():
                kept = one.with_name(f"{one.name}.before-{at:{NAMED_BY}}")
                one.rename(kept)
                aside.append(kept)
        copy_file(backup.folder / name, place)
    return tuple(aside)


def newest(into: Path) -> Path:
    """Return the newest backup in a folder; raises BadInputError where there is none."""
    found = sorted(path.parent for path in into.glob(f"*/{LIST}"))
    if not found:
        raise BadInputError(Cause("backup-none", str(into)))
    return found[-1]


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
