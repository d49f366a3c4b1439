"""Two models side by side: their figures on each set, and the pictures on which they differ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.cards import Card
from vision.crops import Picture
from vision.evaluate import Score, look_at, note
from vision.eye import Eye
from vision.labelled import Labelled
from vision.photo import annotated

HIGHER_IS_BETTER: Final = ("precision", "recall", "rank_precision", "rank_recall")
LOWER_IS_BETTER: Final = ("wrong",)
KEPT_PICTURES: Final = 40

Figures = dict[str, float | int]


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """A picture that two models read differently: what only the one and only the other read."""

    name: str
    only_one: tuple[Card, ...]
    only_other: tuple[Card, ...]
    side_by_side: Picture | None

    def words(self) -> str:
        """Say what differs, such as ``a.jpg: 9h | 9d``."""
        one, other = (" ".join(map(str, cards)) for cards in (self.only_one, self.only_other))
        return f"{self.name}: {one or '-'} | {other or '-'}"


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """What two models score on one set."""

    name: str
    one: Figures
    other: Figures
    differences: tuple[Difference, ...]

    def worse(self) -> tuple[str, ...]:
        """Name the figures in which the other model is worse than the one."""
        lower = [f for f in HIGHER_IS_BETTER if self.other[f] < self.one[f]]
        higher = [f for f in LOWER_IS_BETTER if self.other[f] > self.one[f]]
        return (*lower, *higher)


def compared(name: str, one: Eye, other: Eye, pictures: Iterable[Labelled]) -> Comparison:
    """Let two models read the same pictures."""
    scores = (Score(), Score())
    differences: list[Difference] = []
    for labelled in pictures:
        seen = [look_at(eye, labelled) for eye in (one, other)]
        for score, found in zip(scores, seen, strict=True):
            note(score, labelled, found)
        first, second = ({c.card for c in found if c.card} for found in seen)
        if first == second:
            continue
        drawn = None
        if len(differences) < KEPT_PICTURES:
            pair = [annotated(labelled.picture, found) for found in seen]
            drawn = np.asarray(np.hstack(pair), np.uint8)
        only = (tuple(sorted(first - second)), tuple(sorted(second - first)))
        differences.append(Difference(labelled.name, *only, drawn))
    return Comparison(name, scores[0].figures(), scores[1].figures(), tuple(differences))
