"""Which card is which when a deck is shown: by file name, by its place in rows, or by reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import DECK, Card
from vision.crops import WHOLE_SIZE, Corners, upright
from vision.enrol_sources import EnrolRefusedError, Refusal, Shot, sharpness
from vision.enrol_views import View
from vision.eye import Eye
from vision.matching import best_match
from vision.photo import scales_for
from vision.reader import CARDS, Reading, chances_of
from vision.seen import Kind
from vision.sureness import Sureness

ROWS: Final = 4
SUITS: Final = "cdhs"
IN_ROWS: Final = tuple(sorted(DECK, key=lambda c: (SUITS.index(c.suit.value), c.rank)))
"""The order in which a deck is laid out whose faces cannot be read yet."""

MANY: Final = 8
SMALLEST: Final = 0.6
LARGEST: Final = 1.3
"""Of so many cards, none differs more in area from the usual one."""

NEAR: Final = 0.3
"""Cards that are shown lie side by side: boxes that lie nearer are boxes of one card."""

LEAST_SHARP: Final = 0.29
LEAST_LIGHT: Final = 60.0
"""Sharpness and lightness (0 to 255) under which a picture teaches nothing."""

FOREIGN_FACE: Final = 0.9
LIKELY: Final = 0.5
POSSIBLE: Final = 0.02
CONTESTED: Final = 0.2
"""In a spread that shows all 36 a face is told by less, as each is there once: by very little when
nothing fits the card better, and by this much when something does."""

GAME: Final = tuple(CARDS.values())
WARM: Final = Sureness(temperature=2.0)
"""A deck that nobody knows yet is guessed at: what is unlikely stays possible."""
EMPTY: Final = 0.6
"""So unreadable is a box that lies on no card, or on a covered one."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A card that lies in a shot, with what the reader says of it."""

    corners: Corners
    reading: Reading
    kind: Kind

    @property
    def best(self) -> tuple[Card, float]:
        """The likeliest face."""
        return self.reading.candidates[0]

    @property
    def area(self) -> float:
        """How large it is in the picture, in square pixels."""
        return float(cv2.contourArea(self.corners.astype(np.float32)))


def lying_in(eye: Eye, shot: Shot) -> tuple[Lying, ...]:
    """Return the cards in a shot; raises EnrolRefusedError for one that is dark or blurred."""
    looked = eye.look_closely(shot.picture, scales_for(shot.picture))
    lying = tuple(
        Lying(np.array(seen.quad, np.float64), reading, seen.kind)
        for seen, reading in looked
        if reading is not None
    )
    if lying:
        _check_light(shot, lying)
    return of_one_size(lying)


def of_one_size(lying: Sequence[Lying]) -> tuple[Lying, ...]:
    """Leave out boxes that are too large or too small for a card of this shot, and second boxes."""
    usual = float(np.median([card.area for card in lying])) if lying else 0.0
    kept: list[Lying] = []
    for card in sorted(lying, key=lambda c: -c.best[1]):
        fits = len(lying) < MANY or SMALLEST < card.area / usual < LARGEST
        if fits and all(_apart(card, other) > NEAR for other in kept):
            kept.append(card)
    return tuple(kept)


def _apart(one: Lying, other: Lying) -> float:
    """Return how far the middles of two boxes lie apart, in parts of a card's height."""
    high = float(np.linalg.norm(other.corners[0] - other.corners[3]))
    return float(np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0))) / high


def _check_light(shot: Shot, lying: Sequence[Lying]) -> None:
    crops = [upright(shot.picture, card.corners, WHOLE_SIZE) for card in lying]
    if np.median([np.percentile(crop, 95) for crop in crops]) < LEAST_LIGHT:
        raise EnrolRefusedError(Refusal.DARK, things=(shot.label,))
    if np.median([sharpness(crop) for crop in crops]) < LEAST_SHARP:
        raise EnrolRefusedError(Refusal.BLURRED, things=(shot.label,))


def views_by_name(shot: Shot, number: int, lying: Sequence[Lying], sure: float) -> tuple[View, ...]:
    """Take the one card of a picture that is named after it; raises EnrolRefusedError."""
    if not lying:
        raise EnrolRefusedError(Refusal.NO_CARD_IN, things=(shot.label,))
    card = max(lying, key=lambda c: c.area)
    if contradicted(shot.shows, card, sure):
        raise EnrolRefusedError(Refusal.SHOWS_ANOTHER, (card.best[0],), (shot.label,))
    return (View(shot.shows, shot.picture, card.corners, number),)


def contradicted(shows: str, lies: Lying, sure: float) -> bool:
    """Tell whether a card surely shows another face than a person says."""
    face, probability = lies.best
    return probability >= sure and str(face) != shows


def views_by_place(
    shot: Shot, number: int, lying: Sequence[Lying], sure: float
) -> tuple[View, ...]:
    """Take 36 cards that lie in four rows: clubs, diamonds, hearts, spades, each six to ace.

    Raises EnrolRefusedError when there are more or fewer, or one that surely lies elsewhere.
    """
    faces = [card for card in lying if card.kind is not Kind.BACK]
    if len(faces) != len(DECK):
        raise EnrolRefusedError(Refusal.NOT_36, things=(shot.label, str(len(faces))))
    by_height = sorted(faces, key=lambda c: float(c.corners[:, 1].mean()))
    wide = len(DECK) // ROWS
    rows = [by_height[n * wide : (n + 1) * wide] for n in range(ROWS)]
    ordered = [c for row in rows for c in sorted(row, key=lambda c: float(c.corners[:, 0].mean()))]
    for card, lies in zip(IN_ROWS, ordered, strict=True):
        if contradicted(str(card), lies, sure):
            raise EnrolRefusedError(Refusal.SHOWS_ANOTHER, (lies.best[0],), (shot.label,))
    return tuple(
        View(str(card), shot.picture, lies.corners, number)
        for card, lies in zip(IN_ROWS, ordered, strict=True)
    )


def views_by_reading(
    shot: Shot, number: int, lying: Sequence[Lying], sure: float
) -> tuple[View, ...]:
    """Take the cards of a shot whose faces can be told, each face once.

    Raises EnrolRefusedError for a face that is there twice, a face of a larger deck, and more
    cards than a deck has.
    """
    faces = [c for c in lying if c.kind is not Kind.BACK and c.reading.unreadable < EMPTY]
    _check_faces(shot, faces, sure)
    if not faces:
        return ()
    likely = _chances(faces)
    places = best_match(-np.log(np.maximum(likely, 1e-6)))
    whole = len(faces) == len(DECK)
    return tuple(
        View(str(GAME[place]), shot.picture, card.corners, number)
        for card, place, row in zip(faces, places, likely, strict=True)
        if row[place] >= (_needed(row, place) if whole else LIKELY)
    )


def _needed(row: npt.NDArray[np.float64], place: int) -> float:
    return POSSIBLE if row.argmax() == place else CONTESTED


def _check_faces(shot: Shot, faces: Sequence[Lying], sure: float) -> None:
    if any(card.reading.other_face > FOREIGN_FACE for card in faces):
        raise EnrolRefusedError(Refusal.FOREIGN_FACE, things=(shot.label,))
    counted = Counter(card.best[0] for card in faces if card.best[1] >= sure)
    twice = tuple(sorted(card for card, count in counted.items() if count > 1))
    if twice:
        raise EnrolRefusedError(Refusal.TWICE, twice, (shot.label,))
    if len(faces) > len(DECK):
        raise EnrolRefusedError(Refusal.TOO_MANY, things=(shot.label, str(len(faces))))


def _chances(faces: Sequence[Lying]) -> npt.NDArray[np.float64]:
    evidence = [card.reading.evidence for card in faces if card.reading.evidence is not None]
    found: npt.NDArray[np.float64] = chances_of(evidence, WARM)[:, list(CARDS)]
    return found


def views_of_backs(shot: Shot, number: int, lying: Sequence[Lying]) -> tuple[View, ...]:
    """Take the backs in a shot."""
    return tuple(
        View("back", shot.picture, card.corners, number)
        for card in lying
        if card.kind is Kind.BACK and card.reading.back > LIKELY
    )
