"""Pictures with truth: labelled photographs, and films whose sampled frames are described."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.cards import Card, parse_card
from vision.crops import Corners, Picture, enlarged
from vision.photo import load_photo
from vision.seen import Quad

VISIBLE = 0.6
"""A card of a film counts when this part of it shows and it lies still."""

REACH = 1.1
"""A label belongs to a card whose outline, enlarged so much, holds its middle."""


@dataclass(frozen=True, slots=True)
class Place:
    """A label: which card, if its suit is known, and the middle of its box in pixels."""

    card: Card | None
    rank: str
    middle: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A picture with the cards that show on it.

    `exact` are identities; `ranks` are rank letters, which is all that some labels tell.
    """

    name: str
    picture: Picture
    exact: frozenset[Card]
    ranks: frozenset[str]
    partly: frozenset[Card] = frozenset()
    """Cards that show too little to count, but are not invented when they are read."""
    places: tuple[Place, ...] = ()
    from_film: bool = False

    def is_right(self, quad: Quad, card: Card) -> bool | None:
        """Tell whether a card lies where it was read; None where the labels do not tell."""
        outline = enlarged(np.array(quad, np.float64), REACH)
        here = [place for place in self.places if _holds(outline, place.middle)]
        if any(place.card == card for place in here):
            return True
        unsuited = (place for place in here if place.card is None)
        return None if any(place.rank == card.rank.letter for place in unsuited) else False


def _holds(outline: Corners, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(outline.astype(np.float32), point, measureDist=False) >= 0


def labelled_photos(folder: Path, wanted: str = "") -> Iterator[Labelled]:
    """Yield the labelled photographs of a folder.

    `wanted` are parts of paths, one of which has to be there, with a comma between them; one that
    begins with ! must not be there.
    """
    for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        if is_wanted(entry["image"], wanted):
            yield _labelled_photo(folder, entry)


def is_wanted(path: str, wanted: str) -> bool:
    """Tell whether a picture is among the wanted ones.

    >>> [is_wanted("images/test/a.jpg", w) for w in ("", "test", "!test", "train,test,!a.jpg")]
    [True, True, False, False]
    """
    parts = [part for part in wanted.split(",") if part]
    barred = [part[1:] for part in parts if part.startswith("!")]
    named = [part for part in parts if not part.startswith("!")]
    return not any(b in path for b in barred) and (not named or any(n in path for n in named))


def _labelled_photo(folder: Path, entry: Mapping[str, Any]) -> Labelled:
    objects = entry["objects"]
    whole = all(o.get("suit") for o in objects if o["class"] not in {"JOKER", "BACK"})
    full = [o for o in objects if not o.get("partly")]
    cards = {c for o in full if (c := _game_card(o["class"]))}
    ranks = {r for o in full if (r := _game_rank(str(o.get("rank"))))}
    partly = {c for o in objects if (c := _game_card(o["class"]))} - cards
    path = next(
        p for p in (folder / entry["image"], folder / "images" / entry["image"]) if p.exists()
    )
    return Labelled(
        entry["image"],
        load_photo(path),
        frozenset(cards) if whole else frozenset(),
        frozenset(ranks),
        frozenset(partly),
        tuple(_place(o) for o in objects if "box" in o),
    )


def _place(thing: Mapping[str, Any]) -> Place:
    x0, y0, x1, y1 = thing["box"]
    rank = _game_rank(str(thing.get("rank"))) or ""
    return Place(_game_card(thing["class"]), rank, ((x0 + x1) / 2, (y0 + y1) / 2))


def _game_card(name: str) -> Card | None:
    try:
        return parse_card(name[:-1] + name[-1:].lower())
    except ValueError:
        return None


def _game_rank(name: str) -> str | None:
    letter = "T" if name == "10" else name
    return letter if letter in "6789TJQKA" and letter else None


def labelled_film(film: Path, truth: Path) -> Iterator[Labelled]:
    """Yield the sampled frames of a film with the cards that lie still and show well."""
    frames = json.loads(truth.read_text(encoding="utf-8"))["sampled_frames"]
    video = cv2.VideoCapture(str(film))
    for sample in frames:
        video.set(cv2.CAP_PROP_POS_FRAMES, sample["frame"])
        there, picture = video.read()
        if there:
            yield _labelled_frame(f"{film.stem}@{sample['frame']}", picture, sample["cards"])


def _labelled_frame(name: str, picture: object, cards: list[Mapping[str, Any]]) -> Labelled:
    faces = [(s, card) for s in cards if (card := _game_card(s["card"]))]
    full = {c for s, c in faces if not s["in_motion"] and s["visible_fraction"] >= VISIBLE}
    return Labelled(
        name,
        np.asarray(picture, np.uint8),
        frozenset(full),
        frozenset(c.rank.letter for c in full),
        frozenset(c for _, c in faces) - full,
        tuple(_film_place(s, card) for s, card in faces if "quad_px" in s),
        from_film=True,
    )


def _film_place(sample: Mapping[str, Any], card: Card) -> Place:
    x, y = np.mean(sample["quad_px"], axis=0)
    return Place(card, card.rank.letter, (float(x), float(y)))
