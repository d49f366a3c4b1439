"""Opens the video of a run: its folder, its budget, and what the technician reads of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from calibration.profile import TableProfile
from dealer_ui.decks import deck_of
from dealer_ui.device_cards import VideoCard
from dealer_ui.evidence import Gathering
from dealer_ui.resuming import Resumed
from dealer_ui.settings import Settings
from dealer_ui.sweeping import Keeping, Sweeper
from dealer_ui.witness import RunFootage, Witness
from dealer_ui.workshop.retention import RetentionDesk
from engine.entries import Entry
from journal.evidence import EvidenceStore
from journal.place import evidence_folder
from journal.read import read_rows
from journal.retention import swept
from vision.disk import VideoStore
from vision.eye import open_eye
from vision.frames import Frame
from vision.network import Backend
from vision.playback import NAMED_BY
from vision.recorder import Recorder

OnFrame = Callable[[Frame, float], None]


def open_recorder(
    folder: Path, retention: RetentionDesk, on_trouble: Callable[[str | None], None]
) -> tuple[Recorder, VideoCard]:
    """Open the video of this run in a folder of its own: each run has its own clock."""
    run = folder / f"{datetime.now(UTC):{NAMED_BY}}"
    store = VideoStore(folder, retention.now().budget, budget_now=lambda: retention.now().budget)
    recorder = Recorder(run, store=store, on_trouble=on_trouble)
    return recorder, VideoCard(store, recorder)


def with_video(
    on_frame: OnFrame, recorder: Recorder | None, witness: tuple[Witness, ...]
) -> OnFrame:
    """Hand every frame that was judged to the video too."""
    if recorder is None:
        return on_frame
    keep = recorder.keep

    def done(frame: Frame, seconds: float) -> None:
        keep(frame)
        for one in witness:
            one.at(frame.taken_at)
        on_frame(frame, seconds)

    return done


def open_witness(
    where: tuple[Path | None, Path | None, Resumed | None],
    profile: TableProfile,
    settings: Settings,
    records: Keeping,
    stack: ExitStack,
) -> tuple[Witness, ...]:
    """Open who keeps evidence, where there is a video to keep it from and a journal to list it.

    A run that goes on after a crash has video in several folders, and some evidence already.

    Networks of its own are opened when they are first needed: those of the line are busy.
    """
    video, journal, resumed = where
    if video is None or journal is None:
        return ()
    store = EvidenceStore(evidence_folder(journal))

    def opened() -> Gathering:
        deck = deck_of(settings, profile)
        eye = open_eye(Backend(settings.backend), folder=settings.weights, deck=deck)
        return Gathering(RunFootage(_folders(video, resumed)), profile, eye.look, store)

    known = resumed.gathered if resumed else frozenset()
    sweeper = Sweeper(lambda: _swept(store, journal, settings), records)
    stack.callback(sweeper.close)
    witness = Witness(opened, records, known)
    stack.callback(witness.close)
    return (witness,)


def _folders(video: Path, resumed: Resumed | None) -> tuple[Path, ...]:
    """Return the folders of a run that goes on, or the newest; folders are named by their time."""
    folders = sorted(path for path in video.iterdir() if path.is_dir())
    if resumed is None:
        return tuple(folders[-1:])
    first = f"{resumed.began:{NAMED_BY}}"
    return tuple(path for path in folders if path.name >= first)


def _swept(store: EvidenceStore, journal: Path, settings: Settings) -> tuple[Entry, ...]:
    """Remove evidence whose time is over."""
    if not store.folder.is_dir():
        return ()
    limits = RetentionDesk(settings, journal).now().limits
    return swept(store, read_rows(journal), limits, datetime.now(UTC).timestamp())
