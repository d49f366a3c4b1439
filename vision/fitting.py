"""Fit how sure readings may be and from where on they are believed, on pictures with truth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.cards import Card
from vision.confidence import (
    WRONG_COSTS,
    CostAt,
    Judged,
    Sample,
    calibration_error,
    chosen,
    cost_curve,
    fit_sureness,
    samples_at,
)
from vision.eye import Eye
from vision.labelled import Labelled
from vision.photo import scales_for
from vision.seen import Quad
from vision.sureness import UNCORRECTED, Sureness


@dataclass(frozen=True, slots=True)
class Fit:
    """What was fitted, and what it brings on the pictures it was fitted to."""

    sureness: Sureness
    chosen: CostAt
    curve: tuple[CostAt, ...]
    samples: tuple[Sample, ...]
    error_before: float
    error_after: float


def judged_in(eye: Eye, pictures: Iterable[Labelled]) -> Iterator[Judged]:
    """Read pictures, and yield for each card what the networks say and what lies there."""
    for labelled in pictures:
        scales = () if labelled.from_film else scales_for(labelled.picture)
        for seen, reading in eye.look_closely(labelled.picture, scales):
            if reading is None or reading.evidence is None or not labelled.places:
                continue
            there = _there(labelled, seen.quad, tuple(c for c, _ in reading.candidates))
            if there is not None:
                yield Judged(reading.evidence, there)


def _there(labelled: Labelled, quad: Quad, cards: tuple[Card, ...]) -> frozenset[Card] | None:
    """Return which of the likeliest cards lie there; None when the labels cannot tell."""
    verdicts = {card: labelled.is_right(quad, card) for card in cards}
    if None in verdicts.values():
        return None
    return frozenset(card for card, right in verdicts.items() if right)


def fit(judged: Sequence[Judged], wrong_costs: float = WRONG_COSTS) -> Fit:
    """Fit how sure to be, then choose the cheapest threshold; raises ValueError for no cards."""
    sureness = fit_sureness(judged)
    samples = samples_at(judged, sureness)
    curve = cost_curve(samples, wrong_costs)
    return Fit(
        sureness,
        chosen(curve, wrong_costs),
        curve,
        samples,
        calibration_error(samples_at(judged, UNCORRECTED)),
        calibration_error(samples),
    )
