"""Runs one sitting to its end: journal, evidence; killed at any moment, it goes on from there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Protocol

from calibration.profile import profile_document
from dealer_ui.auditing.ahead import HalvedSight
from dealer_ui.auditing.checkpoint import Checkpoints, label_for
from dealer_ui.auditing.line import AuditLine, Job, Progress
from dealer_ui.evidence import Gathering, Look
from dealer_ui.opening_records import versions_of
from dealer_ui.orders import Order
from engine.entries import Entry
from engine.rows import Row as Payload
from journal.evidence import EvidenceStore
from journal.in_question import in_question
from journal.rows import GENESIS, Row, Versions, draft, seal
from journal.store import SqlJournal
from vision.frames import Picture
from vision.seen import SeenCard
from vision.sitting import SittingFootage

JOURNAL, EVIDENCE, DONE, CHECKPOINT, GATHERED = (
    *("audit.journal", "audit.evidence", "done.json"),
    *("checkpoint", "gathered.jsonl"),
)
EDGE_BYTES = 1 << 20
CLIPS_AT_A_TIME = 2
"""A sitting is over by then, and most of a clip is decoding and encoding."""
NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of day in the rows where no name tells when a recording was made."""


class Sights(Protocol):
    """Opens the seeing half of the line, and looks at single pictures."""

    def sight(self, order: Order) -> HalvedSight:
        """Return the sight of a table; raises TableError and DeckError."""
        ...

    def look_of(self, order: Order) -> Look:
        """Return the eye of that table."""
        ...


@dataclass(frozen=True, slots=True)
class Sat:
    """A sitting that was run: where its journal lies, and what was wrong with its recordings."""

    folder: Path
    name: str
    troubles: tuple[tuple[str, str], ...]
    frames: int
    seconds: float
    is_old: bool = False
    """It had been run before, and was not run again."""

    @property
    def journal(self) -> Path:
        """Return the journal of the run."""
        return self.folder / JOURNAL

    @property
    def store(self) -> EvidenceStore:
        """Return the evidence of the run."""
        return EvidenceStore(self.folder / EVIDENCE)


def run_sitting(
    job: Job, folder: Path, key: bytes, sights: Sights, on_frame: Callable[[int], None]
) -> Sat:
    """Run a sitting, or go on with it; one that is done is not run again.

    `on_frame` is told how many frames are done. Raises TableError, OSError and ValueError.
    """
    order = job.order
    versions = versions_of(order)
    label = label_of(job)
    folder.mkdir(parents=True, exist_ok=True)
    if (old := done_in(folder, label)) is not None:
        on_frame(old.frames)
        return old

    checkpoints = Checkpoints(folder / CHECKPOINT, key, label)
    progress = _run(job, checkpoints, sights.sight(order), on_frame)
    gathering = Gathering(
        SittingFootage(progress.mark.played),
        job.booking.profile,
        _one_at_a_time(sights.look_of(order)),
        EvidenceStore(folder / EVIDENCE),
    )
    entries = (*progress.entries, Entry("end", progress.mark.now, {"how": "over"}))
    gathered = _gathered(entries, gathering, folder / GATHERED, job, label)
    _write_journal(folder / JOURNAL, (*entries, *gathered), versions, job)
    sat = _sat(folder, job, progress)
    _mark_done(sat, label)
    checkpoints.drop()
    (folder / GATHERED).unlink(missing_ok=True)
    return sat


def _run(
    job: Job, checkpoints: Checkpoints, sight: HalvedSight, on_frame: Callable[[int], None]
) -> Progress:
    """Take every frame that is left through the line, and keep how far it is now and then."""
    line = AuditLine(job, sight, checkpoints.load(sight), on_frame)
    with closing(line):
        while line.turn():
            if line.rests:
                checkpoints.keep(line.progress)
        checkpoints.keep(line.progress)
        return line.progress


def _gathered(
    entries: tuple[Entry, ...], gathering: Gathering, path: Path, job: Job, label: str
) -> tuple[Entry, ...]:
    """Gather the evidence; what was gathered before a kill is not gathered again."""
    known = _known(path, label)
    rows = chained(entries, Versions("", "", job.rules.label), NO_DATE)
    asked = tuple(in_question(rows, lambda _label: job.rules))
    gathered = []
    with path.open("a", encoding="utf-8") as lines, ThreadPoolExecutor(CLIPS_AT_A_TIME) as pool:
        found = pool.map(lambda one: known.get(one.of) or gathering.gather(one), asked)
        for wanted, entry in zip(asked, found, strict=True):
            gathered.append(entry)
            if wanted.of not in known:
                kept = {"label": label, "t": entry.taken_at, "row": entry.payload}
                lines.write(json.dumps(kept) + "\n")
                lines.flush()
    return tuple(gathered)


def _one_at_a_time(look: Look) -> Look:
    """Return an eye that several threads may ask: its networks have one memory each."""
    lock = Lock()

    def looked(picture: Picture) -> Sequence[SeenCard]:
        with lock:
            return look(picture)

    return looked


def _known(path: Path, label: str) -> dict[str, Entry]:
    known: dict[str, Entry] = {}
    if not path.exists():
        return known
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            kept = json.loads(line)
        except ValueError:
            continue  # the line that the kill cut off
        if kept["label"] == label:
            known[kept["row"]["of"]] = Entry("evidence", kept["t"], kept["row"])
    return known


def chained(entries: tuple[Entry, ...], versions: Versions, wall: datetime) -> list[Row]:
    """Return entries as rows of a chain that begins with them."""
    rows: list[Row] = []
    for entry in entries:
        fresh = draft(entry.kind, entry.taken_at, entry.payload, wall, versions)
        rows.append(seal(fresh, len(rows) + 1, rows[-1].hash if rows else GENESIS))
    return rows


def _write_journal(path: Path, entries: tuple[Entry, ...], versions: Versions, job: Job) -> None:
    """Write the journal in one go; what a kill left half is begun anew."""
    for suffix in ("", "-wal", "-shm", ".lock"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    wall = job.booking.begun or NO_DATE
    journal = SqlJournal(path, versions, lambda: wall)
    try:
        journal.record_all(entries)
    finally:
        journal.close()
    path.with_name(f"{path.name}.lock").unlink(missing_ok=True)


def _sat(folder: Path, job: Job, progress: Progress) -> Sat:
    broken = [played for played in progress.mark.played if played.trouble]
    troubles = tuple((one.path.name, named_only(one.trouble, one.path)) for one in broken)
    mark = progress.mark
    seconds = sum(p.ends_s - p.begins_s for p in mark.played)
    return Sat(folder, job.booking.name, troubles, mark.number, seconds)


def named_only(told: str, path: Path) -> str:
    """Return what is told of a recording without the folder in which it happens to lie."""
    return told.replace(str(path), path.name)


def label_of(job: Job) -> str:
    """Name everything that the outcome of a run depends on; raises OSError."""
    booking, versions = job.booking, versions_of(job.order)
    reels = [
        f"{reel.path.name} {reel.begins_s} {_fingerprint(reel.path)}" for reel in booking.reels
    ]
    table = json.dumps(profile_document(booking.profile), sort_keys=True)
    rules = repr(job.rules)
    settings = job.settings.model_dump_json(include={"backend", "deck"})
    said = (versions.software, versions.models, rules, settings, job.dealer)
    return label_for(*said, table, str(booking.begun), *reels)


def _fingerprint(path: Path) -> str:
    """Return a hash of a file's size, beginning and end: it tells recordings apart."""
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        digest.update(file.read(EDGE_BYTES))
        file.seek(max(0, size - EDGE_BYTES))
        digest.update(file.read(EDGE_BYTES))
    return digest.hexdigest()


def _mark_done(sat: Sat, label: str) -> None:
    told: Payload = {
        "format": "kozyr-sitting/1",
        "label": label,
        "name": sat.name,
        "frames": sat.frames,
        "seconds": round(sat.seconds, 3),
        "troubles": [list(one) for one in sat.troubles],
    }
    half = sat.folder / f"{DONE}.half"
    half.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    half.replace(sat.folder / DONE)


def done_in(folder: Path, label: str) -> Sat | None:
    """Return the sitting that a folder holds, run to its end as the label says; None else."""
    try:
        told = json.loads((folder / DONE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if told.get("label") != label or not (folder / JOURNAL).exists():
        return None
    troubles = tuple((name, why) for name, why in told["troubles"])
    return Sat(folder, told["name"], troubles, told["frames"], told["seconds"], is_old=True)
