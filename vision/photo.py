"""Read cards on photographs: any size, any turn, any place; and draw what was read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from engine.cards import Suit
from engine.faults import Cause, CausedError
from engine.system import system_cause
from vision.crops import Picture
from vision.eye import Eye
from vision.seen import Kind, SeenCard

SUFFIXES: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
SCALES: Final = (192, 320, 448, 832, 1280)
"""Long sides in pixels at which a photograph is searched: first for cards that fill it."""

COLOURS: Final = {
    Kind.FACE: (115, 158, 0),
    Kind.BACK: (233, 180, 86),
    Kind.UNREADABLE: (0, 94, 213),
    Kind.HAND: (167, 121, 204),
}


class PhotoError(CausedError):
    """A picture that cannot be read; the message names the file and what is wrong with it."""


def pictures_in(places: list[Path]) -> Iterator[Path]:
    """Yield every picture in files and folders; raises PhotoError for a place that is not there."""
    for place in places:
        if place.is_dir():
            yield from sorted(p for p in place.rglob("*") if p.suffix.lower() in SUFFIXES)
        elif place.exists():
            yield place
        else:
            told = f"no such picture or folder: {place}"
            raise PhotoError(told, Cause("system-missing", str(place)))


def load_photo(path: Path) -> Picture:
    """Load a photograph as BGR, turned as its camera meant it; raises PhotoError."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise PhotoError(f"{path}: {error.strerror}", *system_cause(error, path)) from None
    if data.size == 0:
        raise PhotoError(f"{path} is empty", Cause("source-empty", str(path)))
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if picture is None:
        told = f"{path} is not a picture, or is damaged"
        raise PhotoError(told, Cause("source-no-picture", str(path)))
    return np.asarray(picture, np.uint8)


def read_photo(eye: Eye, picture: Picture) -> tuple[SeenCard, ...]:
    """Read every card on a photograph."""
    return tuple(c for c in eye.look(picture, scales_for(picture)) if c.kind is not Kind.HAND)


def scales_for(picture: Picture) -> tuple[int, ...]:
    """Choose the scales for a photograph; those beyond its own size bring nothing."""
    longest = max(picture.shape[:2])
    return tuple(s for s in SCALES if s <= longest * 1.5) or SCALES[:1]


def as_json(path: Path, seen: tuple[SeenCard, ...]) -> dict[str, object]:
    """Tell what was read on a photograph as plain values."""
    return {
        "image": str(path),
        "cards": [
            {
                "card": str(c.card) if c.card else None,
                "kind": c.kind.value,
                "probability": round(c.probability, 4),
                "quad": [[round(x, 1), round(y, 1)] for x, y in c.quad],
            }
            for c in seen
        ],
    }


def annotated(picture: Picture, seen: tuple[SeenCard, ...]) -> Picture:
    """Draw what was read into a copy of the photograph."""
    drawn = picture.copy()
    thick = max(1, max(picture.shape[:2]) // 500)
    for card in seen:
        corners = np.array(card.quad, np.int32)
        cv2.polylines(drawn, [corners], True, COLOURS[card.kind], thick, cv2.LINE_AA)  # noqa: FBT003
        name = str(card.card) if card.card else {Kind.BACK: "back"}.get(card.kind, "?")
        at = tuple(int(v) for v in corners.mean(axis=0) - (12 * thick, 0))
        for colour, width in (((255, 255, 255), thick * 4), (_ink(card), thick * 2)):
            cv2.putText(drawn, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.55 * thick, colour, width)
    return drawn


def _ink(card: SeenCard) -> tuple[int, int, int]:
    red = card.card is not None and card.card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    return (30, 30, 200) if red else (20, 20, 20)
