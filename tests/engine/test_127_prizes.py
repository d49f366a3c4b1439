"""126, 127: fees, prize fund, prizes; source 2: the bank; source 4: the rating."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.house import adjusted, load_rules
from engine.prizes import (
    PLACE_PERCENT,
    EmptyPlaces,
    Prizes,
    UndefinedSharesError,
    judge_payout,
    prizes,
    split_fees,
)
from engine.prizes_online import (
    Points,
    Standings,
    bank,
    bank_percents,
    judge_bank,
    judge_rating,
    points_by,
    rating,
)
from engine.seats import PLAYERS, Actor
from engine.tournament_targets import percents_of
from engine.verdict import Verdict

A, B, C, D = PLAYERS[:4]
FUND = st.integers(0, 10**12)


def codes(violations):
    return [v.code for v in violations]


@given(FUND, st.integers(0, 10_000))
def test_126_the_fees_are_the_fund_and_the_income_and_nothing_else(total, part):
    split = split_fees(total, part)

    assert split.fund + split.income == total
    assert 0 <= split.fund - total * part / 10_000 < 1 + total * 1e-12


def test_126_what_does_not_divide_goes_to_the_fund_and_is_named():
    assert split_fees(1001, 8000).fund == 801
    assert split_fees(1001, 8000).rounding
    assert not split_fees(1000, 8000).rounding


@pytest.mark.parametrize(("total", "part"), [(-1, 5000), (100, -1), (100, 10_001)])
def test_126_an_impossible_split_is_refused(total, part):
    with pytest.raises(ValueError, match="not"):
        split_fees(total, part)


def test_126_what_was_asked_for_is_named_in_per_cent():
    with pytest.raises(ValueError, match=r"not 120\.5"):
        split_fees(1000, 12_050)


def test_127_the_places_get_35_25_14_10_and_four_times_4():
    assert prizes(100_000) == Prizes((35000, 25000, 14000, 10000, 4000, 4000, 4000, 4000), 0)
    assert sum(PLACE_PERCENT) == 100


@given(FUND, st.integers(1, 40), st.sampled_from(EmptyPlaces))
def test_127_prizes_are_exact_for_any_fund(fund, takers, empty):
    due = prizes(fund, takers, empty)

    assert due.fund == fund
    assert len(due.shares) == min(8, takers)
    assert 0 <= due.remainder < 8
    assert sorted(due.shares, reverse=True) == list(due.shares)


def test_127_the_remainder_goes_to_the_first_place():
    assert prizes(1001) == Prizes((351, 250, 140, 100, 40, 40, 40, 40), 1)


@pytest.mark.parametrize(
    ("empty", "shares"),
    [
        (EmptyPlaces.FIRST_PLACE, (6100, 2500, 1400)),
        (EmptyPlaces.IN_PROPORTION, (4731, 3378, 1891)),
        (EmptyPlaces.EQUALLY, (4368, 3366, 2266)),
    ],
)
def test_a14_shares_of_empty_places_go_where_the_manager_chose(empty, shares):
    assert prizes(10_000, 3, empty).shares == shares


@pytest.mark.parametrize("takers", [0, 1, 5, 7])
def test_a14_empty_places_are_not_shared_silently(takers):
    with pytest.raises(UndefinedSharesError):
        prizes(10_000, takers)


@pytest.mark.parametrize(
    ("shares", "wanted"),
    [
        ((351, 250, 140, 100, 40, 40, 40, 40), []),
        ((350, 250, 140, 100, 40, 40, 40, 40), ["PAYOUT_SUM"]),
        ((350, 251, 140, 100, 40, 40, 40, 40), ["PAYOUT_WRONG"] * 2),
        ((351, 250, 140, 100, 10, 10, 10, 10), [*["PAYOUT_WRONG"] * 4, "PAYOUT_SUM"]),
        ((351, 250, 140, 100), [*["PAYOUT_WRONG"] * 4, "PAYOUT_SUM"]),
        ((351, 250, 140, 100, 40, 40, 40, 40, 1), ["PAYOUT_WRONG", "PAYOUT_SUM"]),
    ],
)
def test_127_a_payment_is_judged(shares, wanted):
    assert codes(judge_payout(shares, prizes(1001))) == wanted


def test_127_a_wrong_payment_says_how_much_was_due():
    (first, *_) = judge_payout((0, 250, 140, 100, 40, 40, 40, 391), prizes(1001))

    assert (first.count, first.limit, first.clause) == (0, 351, "127")


@pytest.mark.parametrize(
    ("exits", "shares"),
    [
        ([[A], [B], [C]], (800, 200, 0)),
        ([[A], [B, C]], (800, 100, 100)),
        ([[A], [B], [C], [D]], (600, 300, 100, 0)),
        ([[A, B], [C], [D]], (450, 450, 100, 0)),
        ([[A], [B], [C, D]], (600, 300, 50, 50)),
        ([[C], [A, B, D]], (133, 133, 601, 133)),
    ],
)
def test_r130_to_r132_the_bank(exits, shares):
    seats = sorted(seat for group in exits for seat in group)

    assert tuple(bank(1000, exits)[seat] for seat in seats) == shares


def ordered_groups(players):
    """Return any way in which players can go out."""
    return st.permutations(players).flatmap(
        lambda order: st.lists(st.booleans(), min_size=len(order), max_size=len(order)).map(
            lambda cuts: grouped(order, cuts)
        )
    )


def grouped(order, cuts):
    groups = [[]]
    for seat, cut in zip(order, cuts, strict=True):
        if cut and groups[-1]:
            groups.append([])
        groups[-1].append(seat)
    return groups


@given(FUND, st.sampled_from([3, 4]).flatmap(lambda n: ordered_groups(PLAYERS[:n])))
def test_the_bank_is_exact_for_any_sum_and_any_way_out(total, exits):
    shares = bank(total, exits)

    assert sum(shares.values()) == total
    for group in exits:
        amounts = {shares[seat] for seat in group}
        assert max(amounts) - min(amounts) <= 1


@pytest.mark.parametrize("number", [2, 5, 6])
def test_a24_a_bank_of_2_5_or_6_players_is_not_paid(number):
    exits = [[seat] for seat in PLAYERS[:number]]
    (found,) = judge_bank(1000, exits, {A: 1000})

    assert (found.code, found.verdict) == ("PAYOUT_UNDEFINED", Verdict.UNDEFINED)
    with pytest.raises(UndefinedSharesError, match=str(number)):
        bank(1000, exits)


@pytest.mark.parametrize(
    ("paid", "wanted"),
    [
        ({A: 450, B: 450, C: 100, D: 0}, []),
        ({A: 600, B: 300, C: 100, D: 0}, ["PAYOUT_WRONG"] * 2),
        ({A: 450, B: 450}, ["PAYOUT_WRONG", "PAYOUT_SUM"]),
        ({A: 450, B: 450, C: 100, Actor.E: 5}, ["PAYOUT_WRONG", "PAYOUT_SUM"]),
    ],
)
def test_r132_who_goes_out_in_one_bout_shares_alike(paid, wanted):
    assert codes(judge_bank(1000, [[A, B], [C], [D]], paid)) == wanted


@pytest.mark.parametrize(
    ("standings", "points"),
    [
        (Standings((A,), fool=B), {A: 2, B: 0}),
        (Standings(drawn=(A, B)), {A: 1, B: 1}),
        (Standings((A, B), fool=C, late=True), {A: 2, B: 2, C: 0}),
        (Standings((A,), drawn=(B, C)), {A: 2, B: 1, C: 1}),
    ],
)
def test_r133_r134_the_rating(standings, points):
    assert rating(standings) == points
    assert judge_rating(standings, points) == ()


def test_r133_a_loser_gets_nothing():
    (found,) = judge_rating(Standings((A,), fool=B), {A: 2, B: 1})

    assert (found.code, found.actor, found.limit, found.count) == ("RATING_WRONG", B, 0, 1)


def test_a23_points_between_first_and_last_are_configured_and_never_guessed():
    standings = Standings((A, B), fool=C)

    assert rating(standings) is None
    assert rating(standings, Points(between=1)) == {A: 2, B: 1, C: 0}
    (found,) = judge_rating(standings, {A: 2, B: 2, C: 0})
    assert (found.code, found.verdict) == ("RATING_UNDEFINED", Verdict.UNDEFINED)
    assert codes(judge_rating(standings, {A: 2, B: 2, C: 0}, Points(between=1))) == ["RATING_WRONG"]


def test_a24_a_house_may_say_how_a_bank_of_two_is_shared():
    told = {"bank_percent": {"2": [100, 0], "3": [80, 20, 0]}}
    rules = adjusted(load_rules("online-bank"), told)

    assert bank(1000, [[A], [B]], bank_percents(rules)) == {A: 1000, B: 0}
    assert bank_percents(load_rules("online-bank")) == {3: (80, 20, 0), 4: (60, 30, 10, 0)}


def test_a23_a_house_may_say_what_those_between_get():
    rules = adjusted(
        load_rules("online-rating"),
        {"rating_points": {"win": 3, "draw": 1, "loss": 0, "between": 1}},
    )

    assert rating(Standings((A, B), fool=C), points_by(rules)) == {A: 3, B: 1, C: 0}
    assert rating(Standings((A, B), fool=C), points_by(load_rules("online-rating"))) is None
    assert points_by(load_rules("online-rating"), between=2).between == 2


def test_127_a_house_may_share_its_fund_otherwise():
    assert prizes(1000, 2, percents=(70, 30)).shares == (700, 300)
    assert prizes(1000, 1, EmptyPlaces.EQUALLY, (70, 30)).shares == (1000,)
    assert percents_of("casino-by-2001@1") == PLACE_PERCENT
    assert percents_of("classic-ffa@1") == PLACE_PERCENT
    assert percents_of("gone@3") == PLACE_PERCENT
