"""Honest probabilities: how sure a reading may call itself, and from where on it is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import numpy as np

from engine.cards import Card
from engine.faults import Cause, CausedError
from vision.reader import CARDS, Evidence, chances_of
from vision.sureness import UNCORRECTED, Sureness, fit_slope

WRONG_COSTS: Final = 50.0
"""A card that is read wrong is so many times worse than one that is called unreadable."""

BINS: Final = 15
TEMPERATURES: Final = tuple(float(t) for t in np.exp(np.linspace(np.log(0.5), np.log(12.0), 80)))
LEAST_THRESHOLD: Final = 0.5


@dataclass(frozen=True, slots=True)
class Sample:
    """One card as it was read: how sure the best face was, and whether it was right."""

    probability: float
    right: bool


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What the networks said of one card in a picture, and the cards that lie there."""

    evidence: Evidence
    there: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Bin:
    """Cards that were about equally sure: how many, how sure on average, how often right."""

    count: int
    sure: float
    right: float


@dataclass(frozen=True, slots=True)
class CostAt:
    """What believing faces from a threshold on costs: unreadable 1 each, wrong ones their price."""

    threshold: float
    read: int
    wrong: int
    unreadable: int
    cost: float


def fit_sureness(judged: Sequence[Judged]) -> Sureness:
    """Fit the temperature, then slope and shift at that temperature; raises ValueError for none."""
    warm = fit_temperature(judged)
    samples = samples_at(judged, warm)
    best = np.array([s.probability for s in samples])
    return Sureness(warm.temperature, *fit_slope(best, np.array([s.right for s in samples])))


def fit_temperature(judged: Sequence[Judged], like: Sureness = UNCORRECTED) -> Sureness:
    """Return the temperature at which the probabilities say most about what was right.

    Slope and shift stay as they are in `like`. Raises ValueError when nothing was read: there is
    nothing to fit.
    """
    if not judged:
        told = "no card was seen in the pictures: there is nothing to fit"
        raise CausedError(told, Cause("fit-nothing", ""))
    tried = [replace(like, temperature=round(t, 3)) for t in TEMPERATURES]
    losses = [log_loss(samples_at(judged, one)) for one in tried]
    return tried[int(np.argmin(losses))]


def samples_at(judged: Sequence[Judged], sureness: Sureness) -> tuple[Sample, ...]:
    """Return how sure each card's best face is, and whether it lies there."""
    chances = chances_of([j.evidence for j in judged], sureness)[:, list(CARDS)]
    best = chances.argmax(axis=1)
    cards = tuple(CARDS.values())
    return tuple(
        Sample(float(row[n]), cards[n] in j.there)
        for j, row, n in zip(judged, chances, best, strict=True)
    )


def log_loss(samples: Sequence[Sample]) -> float:
    """Return the mean surprise in nats of what was right and wrong."""
    said = np.clip([s.probability for s in samples], 1e-6, 1 - 1e-6)
    right = np.array([s.right for s in samples])
    return float(-np.where(right, np.log(said), np.log(1 - said)).mean())


def reliability(samples: Sequence[Sample], bins: int = BINS) -> tuple[Bin, ...]:
    """Gather samples in bins of equal width; empty bins are left out."""
    said = np.array([s.probability for s in samples])
    right = np.array([s.right for s in samples], np.float64)
    places = np.minimum((said * bins).astype(int), bins - 1)
    return tuple(
        Bin(int(inside.sum()), float(said[inside].mean()), float(right[inside].mean()))
        for n in range(bins)
        if (inside := places == n).any()
    )


def calibration_error(samples: Sequence[Sample], bins: int = BINS) -> float:
    """Return the expected calibration error: how far sureness lies from being right, on average."""
    found = reliability(samples, bins)
    total = sum(b.count for b in found)
    return sum(b.count * abs(b.sure - b.right) for b in found) / total if total else 0.0


def cost_curve(samples: Sequence[Sample], wrong_costs: float = WRONG_COSTS) -> tuple[CostAt, ...]:
    """Price every threshold from 0.5 on at which something changes, lowest first."""
    levels = sorted({s.probability for s in samples if s.probability >= LEAST_THRESHOLD})
    between = [(a + b) / 2 for a, b in pairwise([*levels, 1.0])]
    return tuple(cost_at(samples, t, wrong_costs) for t in (LEAST_THRESHOLD, *between))


def cost_at(samples: Sequence[Sample], threshold: float, wrong_costs: float) -> CostAt:
    """Price one threshold."""
    read = [s for s in samples if s.probability >= threshold]
    wrong = sum(not s.right for s in read)
    unreadable = len(samples) - len(read)
    return CostAt(threshold, len(read), wrong, unreadable, wrong_costs * wrong + unreadable)


def cheapest(curve: Sequence[CostAt]) -> CostAt:
    """Return the threshold that costs least; of equals the highest, which says less wrong."""
    return min(curve, key=lambda c: (c.cost, -c.threshold))


def chosen(curve: Sequence[CostAt], wrong_costs: float = WRONG_COSTS) -> CostAt:
    """Return the lowest threshold that is not dearer than the cheapest by more than chance.

    Chance is one standard error of the difference: every card that is read at one threshold and
    not at the other adds the square of what it costs more or less.
    """
    best = cheapest(curve)

    def is_as_cheap(row: CostAt) -> bool:
        wrong = abs(row.wrong - best.wrong)
        right = abs(row.read - best.read) - wrong
        error = (wrong * (wrong_costs - 1) ** 2 + right) ** 0.5
        return bool(row.cost - best.cost <= error)

    return next(row for row in curve if is_as_cheap(row))
