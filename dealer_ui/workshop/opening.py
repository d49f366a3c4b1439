"""Opens the workshop of a table; networks are opened when they are first wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock

from calibration.lens_profile import LensProfile
from calibration.profile import TableProfile
from dealer_ui.calibrating_table import Wish
from dealer_ui.decks import decks_folder
from dealer_ui.seeing import cards_of
from dealer_ui.settings import Settings
from dealer_ui.shift import Lately
from dealer_ui.workshop.bench import Bench, TableAbout
from dealer_ui.workshop.clock import ClockSeen, is_clock_kept
from dealer_ui.workshop.deck_shelf import DeckPlace, DeckShelf
from dealer_ui.workshop.measuring import SHIPPED_SETS, compared_on, frozen_sets
from dealer_ui.workshop.model_shelf import ModelShelf
from dealer_ui.workshop.retention import RetentionDesk
from dealer_ui.workshop.stock import Stores
from dealer_ui.workshop.table_camera import TableCamera
from dealer_ui.workshop.versions import versions_here
from dealer_ui.workshop.works import Stage, Tell, Works
from dealer_ui.zone_desk import Task, ZoneDesk
from engine.entries import Entry
from vision.deck import Deck, keep_deck
from vision.disk import free_bytes
from vision.enrol import How, enrol, gather
from vision.enrol_sources import Shot, shots_of
from vision.eye import open_eye
from vision.network import Backend
from vision.registry import label_of, models_folder, read_registry

CANDIDATES = "candidates"
"""Folders in here, below the data folder, may be put live from the page."""


def open_bench(
    settings: Settings,
    profile: TableProfile | None,
    journal: Path | None,
    keep: Callable[[Sequence[Entry]], None],
    lately: Lately | None = None,
) -> Bench:
    """Open the workshop; `lately` gives the pictures of a running table. Raises WeightsError."""
    folder = settings.weights or models_folder()
    in_play = settings.deck or (profile.deck.enrolled if profile else "")
    place = DeckPlace(
        decks_folder(settings), settings.weights, settings.profile, in_play, settings.deck
    )
    room = journal.parent if journal is not None else settings.data
    rules = settings.rules or (profile.rules if profile else "")
    return Bench(
        TableAbout(settings, profile, journal, rules, label_of(read_registry(settings.weights))),
        ModelShelf(
            folder,
            settings.data / CANDIDATES,
            partial(frozen_sets, SHIPPED_SETS),
            partial(compared_on, Backend(settings.backend)),
            _now,
        ),
        DeckShelf(place, partial(learn, settings), shots_of, partial(_own_shots, lately)),
        RetentionDesk(settings, journal),
        Stores(journal, settings.video, keep, _now),
        Works(),
        lambda: free_bytes(_there(room)),
        lambda: ClockSeen(datetime.now().astimezone(), is_clock_kept()),
        versions_here,
        _calibration(settings, profile, lately),
    )


def _calibration(
    settings: Settings, profile: TableProfile | None, lately: Lately | None
) -> Callable[[], ZoneDesk] | None:
    """Return what opens the calibration once, when somebody first looks at it."""
    path = settings.profile
    if path is None or profile is None or lately is None:
        return None
    wish = Wish(lens=_lens_of(profile), card_mm=profile.deck.card_mm, indices=profile.deck.indices)
    task = Task(settings.source, path, wish, cards_of(settings), "", _now)
    opened: list[ZoneDesk] = []
    one_at_a_time = Lock()

    def open_desk() -> ZoneDesk:
        with one_at_a_time:
            if not opened:
                opened.append(ZoneDesk(task, TableCamera(lately)))
            return opened[0]

    return open_desk


def _lens_of(profile: TableProfile) -> LensProfile | None:
    """Return the lens that a profile was made with, so that a table found anew keeps it."""
    camera, told = profile.camera, profile.provenance
    if not any(camera.distortion):
        return None
    size, at = camera.size_px, told.at or _now()
    return LensProfile(
        told.camera, size, camera.matrix, camera.distortion, 0.0, 1, 1.0, told.by, at
    )


def learn(settings: Settings, shots: Iterable[Shot], name: str, how: How, tell: Tell) -> Deck:
    """Learn a deck from pictures and keep it; raises EnrolRefusedError, TableError, OSError."""
    eye = open_eye(Backend(settings.backend), folder=settings.weights)
    shown = gather(eye, _counted(shots, tell), how)
    tell(Stage.LEARNING, 0, None)
    deck = enrol(eye, shown, name)
    at = f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
    keep_deck(decks_folder(settings), deck, read_registry(settings.weights), at)
    return deck


def _counted(shots: Iterable[Shot], tell: Tell) -> Iterator[Shot]:
    tell(Stage.LOOKING, 0, None)
    for number, shot in enumerate(shots, 1):
        yield shot
        tell(Stage.LOOKING, number, None)


def _own_shots(lately: Lately | None) -> Iterator[Shot]:
    """Yield what the table's own camera shows now; raises TableError when it shows nothing."""
    pictures = lately.shots() if lately is not None else ()
    return (Shot(str(number), picture) for number, picture in enumerate(pictures))


def _now() -> datetime:
    return datetime.now(UTC)


def _there(folder: Path) -> Path:
    """Return a folder, or the nearest one above it that there is already."""
    return next(path for path in (folder.resolve(), *folder.resolve().parents) if path.is_dir())
