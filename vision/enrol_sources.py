"""Pictures of a deck that is shown to the camera: a folder, a film, or a live camera."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path
from typing import Final

import cv2

from engine.cards import Card, parse_card
from vision.camera import open_source
from vision.crops import Picture
from vision.photo import SUFFIXES, PhotoError, load_photo

EVERY_S: Final = 0.5
"""A film is looked at so often."""

SHOTS: Final = 600
"""No more pictures of one film are looked at."""

LIVE_S: Final = 20.0
"""So long a live camera is watched."""


@unique
class Refusal(StrEnum):
    """Why a deck cannot be enrolled; the value names the sentence that people read."""

    NOT_PICTURES = "not-pictures"
    NAMED_PARTLY = "named-partly"
    NO_CARDS = "no-cards"
    NO_CARD_IN = "no-card-in"
    DARK = "dark"
    BLURRED = "blurred"
    TOO_MANY = "too-many"
    NOT_36 = "not-36"
    FOREIGN_FACE = "foreign-face"
    TWICE = "twice"
    MISSING = "missing"
    UNSURE = "unsure"
    SHOWS_ANOTHER = "shows-another"


class EnrolRefusedError(Exception):
    """A deck that is not enrolled: nothing was changed."""

    def __init__(
        self, refusal: Refusal, cards: tuple[Card, ...] = (), things: tuple[str, ...] = ()
    ) -> None:
        """Say why, for which cards, and in which pictures."""
        super().__init__(refusal.value)
        self.refusal, self.cards, self.things = refusal, cards, things


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of the deck; `shows` is the card that its file is named after, or "back"."""

    label: str
    picture: Picture
    shows: str = ""


def shots_of(source: str) -> Iterator[Shot]:
    """Yield the pictures of a deck.

    Raises EnrolRefusedError for a folder with other files, and CameraError for a source that
    cannot be opened.
    """
    path = Path(source)
    if path.is_dir():
        yield from _folder(path)
    elif path.suffix.lower() in SUFFIXES:
        yield from _pictures([path])
    else:
        yield from _film(source)


def _folder(folder: Path) -> Iterator[Shot]:
    files = sorted(p for p in folder.iterdir() if not p.name.startswith("."))
    strange = tuple(p.name for p in files if p.is_dir() or p.suffix.lower() not in SUFFIXES)
    if strange:
        raise EnrolRefusedError(Refusal.NOT_PICTURES, things=strange)
    if not files:
        raise EnrolRefusedError(Refusal.NO_CARDS, things=(str(folder),))
    named = [p for p in files if shown_by(p.stem)]
    if named and len(named) < len(files):
        others = tuple(p.name for p in files if p not in named)
        raise EnrolRefusedError(Refusal.NAMED_PARTLY, things=others)
    yield from _pictures(files)


def _pictures(files: list[Path]) -> Iterator[Shot]:
    for path in files:
        try:
            yield Shot(path.name, load_photo(path), shown_by(path.stem))
        except PhotoError:
            raise EnrolRefusedError(Refusal.NOT_PICTURES, things=(path.name,)) from None


def shown_by(stem: str) -> str:
    """Return the card that a file is named after, or "back"; empty for other names.

    >>> [shown_by(stem) for stem in ("6c", "10H", "Qs-2", "back_1", "IMG_2385", "6c6d")]
    ['6c', 'Th', 'Qs', 'back', '', '']
    """
    word = re.split(r"[-_. ]", stem)[0]
    if word.lower() == "back":
        return "back"
    try:
        return str(parse_card(word[:-1].upper() + word[-1:].lower()))
    except ValueError:
        return ""


def _film(source: str) -> Iterator[Shot]:
    """Yield sharp pictures of a film or of a live camera, half a second apart."""
    camera = open_source(source)
    try:
        wanted, begun, taken = None, None, 0
        while taken < SHOTS and (frame := camera.read()) is not None:
            begun = frame.taken_at if begun is None else begun
            if camera.length is None and frame.taken_at - begun > LIVE_S:
                return
            if wanted is not None and frame.taken_at < wanted:
                continue
            wanted, taken = frame.taken_at + EVERY_S, taken + 1
            yield Shot(f"{frame.taken_at - begun:.1f} s", frame.image)
    finally:
        camera.close()


def sharpness(crop: Picture) -> float:
    """Return how sharp a crop is: edges, in parts of its contrast."""
    grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
    contrast = float(grey.std())
    return float(cv2.Laplacian(grey, cv2.CV_32F).std()) / max(contrast, 1.0)
