"""What travels with jobs: recordings by a shared folder or the broker's store, sittings by it."""

from __future__ import annotations

import asyncio
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from shutil import copyfileobj, rmtree

from nats.js.errors import NotFoundError
from nats.js.object_store import ObjectStore

from dealer_ui.auditing.sittings import DONE, EVIDENCE, JOURNAL
from dealer_ui.fleet.letters import JobLetter, ReelLetter
from dealer_ui.floor.subjects import FloorError
from engine.faults import Cause

TOPS = frozenset({JOURNAL, EVIDENCE, DONE})
STALLED_S = 600.0
"""Freight that has not come within so long is fetched again with the next try."""
PIECE = 1 << 20


def shared_name(path: Path, share: Path | None) -> str:
    """Return where a recording lies below the shared folder; nothing where it does not."""
    if share is None or not path.resolve().is_relative_to(share.resolve()):
        return ""
    return path.resolve().relative_to(share.resolve()).as_posix()


async def shipped(letter: JobLetter, paths: tuple[Path, ...], freight: Freight) -> JobLetter:
    """Return a letter whose recordings a worker can get; raises OSError, nats.errors.Error."""
    reels: list[ReelLetter] = []
    for reel, path in zip(letter.reels, paths, strict=True):
        shared = shared_name(path, freight.share)
        stored = "" if shared else await freight.send(path, _recording(letter.id, len(reels)))
        reels.append(replace(reel, shared=shared, stored=stored))
    return replace(letter, reels=tuple(reels))


class Freight:
    """Recordings and sittings on their way, through one store."""

    def __init__(self, store: ObjectStore, share: Path | None) -> None:
        """Use a store, and a folder that all machines share, if there is one."""
        self._store, self.share = store, share

    async def send(self, path: Path, name: str) -> str:
        """Send a recording, once however often it is sent; return its name in the store."""
        try:
            await self._store.get_info(name)
        except NotFoundError:
            with path.open("rb") as file:
                await self._store.put(name, file)
        return name

    async def fetch(self, letter: JobLetter, folder: Path) -> tuple[Path, ...]:
        """Return where the recordings of a job lie here, fetched where they have to be.

        Raises FloorError for one that is not there, OSError, nats.errors.Error.
        """
        return tuple([await self._fetched(reel, n, folder) for n, reel in enumerate(letter.reels)])

    async def _fetched(self, reel: ReelLetter, number: int, folder: Path) -> Path:
        if not reel.stored:
            return self._on_share(reel)
        path = folder / str(number) / PurePosixPath(reel.name).name
        if not path.exists():
            await self._into(reel.stored, path)
        return path

    def _on_share(self, reel: ReelLetter) -> Path:
        if self.share is None:
            told = f"{reel.shared}: no shared folder here (--share)"
            raise FloorError(told, Cause("freight-no-share", reel.shared))
        path = self.share / reel.shared
        if not path.resolve().is_relative_to(self.share.resolve()) or not path.is_file():
            told = f"{reel.shared}: not in the shared folder {self.share}"
            raise FloorError(told, Cause("freight-not-shared", reel.shared), str(self.share))
        return path

    async def _into(self, name: str, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}.half")
        try:
            with half.open("wb") as file:
                async with asyncio.timeout(STALLED_S):
                    await self._store.get(name, writeinto=file)
        except NotFoundError:
            cause = Cause("freight-gone", name)
            raise FloorError(f"{name}: no longer in the store", cause) from None
        half.replace(path)

    async def send_sitting(self, job: str, folder: Path) -> None:
        """Send what a sitting left; raises OSError, nats.errors.Error."""
        with tempfile.TemporaryFile() as file:
            await asyncio.to_thread(_pack, folder, file)
            file.seek(0)
            await self._store.put(_sitting(job), file)

    async def fetch_sitting(self, job: str, folder: Path) -> None:
        """Lay down what a sitting left, whole or not at all; raises as `fetch` does."""
        packed = folder.with_name(f".{folder.name}.tar")
        await self._into(_sitting(job), packed)
        half = folder.with_name(f".{folder.name}.half")
        rmtree(half, ignore_errors=True)
        await asyncio.to_thread(_unpack, packed, half)
        rmtree(folder, ignore_errors=True)
        half.replace(folder)
        packed.unlink()

    async def has_sitting(self, job: str) -> bool:
        """Tell whether what a sitting left can be fetched."""
        try:
            await self._store.get_info(_sitting(job))
        except NotFoundError:
            return False
        return True

    async def drop_sitting(self, job: str) -> None:
        """Make room: it has been fetched."""
        await self._drop(_sitting(job))

    async def drop_recordings(self, letter: JobLetter) -> None:
        """Make room: nobody needs the recordings of a job any more."""
        for number in range(len(letter.reels)):
            await self._drop(_recording(letter.id, number))

    async def _drop(self, name: str) -> None:
        try:
            await self._store.delete(name)
        except NotFoundError:
            return


def _sitting(job: str) -> str:
    return f"sittings/{job}.tar"


def _recording(job: str, number: int) -> str:
    return f"recordings/{job}/{number}"


def _files_of(folder: Path) -> Iterator[Path]:
    """Yield what a finished sitting is: no checkpoint, and nothing that SQLite lays beside."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.relative_to(folder).parts[0] in TOPS:
            yield path


def _pack(folder: Path, file: object) -> None:
    with tarfile.open(fileobj=file, mode="w") as packed:  # type: ignore[call-overload]
        for path in _files_of(folder):
            packed.add(path, path.relative_to(folder).as_posix())


def _unpack(packed: Path, folder: Path) -> None:
    """Lay down files, and nothing that is none or would lie elsewhere; raises OSError."""
    with tarfile.open(packed) as tar:
        for member in tar:
            name = PurePosixPath(member.name)
            is_ours = name.parts and name.parts[0] in TOPS and ".." not in name.parts
            if not member.isfile() or not is_ours or (file := tar.extractfile(member)) is None:
                raise OSError(f"{member.name}: not of a sitting")
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as written:
                copyfileobj(file, written, PIECE)
