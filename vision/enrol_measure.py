"""Measure what an enrolled deck will be worth: read what was left out of the learning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.confidence import Judged, Sample, cost_at
from vision.deck_head import AS_BEFORE, Head, learn
from vision.enrol_views import Crops, View
from vision.reader import CARDS, weighed

FOLDS: Final = 4
TESTED: Final = 10
"""So many variations of each view are read to measure."""

OFTEN: Final = 2 / 3
"""When this part of the cards was seen more than once, whole views are left out; the others then
only teach."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The crops of a deck as both readers saw them."""

    whole: Crops
    index: Crops

    def heads(self) -> tuple[Head, Head]:
        """Learn what the deck adds to both readers."""
        whole, index = self.whole, self.index
        return (
            learn(whole.scores, whole.embedding, whole.labels),
            learn(index.scores, index.embedding, index.labels),
        )


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """What the readers say of sights that were left out: with the deck's help, and without."""

    after: tuple[Judged, ...]
    before: tuple[Judged, ...]
    again: bool
    """Whole views were left out; otherwise one end of each card was."""


def left_out(seen: Seen, views: Sequence[View]) -> LeftOut:
    """Leave out each sight in turn, learn from the rest, and read what was left out."""
    again = _is_often_seen(views)
    turns = _turns_of(views) if again else np.zeros(len(views), np.int64)
    faces = np.array([v.name != "back" for v in views])
    after: list[Judged] = []
    before: list[Judged] = []
    for fold in range(FOLDS if again else 2):
        parts = [_split(c, turns, fold, again=again) for c in (seen.whole, seen.index)]
        rest = Seen(*(c.of(~out) for c, out in parts))
        out = Seen(*(c.of(out & faces[c.view] & (c.labels != AS_BEFORE)) for c, out in parts))
        if len(out.whole.labels):
            after += judged(out, rest.heads())
            before += judged(out, None)
    return LeftOut(tuple(after), tuple(before), again)


def _split(
    crops: Crops, turns: npt.NDArray[np.int64], fold: int, *, again: bool
) -> tuple[Crops, npt.NDArray[np.bool_]]:
    """Return the crops, and which of their rows are left out."""
    return crops, (turns[crops.view] == fold) if again else (crops.end == fold)


def _is_often_seen(views: Sequence[View]) -> bool:
    counts = Counter(v.name for v in views if v.name != "back")
    return sum(count > 1 for count in counts.values()) >= OFTEN * len(counts)


def _turns_of(views: Sequence[View]) -> npt.NDArray[np.int64]:
    """Say in which turn each view is left out; -1 for the only view of a card."""
    counts, turns = Counter(v.name for v in views), Counter[str]()
    found = []
    for view in views:
        found.append(turns[view.name] % FOLDS if counts[view.name] > 1 else -1)
        turns[view.name] += 1
    return np.array(found)


def judged(seen: Seen, heads: tuple[Head, Head] | None) -> list[Judged]:
    """Read crops as cards: each whole card with two index corners of the same view."""
    wholes, indices = seen.whole.scores, seen.index.scores
    if heads is not None:
        wholes = heads[0].corrected(wholes, seen.whole.embedding)
        indices = heads[1].corrected(indices, seen.index.embedding)
    return [
        Judged(weighed(wholes[one], indices[two]), frozenset({CARDS[int(seen.whole.labels[one])]}))
        for one, two in _pairs(seen)
    ]


def _pairs(seen: Seen) -> Iterator[tuple[int, npt.NDArray[np.int64]]]:
    for view in np.unique(seen.whole.view):
        wholes = np.nonzero(seen.whole.view == view)[0][:TESTED]
        indices = np.nonzero(seen.index.view == view)[0]
        for n, one in enumerate(wholes):
            yield int(one), indices[2 * n : 2 * n + 2]


def shares(samples: Sequence[Sample], readable: float) -> tuple[float, float]:
    """Return which parts were read right and read wrong."""
    counted = cost_at(samples, readable, 1.0)
    total = max(1, len(samples))
    return round((counted.read - counted.wrong) / total, 4), round(counted.wrong / total, 4)
