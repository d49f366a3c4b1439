"""The eye: find, align, read. One picture in, everything that is seen in it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.aligner import Aligner
from vision.crops import Corners, Picture, gaps
from vision.deck import Deck
from vision.detector import Detector, Found, YoloDetector
from vision.network import Backend, Floats, Network, open_network
from vision.reader import Reader, Reading
from vision.registry import READABLE, Weights, checked, read_choice, read_registry
from vision.seen import Kind, Quad, SeenCard, as_quad
from vision.sureness import Sureness
from vision.window import Window

SAME_CARD: Final = 0.12
"""Two boxes whose corners lie nearer than this part of a card's height are one card."""

SAME_FACE: Final = 0.6
"""Boxes that say the same face are one card from further off."""

EXPLAINED: Final = 0.85
"""A box of which surer cards fill this part shows no card of its own."""

SETTLED: Final = 0.04
"""Boxes whose corners lie nearer than this part of a card's height have settled on one place."""

MASK: Final = (24, 33)

THERE: Final = 0.3
"""Below this probability the aligner says that no card lies in the rough box."""


PLAIN_BACK: Final = 0.6
"""From this score on a box that the finder calls a back is not read for a face."""

Asked = Callable[[Quad], bool]
"""Whether anybody wants to know what a rough box shows."""


@dataclass(frozen=True, slots=True)
class Eye:
    """Sees the cards in a picture."""

    detector: Detector
    aligner: Aligner
    reader: Reader
    readable: float = READABLE
    """Below this probability a face is called unreadable rather than guessed."""
    backs: tuple[Floats, ...] = ()
    """The prints of the enrolled deck's backs."""

    def make_ready(self, shape: tuple[int, int]) -> None:
        """Prepare for pictures of so many rows and columns, so that no look has to wait."""
        self.detector.make_ready(shape)

    def look(self, picture: Picture, scales: tuple[int, ...] = ()) -> tuple[SeenCard, ...]:
        """See every card, back and hand in one BGR picture.

        `scales` are the long sides in pixels at which to search; without them, the detector's own.
        """
        return tuple(seen for seen, _ in self.look_closely(picture, scales))

    def look_where(self, picture: Picture, window: Window, is_asked: Asked) -> tuple[SeenCard, ...]:
        """See the cards and backs in a window of a BGR picture that somebody asks about.

        What the finder takes for a back without any doubt is not read, unless everything is.
        """
        found = (f for f in self.detector.detect_in(picture, window) if f.kind is not Kind.HAND)
        cards = [f for f in found if is_asked(as_quad(f.corners))]
        if not window.shows_all(picture.shape[:2]):
            return tuple(_once(list(self._read_faces(picture, cards))))
        return tuple(_once([seen for seen, _ in self._read(picture, cards)]))

    def look_closely(
        self, picture: Picture, scales: tuple[int, ...] = ()
    ) -> tuple[tuple[SeenCard, Reading | None], ...]:
        """See every card, back and hand, each card with the reading behind it."""
        found = [f for scale in scales or (None,) for f in self.detector.detect(picture, scale)]
        cards = [f for f in found if f.kind is not Kind.HAND]
        hands = [f for f in found if f.kind is Kind.HAND]
        behind = {id(seen): (seen, reading) for seen, reading in self._read(picture, cards)}
        return (
            *(behind[id(s)] for s in _once([seen for seen, _ in behind.values()])),
            *((SeenCard(as_quad(h.corners), Kind.HAND, None, h.score), None) for h in hands),
        )

    def _read(self, picture: Picture, cards: Sequence[Found]) -> Iterator[tuple[SeenCard, Reading]]:
        """Align rough boxes and read what they hold; boxes that hold no card yield nothing."""
        there = self._aligned(picture, cards)
        readings = self.reader.read(picture, [corners for _, corners in there])
        for (found, corners), reading in zip(there, readings, strict=True):
            yield self._named(found, corners, reading), reading

    def _read_faces(self, picture: Picture, cards: Sequence[Found]) -> Iterator[SeenCard]:
        """Align all rough boxes, and read those that are no plain backs."""
        there = self._aligned(picture, cards)
        faces = [(f, c) for f, c in there if not _is_plain_back(f)]
        yield from (
            SeenCard(as_quad(c), Kind.BACK, None, f.score) for f, c in there if _is_plain_back(f)
        )
        readings = self.reader.read(picture, [corners for _, corners in faces])
        for (found, corners), reading in zip(faces, readings, strict=True):
            yield self._named(found, corners, reading)

    def _aligned(self, picture: Picture, cards: Sequence[Found]) -> list[tuple[Found, Corners]]:
        """Return the rough boxes that hold a card, each with the corners of that card."""
        aligned = self.aligner.align(picture, [f.corners for f in cards])
        return [
            (f, corners) for f, (corners, sure) in zip(cards, aligned, strict=True) if sure > THERE
        ]

    def read_at(self, picture: Picture, quads: Sequence[Quad]) -> tuple[SeenCard, ...]:
        """Read cards whose corners are known already."""
        corners = [np.array(quad, np.float64) for quad in quads]
        found = [Found(c, Kind.FACE, 1.0) for c in corners]
        readings = self.reader.read(picture, corners)
        named = zip(found, corners, readings, strict=True)
        return tuple(self._named(f, c, r) for f, c, r in named)

    def look_at(self, picture: Picture, quads: Sequence[Quad]) -> tuple[SeenCard, ...]:
        """See the cards in rough boxes that somebody else than the finder proposes.

        Many boxes may be about one card; each card is read once.
        """
        found = [Found(np.array(quad, np.float64), Kind.FACE, 0.0) for quad in quads]
        there = _apart(self._aligned(picture, found))
        readings = self.reader.read(picture, [corners for _, corners in there])
        named = zip(there, readings, strict=True)
        return tuple(_once([self._named(f, c, reading) for (f, c), reading in named]))

    def _named(self, found: Found, corners: Corners, reading: Reading) -> SeenCard:
        quad = as_quad(corners)
        best, probability = reading.candidates[0]
        if probability >= self.readable:
            return SeenCard(quad, Kind.FACE, best, probability, reading.candidates)
        if reading.back > 0.5 or (found.kind is Kind.BACK and probability < 0.5):
            return SeenCard(quad, Kind.BACK, None, found.score)
        return SeenCard(quad, Kind.UNREADABLE, None, probability, reading.candidates)


def _apart(there: Sequence[tuple[Found, Corners]]) -> list[tuple[Found, Corners]]:
    """Keep one of the boxes that have settled on one place."""
    if not there:
        return []
    quads = np.array([corners for _, corners in there])
    away = gaps(quads) / np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1)[:, None]
    kept: list[int] = []
    for n in range(len(there)):
        if all(away[n, k] >= SETTLED for k in kept):
            kept.append(n)
    return [there[n] for n in kept]


def _is_plain_back(found: Found) -> bool:
    return found.kind is Kind.BACK and found.score >= PLAIN_BACK


def _once(seen: list[SeenCard]) -> list[SeenCard]:
    """Keep each card once: boxes that settled on one card tell the same, and the surest stays.

    A defence card may lie so squarely on its attack card that only what they show tells them
    apart: two faces read differently stay two cards. But a box between two cards shows nothing
    that is not theirs, and whatever it reads is made of both.
    """
    if not seen:
        return []
    ranked = sorted(seen, key=lambda c: (c.kind is not Kind.FACE, -c.probability))
    quads = np.array([card.quad for card in ranked])
    apart = gaps(quads) / np.linalg.norm(quads[:, 0] - quads[:, 3], axis=1)[:, None]
    kept: list[int] = []
    for n, card in enumerate(ranked):
        if any(apart[n, k] < _same_within(card, ranked[k]) for k in kept):
            continue
        others = [ranked[k] for k in kept]
        if card.kind is Kind.BACK or _explained(card, others) < EXPLAINED:
            kept.append(n)
    return [ranked[n] for n in kept]


def _explained(card: SeenCard, others: list[SeenCard]) -> float:
    """Measure how much of a card's place surer cards fill."""
    wide, high = MASK
    target = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    warp = cv2.getPerspectiveTransform(np.array(card.quad, np.float32), target)
    mask = np.zeros((high, wide), np.uint8)
    for other in others:
        corners = cv2.perspectiveTransform(np.array([other.quad], np.float64), warp)[0]
        cv2.fillConvexPoly(mask, np.clip(corners, -999, 999).astype(np.int32), 1)
    return float(mask.mean())


def _same_within(card: SeenCard, other: SeenCard) -> float:
    """Return how near, in heights of a card, two boxes must lie to show one card."""
    if card.card is not None and other.card is not None:
        return SAME_FACE if card.card == other.card else 0.0
    return SAME_CARD


def open_eye(
    backend: Backend = Backend.OPENVINO,
    *,
    long_side: int = 768,
    folder: Path | None = None,
    deck: Callable[[Mapping[str, Weights]], Deck] | None = None,
    threads: int = 2,
) -> Eye:
    """Open the shipped networks, with an enrolled deck if one is given, on so many threads.

    Raises WeightsError when weights are missing or changed, and DeckError for a deck of others.
    """
    registry, choice = read_registry(folder), read_choice(folder)
    finder = checked(registry["finder"])
    networks = {
        name: open_network(checked(registry[name]), backend, threads=threads)
        for name in ("aligner", "whole", "index")
    }
    enrolled = deck(registry) if deck else None
    return Eye(
        YoloDetector(lambda shape: open_network(finder, backend, shape, threads), long_side),
        Aligner(networks["aligner"]),
        _reader(networks, choice.sureness, enrolled),
        choice.readable,
        enrolled.backs if enrolled else (),
    )


def _reader(networks: Mapping[str, Network], sureness: Sureness, deck: Deck | None) -> Reader:
    whole, index = networks["whole"], networks["index"]
    if deck is None:
        return Reader(whole, index, sureness)
    warm = replace(sureness, temperature=deck.temperature)
    return Reader(whole, index, warm, (deck.whole, deck.index))
