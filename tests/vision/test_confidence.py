"""Probabilities say how often they are right, and the threshold follows from a price."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, parse_card
from vision.confidence import (
    Judged,
    Sample,
    calibration_error,
    cheapest,
    chosen,
    cost_at,
    cost_curve,
    fit_temperature,
    log_loss,
    reliability,
    samples_at,
)
from vision.reader import CLASSES, NONE, Evidence, reading_of
from vision.sureness import Sureness, fit_slope

SAMPLES = st.lists(st.builds(Sample, st.floats(0, 1), st.booleans()), min_size=1, max_size=60)


def evidence(name, lead):
    scores = np.zeros(NONE)
    scores[CLASSES.index(name)] = lead
    return Evidence(scores, 0.0, np.ones(NONE))


@pytest.mark.parametrize("true_temperature", [1.0, 2.0, 4.0])
def test_readings_that_are_too_sure_are_found_out(true_temperature):
    chance = np.random.default_rng(7)
    judged = []
    for lead in chance.uniform(4, 16, 3000):
        one = evidence("Qs", lead * true_temperature)
        honest = reading_of(one, Sureness(true_temperature)).candidates[0][1]
        there = parse_card("Qs") if chance.random() < honest else parse_card("Qc")
        judged.append(Judged(one, frozenset({there})))
    fitted = fit_temperature(judged)
    assert fitted.temperature == pytest.approx(true_temperature, rel=0.15)
    assert calibration_error(samples_at(judged, fitted)) < 0.03


def test_a_higher_temperature_is_less_sure_and_names_the_same_card():
    one = evidence("9h", 9.0)
    read = [reading_of(one, Sureness(t)).candidates[0] for t in (0.5, 1.0, 3.0)]
    assert {str(card) for card, _ in read} == {"9h"}
    assert read[0][1] > read[1][1] > read[2][1]


@pytest.mark.parametrize(("slope", "shift"), [(1.0, 0.0), (1.6, -0.5), (0.7, 0.4)])
def test_how_often_sure_boxes_hold_no_such_card_is_found_out(slope, shift):
    chance = np.random.default_rng(3)
    best = chance.uniform(0.02, 0.99, 6000)
    true = Sureness(slope=slope, shift=shift)
    right = chance.random(6000) < true.corrected(best)
    assert fit_slope(best, right) == (
        pytest.approx(slope, abs=0.12),
        pytest.approx(shift, abs=0.12),
    )


def test_where_nothing_was_wrong_nothing_is_certain():
    slope, shift = fit_slope(np.linspace(0.3, 0.9, 40), np.ones(40, bool))
    assert Sureness(slope=slope, shift=shift).corrected(np.array([0.9]))[0] < 0.999


@given(
    st.lists(st.floats(0.001, 1), min_size=3, max_size=8),
    st.floats(0.1, 1),
    st.floats(0.2, 3),
    st.floats(-3, 3),
)
def test_correcting_the_likeliest_keeps_the_order_and_is_never_more_than_certain(
    parts, whole, slope, shift
):
    chances = np.array([parts]) / sum(parts) * whole
    honest = Sureness(slope=slope, shift=shift).honest(chances)
    assert honest.sum() <= 1 + 1e-9
    before, after = chances[0], honest[0]
    assert all(
        after[a] >= after[b] - 1e-9
        for a in range(len(before))
        for b in range(len(before))
        if before[a] > before[b]
    )


def test_without_slope_and_shift_nothing_changes():
    chances = np.array([[0.7, 0.2, 0.05]])
    assert Sureness(temperature=4.0).honest(chances) == pytest.approx(chances)


def test_nothing_to_fit_is_said():
    with pytest.raises(ValueError, match="nothing to fit"):
        fit_temperature([])


def test_the_calibration_error_of_a_known_case():
    samples = [Sample(0.9, right=n < 6) for n in range(10)] + [Sample(0.1, right=False)] * 10
    assert calibration_error(samples) == pytest.approx((10 * 0.3 + 10 * 0.1) / 20)
    assert [(b.count, b.right) for b in reliability(samples)] == [(10, 0.0), (10, 0.6)]


def test_one_wrong_card_costs_as_much_as_fifty_unreadable_ones():
    wrong = [Sample(0.95, right=False)]
    few = cheapest(cost_curve([*[Sample(0.9, right=True)] * 40, *wrong, Sample(0.99, right=True)]))
    many = cheapest(cost_curve([*[Sample(0.9, right=True)] * 60, *wrong, Sample(0.99, right=True)]))
    assert (few.wrong, few.unreadable) == (0, 41)
    assert (many.wrong, many.unreadable) == (1, 0)


@given(SAMPLES, st.floats(1, 100))
def test_no_threshold_is_cheaper_than_the_cheapest(samples, price):
    best = cheapest(cost_curve(samples, price))
    for threshold in (0.5, 0.75, 0.9, 0.99):
        assert best.cost <= cost_at(samples, threshold, price).cost


def test_of_thresholds_that_differ_by_chance_the_lowest_is_chosen():
    samples = [
        *[Sample(0.99, right=True)] * 100,
        Sample(0.9, right=False),
        *[Sample(0.85, right=True)] * 30,
        *[Sample(0.7, right=False)] * 9,
        *[Sample(0.6, right=True)] * 30,
    ]
    curve = cost_curve(samples)
    assert cheapest(curve).wrong == 0
    assert (chosen(curve).wrong, chosen(curve).read) == (1, 131)


@given(SAMPLES)
def test_every_card_is_read_or_unreadable(samples):
    for row in cost_curve(samples):
        assert row.read + row.unreadable == len(samples)
        assert row.wrong <= row.read


@given(SAMPLES)
def test_errors_are_shares(samples):
    assert 0 <= calibration_error(samples) <= 1
    assert log_loss(samples) >= 0


def test_all_cards_of_the_deck_can_be_told():
    assert {reading_of(evidence(str(c), 20.0), Sureness()).candidates[0][0] for c in DECK} == set(
        DECK
    )
