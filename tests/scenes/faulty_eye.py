"""An eye that errs on purpose: the shipped networks see, and then something is seen wrongly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from engine.cards import Card, parse_card
from vision.eye import Eye
from vision.seen import Kind, SeenCard


@dataclass(frozen=True)
class Misread:
    """A card is read as another one, surely, for a while or in a share of the looks."""

    at: float
    until: float
    card: str
    as_card: str
    share: float = 1.0
    probability: float = 0.97


@dataclass(frozen=True)
class Unseen:
    """A card is not found for a while."""

    at: float
    until: float
    card: str


@dataclass(frozen=True)
class Jitter:
    """The corners of everything that is found are off by so many pixels, each look anew."""

    at: float
    until: float
    by_px: float


@dataclass(frozen=True)
class Nested:
    """Every face is found twice: once more a little smaller, and read as another card."""

    at: float
    until: float
    as_card: str
    inside: float = 0.12
    """By which share of its size the second box is smaller."""


@dataclass(frozen=True)
class Phantom:
    """A card is found, surely, where none lies."""

    at: float
    until: float
    card: str
    quad: tuple = ()
    """Corners in pixels, clockwise."""


Error = Misread | Unseen | Jitter | Nested | Phantom


class FaultyEye:
    """The shipped eye with errors laid over it; `now` is the time of the picture."""

    def __init__(self, eye: Eye, errors: Iterable[Error], pixels: Callable) -> None:
        """Err as told; `pixels` turns millimetres of the table into pixels."""
        self.now = 0.0
        self._eye, self._errors, self._pixels = eye, tuple(errors), pixels
        self.backs = eye.backs
        self._chance = np.random.default_rng(11)

    def look_where(self, picture, window, is_asked):
        """See what the shipped eye sees, and err."""
        seen = list(self._eye.look_where(picture, window, is_asked))
        for error in self._errors:
            if error.at <= self.now < error.until:
                seen = self._err(error, seen, is_asked)
        return tuple(seen)

    def read_at(self, picture, quads):
        """Read what the shipped eye reads; misread what is misread."""
        return self._misread(self._eye.read_at(picture, quads))

    def look_at(self, picture, quads):
        """See what the shipped eye sees where motion proposes a card; misread what is misread."""
        return self._misread(self._eye.look_at(picture, quads))

    def _misread(self, seen):
        seen = list(seen)
        for error in self._errors:
            if isinstance(error, Misread) and error.at <= self.now < error.until:
                seen = self._err(error, seen, None)
        return tuple(seen)

    def _err(self, error: Error, seen: list[SeenCard], is_asked) -> list[SeenCard]:
        match error:
            case Misread(card=card, as_card=other, share=share, probability=sure):
                return [
                    as_face(s, parse_card(other), sure)
                    if is_face(s, card) and self._chance.random() < share
                    else s
                    for s in seen
                ]
            case Unseen(card=card):
                return [s for s in seen if not is_face(s, card)]
            case Jitter(by_px=by_px):
                return [replace(s, quad=self._shaken(s.quad, by_px)) for s in seen]
            case Nested(as_card=other, inside=inside):
                faces = [s for s in seen if s.kind is Kind.FACE]
                inner = [as_face(s, parse_card(other), 0.9) for s in faces]
                return [*seen, *(replace(s, quad=shrunk(s.quad, inside)) for s in inner)]
            case Phantom(card=card, quad=quad):
                corners = tuple((float(x), float(y)) for x, y in self._pixels(quad))
                ghost = SeenCard(corners, Kind.FACE, None, 0.95)
                return [
                    *seen,
                    *([as_face(ghost, parse_card(card), 0.95)] if is_asked(corners) else []),
                ]

    def _shaken(self, quad, by_px):
        moved = np.array(quad) + self._chance.normal(0, by_px, (4, 2))
        return tuple((float(x), float(y)) for x, y in moved)


def is_face(seen: SeenCard, name: str) -> bool:
    return seen.card == parse_card(name)


def as_face(seen: SeenCard, card: Card, probability: float) -> SeenCard:
    return replace(
        seen,
        kind=Kind.FACE,
        card=card,
        probability=probability,
        candidates=((card, probability),),
    )


def shrunk(quad, share):
    corners = np.array(quad)
    middle = corners.mean(axis=0)
    return tuple((float(x), float(y)) for x, y in middle + (corners - middle) * (1 - share))
