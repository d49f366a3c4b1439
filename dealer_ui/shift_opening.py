"""Opens what the start of a shift needs: networks of its own when they are first wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from calibration.profile import TableProfile
from dealer_ui.decks import deck_of
from dealer_ui.settings import Settings
from dealer_ui.shift import DeckLook, Disk, Lately, Shift
from engine.entries import Entry
from vision.deck_check import check_deck
from vision.disk import GIGA, free_bytes
from vision.enrol_sources import Shot
from vision.exhibit import table_box
from vision.eye import Eye, open_eye
from vision.frames import Picture
from vision.network import Backend
from vision.registry import read_registry


class OwnEye:
    """Opens networks for the first deck check, and keeps them: those of the line are busy."""

    def __init__(self, settings: Settings, profile: TableProfile) -> None:
        """Check the deck that settings or profile name."""
        self._settings, self._deck = settings, deck_of(settings, profile)
        self._eye: Eye | None = None

    def __call__(self, pictures: Sequence[Picture]) -> DeckLook:
        """Say what is seen; raises TableError for wrong weights."""
        settings = self._settings
        deck = self._deck(read_registry(settings.weights)) if self._deck else None
        if self._eye is None:
            backend = Backend(settings.backend)
            self._eye = open_eye(backend, folder=settings.weights, deck=self._deck)
        prints = deck.backs if deck else ()
        shots = (Shot(str(number), picture) for number, picture in enumerate(pictures))
        return DeckLook(check_deck(self._eye, shots, prints), bool(prints))


def open_shift(
    settings: Settings,
    profile: TableProfile,
    journal: Path | None,
    keep: Callable[[Sequence[Entry]], None],
) -> Shift:
    """Open the start of a shift at a table."""
    folder = journal.parent if journal is not None else settings.data
    return Shift(
        Lately(table_box(profile)),
        OwnEye(settings, profile),
        keep,
        Disk(lambda: free_bytes(_there(folder)), settings.video_reserve_gb * GIGA),
        profile.deck.indices,
    )


def _there(folder: Path) -> Path:
    """Return a folder, or the nearest one above it that there is already."""
    return next(path for path in (folder.resolve(), *folder.resolve().parents) if path.is_dir())
