"""Check a deck before play: all 36 seen, none twice, no card and no back of another deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from engine.cards import DECK, Card
from vision.crops import WHOLE_SIZE, Corners, Picture, upright
from vision.deck_backs import FOREIGN, print_of, strangeness
from vision.enrol_labels import EMPTY, FOREIGN_FACE, Lying
from vision.enrol_sources import Shot
from vision.eye import Eye
from vision.network import Floats
from vision.photo import scales_for
from vision.seen import Kind

DARK_PAPER: Final = 0.35
"""Paper darker than this part of the brightest light in a picture belongs to a black face. It is
told only where no face is read: the readers take black faces for backs, and a back may be dark."""

RIM: Final = (3, 8)
"""Rows and columns of a crop between which there is paper and no print."""

FILM: Final = 4
"""From so many pictures on, what is found has to be found in two."""


@dataclass(frozen=True, slots=True)
class DeckReport:
    """What a deck check saw; counts are the most that one picture showed."""

    pictures: int
    seen: tuple[Card, ...]
    twice: tuple[Card, ...]
    foreign_faces: int
    foreign_backs: int
    backs: int
    unreadable: int
    black_faces: int

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that were not seen."""
        return tuple(sorted(DECK - set(self.seen)))

    @property
    def is_right(self) -> bool:
        """Tell whether this is a whole deck and nothing else."""
        return not (self.missing or self.twice or self.foreign_faces or self.foreign_backs)

    def row(self) -> dict[str, object]:
        """Return the report as a journal row."""
        return {
            "right": self.is_right,
            "pictures": self.pictures,
            "seen": [str(card) for card in self.seen],
            "missing": [str(card) for card in self.missing],
            "twice": [str(card) for card in self.twice],
            "foreign_faces": self.foreign_faces,
            "foreign_backs": self.foreign_backs,
            "backs": self.backs,
            "unreadable": self.unreadable,
            "black_faces": self.black_faces,
        }


@dataclass(slots=True)
class _Tally:
    seen: Counter[Card] = field(default_factory=Counter)
    twice: Counter[Card] = field(default_factory=Counter)
    foreign_faces: list[int] = field(default_factory=list)
    foreign_backs: list[int] = field(default_factory=list)
    backs: list[int] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    black_faces: list[int] = field(default_factory=list)


def check_deck(eye: Eye, shots: Iterable[Shot], prints: Sequence[Floats] = ()) -> DeckReport:
    """Look at a deck that is spread or shown; `prints` are the enrolled backs."""
    tally = _Tally()
    for shot in shots:
        looked = eye.look_closely(shot.picture, scales_for(shot.picture))
        lying = [
            Lying(np.array(seen.quad, np.float64), reading, seen.kind)
            for seen, reading in looked
            if reading is not None
        ]
        _count(tally, shot.picture, lying, eye.readable, prints)
    pictures = len(tally.backs)
    often = 2 if pictures >= FILM else 1
    return DeckReport(
        pictures=pictures,
        seen=tuple(sorted(tally.seen)),
        twice=tuple(sorted(card for card, count in tally.twice.items() if count >= often)),
        foreign_faces=_most(tally.foreign_faces, often),
        foreign_backs=_most(tally.foreign_backs, often),
        backs=_most(tally.backs, 1),
        unreadable=min(tally.unreadable, default=0),
        black_faces=_most(tally.black_faces, often),
    )


def _most(counts: Sequence[int], often: int) -> int:
    """Return the highest count that was reached in so many pictures."""
    ranked = sorted(counts, reverse=True)
    return ranked[often - 1] if len(ranked) >= often else 0


def _count(
    tally: _Tally, picture: Picture, lying: Sequence[Lying], sure: float, prints: Sequence[Floats]
) -> None:
    backs = [card for card in lying if card.kind is Kind.BACK]
    faces = [
        card for card in lying if card.kind is not Kind.BACK and card.reading.unreadable < EMPTY
    ]
    read = Counter(card.best[0] for card in faces if card.best[1] >= sure)
    unread = [card for card in lying if card.kind is Kind.UNREADABLE]
    black = [] if read else [card for card in lying if is_black_face(picture, card.corners)]
    tally.seen.update(set(read))
    tally.twice.update(card for card, count in read.items() if count > 1)
    tally.foreign_faces.append(sum(c.reading.other_face > FOREIGN_FACE for c in faces))
    strange = [strangeness(prints, print_of(picture, card.corners)) for card in backs]
    tally.foreign_backs.append(sum(apart > FOREIGN for apart in strange))
    tally.backs.append(len(backs))
    tally.unreadable.append(len(unread))
    tally.black_faces.append(len(black))


def is_black_face(picture: Picture, corners: Corners) -> bool:
    """Tell whether a card is printed on black: its rim is dark while the picture is not."""
    bright = float(np.percentile(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 99))
    grey = cv2.cvtColor(upright(picture, corners, WHOLE_SIZE), cv2.COLOR_BGR2GRAY)
    near, far = RIM
    height, width = grey.shape
    rows = np.r_[near:far, height - far : height - near]
    columns = np.r_[near:far, width - far : width - near]
    rim = np.concatenate([grey[rows].ravel(), grey[:, columns].ravel()])
    return float(np.median(rim)) < DARK_PAPER * bright
