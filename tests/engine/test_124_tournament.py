"""124: a knock-out tournament; 125.3: no deal before the fees; 127: paid after the final."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import tournament_targets
from engine.house import adjusted, load_rules
from engine.prizes import EmptyPlaces
from engine.tournament import Story, Tournament, apply_event, check, fold
from engine.tournament_bracket import Stage, bracket, bye_count, lot_order
from engine.tournament_events import (
    NAMES,
    Awarded,
    CalledOver,
    Corrected,
    Drawn,
    Entered,
    FeePaid,
    Left,
    PaidOut,
    Played,
    RowError,
    ScoreShown,
    Seated,
    SharesChosen,
    event_row,
    parse_event,
)
from engine.tournament_places import payout, places
from engine.tournament_referee import judge_match_over
from engine.tournament_refusals import Reason, TournamentError
from engine.tournament_targets import targets_of
from tests.engine.tournaments import (
    FEE,
    PLAN,
    begun,
    flags,
    names,
    played_out,
    records,
    told,
    won,
)


def refused(events, event):
    with pytest.raises(TournamentError) as caught:
        check(records(*events), event)
    return caught.value.refusal.reason


def test_124_the_stages_go_to_5_7_9_11_wins_and_9_for_the_third_place():
    for label in ("casino-by-2001@1", "casino-by-2001", "no-such-profile@1", "casino-by-2001@9"):
        assert [targets_of(label)[stage] for stage in Stage] == [5, 7, 9, 9, 11]


def test_124_the_profile_of_the_tournament_says_how_many(monkeypatch):
    rules = adjusted(load_rules("casino-by-2001"), {"stage_wins": {"final": 3}})
    monkeypatch.setattr(tournament_targets, "load_rules", lambda _name: rules)
    targets_of.cache_clear()

    assert [targets_of("casino-by-2001@1")[stage] for stage in Stage] == [5, 7, 9, 9, 3]
    targets_of.cache_clear()


@pytest.mark.parametrize(
    ("number", "stages"),
    [
        (2, {Stage.FINAL: 1}),
        (3, {Stage.SEMIFINAL: 1, Stage.FINAL: 1}),
        (4, {Stage.SEMIFINAL: 2, Stage.THIRD_PLACE: 1, Stage.FINAL: 1}),
        (6, {Stage.QUARTERFINAL: 2, Stage.SEMIFINAL: 2, Stage.THIRD_PLACE: 1, Stage.FINAL: 1}),
        (
            20,
            {
                Stage.PRELIMINARY: 12,
                Stage.QUARTERFINAL: 4,
                Stage.SEMIFINAL: 2,
                Stage.THIRD_PLACE: 1,
                Stage.FINAL: 1,
            },
        ),
    ],
)
def test_124_the_stages_depend_on_the_number_of_players(number, stages):
    order = names(number)
    found = [p.stage for p in bracket(order, order[: bye_count(number)]) if not p.is_bye]

    assert {stage: found.count(stage) for stage in set(found)} == stages


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_124_whoever_loses_once_is_out_and_one_wins(number, chance):
    order = list(names(number))
    chance.shuffle(order)
    resting = chance.sample(order, bye_count(number))
    start = [PLAN, *map(Entered, names(number)), *(FeePaid(n, FEE) for n in order)]
    events = played_out(
        [*start, Drawn(tuple(order), tuple(resting))], lambda m: chance.choice(m.sides)
    )
    tournament = told(*events)
    main = [m for m in tournament.matches if not m.is_bye and m.stage is not Stage.THIRD_PLACE]
    losers = [m.loser for m in main]

    assert len(main) == number - 1
    assert sorted([*losers, tournament.final.winner]) == sorted(order)
    assert {m.sides[0] for m in tournament.matches if m.is_bye} == set(resting)
    taken = [name for place in places(tournament) for name in place.names]
    assert len(taken) == len(set(taken)) == min(8, number)
    assert not fold(records(*events)).flags


@given(st.integers(2, 40))
def test_nobody_rests_more_than_once_and_those_who_rest_meet_late(number):
    order = names(number)
    pairings = bracket(order, order[: bye_count(number)])
    halves = [p.is_bye for p in pairings if not p.sources]
    middle = len(halves) // 2

    assert abs(sum(halves[:middle]) - sum(halves[middle:])) <= 1


@pytest.mark.parametrize(
    ("order", "resting"), [(("a",), ()), (("a", "b", "c"), ()), (("a", "b", "c"), ("d",))]
)
def test_a_bracket_that_cannot_be_is_refused(order, resting):
    with pytest.raises(ValueError, match="entrants"):
        bracket(order, resting)


def test_the_lot_decides_and_anybody_can_check_it():
    drawn = lot_order(names(6), "2026-11-29")

    assert drawn == lot_order(reversed(names(6)), "2026-11-29")
    assert sorted(drawn) == list(names(6))
    assert drawn != lot_order(names(6), "another lot")


def test_125_3_nothing_is_dealt_before_all_fees_are_in():
    events = [*begun(4)]
    events.remove(FeePaid("E03", FEE))

    assert flags(events, Seated("SF1", "E01", "E02")) == ["DEALT_BEFORE_FEES"]
    assert flags(events, Played("SF1", "E01")) == ["DEALT_BEFORE_FEES"]
    (found,) = check(records(*events), Played("SF1", "E01"))
    assert (found.who, found.violation.clause) == ("E03", "125.3")
    assert flags([*events, FeePaid("E03", FEE - 1)], Played("SF1", "E01")) == ["DEALT_BEFORE_FEES"]
    assert flags([*events, FeePaid("E03", FEE)], Played("SF1", "E01")) == []


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        (Seated("SF1", "E02", "E01"), []),
        (Seated("SF1", "E01", "E04"), ["WRONG_PLAYER_SEATED"]),
        (Seated("SF1", "E03", "E04"), ["WRONG_PLAYER_SEATED"] * 2),
        (Seated("SF1", "E01", "nobody"), ["WRONG_PLAYER_SEATED"]),
        (Seated("SF1", "E01", "E02", target=9), []),
        (Seated("SF1", "E01", "E02", target=7), ["STAGE_WRONG"]),
    ],
)
def test_124_who_sits_there_is_who_stands_in_the_bracket(event, codes):
    assert flags(begun(4), event) == codes


def test_124_a_draw_adds_no_win():
    match = told(*begun(2, *won("F", None, 3), *won("F", "E01", 10))).final

    assert (match.wins, match.draws, match.winner) == ((10, 0), 3, None)


@pytest.mark.parametrize(
    ("shown", "codes"),
    [
        ((2, 1), []),
        ((3, 1), ["SCORE_DRAW_COUNTED"]),
        ((3, 2), ["SCORE_DRAW_COUNTED"] * 2),
        ((4, 1), ["SCORE_WRONG"]),
        ((1, 1), ["SCORE_WRONG"]),
        ((1, 2), ["SCORE_WRONG"] * 2),
    ],
)
def test_124_the_score_board_says_what_was_played(shown, codes):
    games = (*won("F", "E01", 2), *won("F", "E02", 1), Played("F", None))

    assert flags(begun(2, *games), ScoreShown("F", *shown)) == codes


def test_124_a_match_ends_with_the_win_that_reaches_the_target():
    nearly = begun(2, *won("F", "E02", 10), *won("F", "E01", 10))
    over = [*nearly, Played("F", "E01")]

    assert flags(nearly, CalledOver("F", "E01")) == ["MATCH_TARGET_NOT_REACHED"]
    assert flags(nearly, Played("F", "E01")) == []
    assert told(*over).final.winner == "E01"
    assert flags(over, CalledOver("F", "E01")) == []
    assert flags(over, CalledOver("F", "E02")) == ["MATCH_TARGET_NOT_REACHED"]
    assert flags(over, Played("F", "E02")) == ["MATCH_CONTINUED_AFTER_TARGET"]
    assert told(*over, Played("F", "E02")).final.wins == (11, 10)


@pytest.mark.parametrize(
    ("wins", "over", "codes"),
    [
        ((9, 8), True, []),
        ((8, 8), False, []),
        ((8, 7), True, ["MATCH_TARGET_NOT_REACHED"]),
        ((9, 8), False, ["MATCH_CONTINUED_AFTER_TARGET"]),
        ((10, 8), True, ["MATCH_CONTINUED_AFTER_TARGET"]),
        ((9, 9), True, ["MATCH_CONTINUED_AFTER_TARGET"]),
    ],
)
def test_124_a_match_judged_by_its_score_alone(wins, over, codes):
    assert [v.code for v in judge_match_over(wins, 9, called_over=over)] == codes


def test_124_places_1_to_4_by_final_and_third_place_and_5_to_8_by_quarterfinals():
    tournament = told(*played_out(begun(8)))

    assert [(p.first, p.last, p.names) for p in places(tournament)] == [
        (1, 1, ("E01",)),
        (2, 2, ("E05",)),
        (3, 3, ("E03",)),
        (4, 4, ("E07",)),
        (5, 8, ("E02", "E04", "E06", "E08")),
    ]
    assert not any(p.is_open for p in places(tournament))


def test_there_are_no_places_before_the_draw():
    assert places(told(*begun(8)[:9])) == ()


def test_127_the_fund_is_paid_after_the_final():
    due = payout(told(*played_out(begun(8))))

    assert due.split.fund == 64_000
    assert due.split.income == 16_000
    assert due.prizes.shares == (22400, 16000, 8960, 6400, 2560, 2560, 2560, 2560)
    assert due.names[:4] == ("E01", "E05", "E03", "E07")


def test_127_nothing_is_due_before_the_final_is_over():
    events = begun(2, *won("F", "E01", 10))

    with pytest.raises(TournamentError, match="final-not-over"):
        payout(told(*events))
    (found,) = check(records(*events), PaidOut(("E01",), (5_600,)))
    assert (found.violation.code, found.violation.limit) == ("PAYOUT_WRONG", 0)


def test_127_the_third_place_must_be_played_too():
    events = [e for e in played_out(begun(4)) if e != Played("3P", "E02")]

    with pytest.raises(TournamentError, match="place-open"):
        payout(told(*events))
    assert flags(events, PaidOut(("E01",), (1,))) == ["PAYOUT_UNDEFINED"]
    award = Awarded("3P", "E02", "inspector", "E04 went home")
    paid = payout(told(*events, award, SharesChosen(EmptyPlaces.FIRST_PLACE, "manager")))
    assert paid.names == ("E01", "E03", "E02", "E04")


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7])
def test_a14_with_fewer_than_eight_the_manager_chooses_who_gets_the_rest(number):
    events = played_out(begun(number))

    with pytest.raises(TournamentError, match="shares-undefined"):
        payout(told(*events))
    due = payout(told(*events, SharesChosen(EmptyPlaces.EQUALLY, "manager")))
    assert due.prizes.fund == due.split.fund == number * FEE * 8 // 10
    assert len(due.names) == number


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 40), st.integers(1, 99_999), st.integers(0, 10_000))
def test_127_every_fee_ends_as_a_prize_or_as_income(number, fee, part):
    order = names(number)
    plan = parse_event({**event_row(PLAN), "fee": fee, "fund_part": part})
    draw = Drawn(order, order[: bye_count(number)])
    events = [plan, *map(Entered, order), *(FeePaid(n, fee) for n in order), draw]
    events = played_out(events)
    if number < 8:
        events.append(SharesChosen(EmptyPlaces.IN_PROPORTION, "manager"))
    due = payout(told(*events))

    assert sum(due.prizes.shares) + due.split.income == number * fee
    assert len(due.names) == len(due.prizes.shares)


def test_127_a_payment_is_judged_by_amount_and_by_person():
    events = played_out(begun(8))
    due = payout(told(*events))
    swapped = (due.names[1], due.names[0], *due.names[2:])

    assert flags(events, PaidOut(due.names, due.prizes.shares)) == []
    assert flags(events, PaidOut(swapped, due.prizes.shares)) == ["PAYOUT_WRONG"] * 2
    assert flags(events, PaidOut(due.names, due.prizes.shares[:-1])) == [
        "PAYOUT_WRONG",
        "PAYOUT_SUM",
    ]


@pytest.mark.parametrize(
    ("events", "event", "reason"),
    [
        ((), Entered("a"), "not-opened"),
        ((PLAN,), PLAN, "opened-already"),
        ((), parse_event({**event_row(PLAN), "title": " "}), "no-name"),
        ((), parse_event({**event_row(PLAN), "fee": -1}), "bad-amount"),
        ((PLAN,), Entered(" "), "no-name"),
        ((PLAN, Entered("Anna")), Entered("ANNA"), "entered-already"),
        ((PLAN,), FeePaid("Anna", 1), "not-entered"),
        ((PLAN, Entered("Anna")), FeePaid("Anna", 0), "bad-amount"),
        ((PLAN, Entered("Anna")), FeePaid("Anna", FEE + 1), "fee-exceeded"),
        ((PLAN,), Left("Anna"), "not-entered"),
        ((PLAN, Entered("a")), Drawn(("a",)), "too-few"),
        ((PLAN, Entered("a"), Entered("b")), Drawn(("a", "c")), "order-wrong"),
        ((PLAN, *map(Entered, "abc")), Drawn(("a", "b", "c")), "byes-undefined"),
        ((PLAN, *map(Entered, "abc")), Drawn(("a", "b", "c"), ("d",)), "byes-undefined"),
        ((PLAN,), Seated("F", "a", "b"), "not-drawn"),
        (begun(2), Drawn(names(2)), "entries-closed"),
        (begun(2), Entered("late"), "entries-closed"),
        (begun(2), Left("E01"), "entries-closed"),
        (begun(2), Played("SF1", "E01"), "no-match"),
        (begun(2), Played("F", "E03"), "not-in-match"),
        (begun(2), Seated("F", "E01", "E01"), "not-in-match"),
        (begun(2), ScoreShown("F", -1, 0), "bad-amount"),
        (begun(3), Played("SF1", "E01"), "nobody-to-play"),
        (begun(3), Played("F", "E01"), "sides-unknown"),
        (begun(2, *won("F", "E01", 11)), Awarded("F", "E02", "i", "?"), "match-over"),
        ((PLAN,), SharesChosen(EmptyPlaces.EQUALLY, "m"), "not-drawn"),
        (begun(8), SharesChosen(EmptyPlaces.EQUALLY, "m"), "no-empty-place"),
        (begun(2, PaidOut((), ())), PaidOut((), ()), "paid-already"),
        ((PLAN,), Corrected(2, "i", "?"), "no-record"),
        ((PLAN, Entered("a"), Corrected(2, "i", "?")), Corrected(2, "i", "?"), "undone-already"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(events, event, reason):
    assert refused(events, event) == reason
    if not isinstance(event, Corrected):
        assert apply_event(told(*events), event) == told(*events)


def test_who_leaves_before_the_draw_has_the_fee_back():
    events = (PLAN, Entered("a"), Entered("b"), FeePaid("a", FEE), Left("a"))

    assert told(*events).entrants == ("b",)
    assert told(*events).fees == 0


def test_a_match_can_be_awarded_where_one_does_not_come():
    match = told(*begun(2, Awarded("F", "E02", "inspector", "did not come"))).final

    assert (match.winner, match.loser, match.awarded) == ("E02", "E01", True)


def test_a_correction_is_a_further_record_and_everything_after_is_judged_anew():
    events = begun(2, Played("F", "E01"), ScoreShown("F", 0, 1))
    wrong = len(events) - 1
    assert [f.number for f in fold(records(*events)).flags] == [wrong + 1] * 2

    corrected = [*events, Corrected(wrong, "inspector", "E02 won"), Played("F", "E02")]
    story = fold(records(*corrected))
    assert story.undone == {wrong}
    assert story.tournament.final.wins == (0, 1)
    assert [f.irregularity.violation.code for f in story.flags] == ["SCORE_WRONG"]


def test_a_correction_can_be_corrected():
    events = begun(2, Played("F", "E01"))
    number = len(events)
    back_and_forth = [*events, Corrected(number, "i", "?"), Corrected(number + 1, "i", "no")]

    assert told(*back_and_forth) == told(*events)


def test_records_that_lost_their_sense_by_a_correction_are_kept_and_named():
    events = [*played_out(begun(4))]
    first = events.index(Played("SF1", "E01")) + 1
    story = fold(records(*events, *(Corrected(first + n, "i", "?") for n in range(9))))

    assert story.tournament.final.sides == ("", "E03")
    assert {refusal.reason for _, refusal in story.senseless} == {"sides-unknown"}


@pytest.mark.parametrize("event", [*begun(3), *played_out(begun(2))[-1:]])
def test_an_event_is_read_back_from_its_row(event):
    assert parse_event(event_row(event)) == event


EVERY = (
    *begun(2),
    Left("a"),
    Seated("F", "a", "b", "3", 9),
    Played("F", None),
    ScoreShown("F", 1, 0),
    CalledOver("F", "a"),
    Awarded("F", "a", "i", "?"),
    SharesChosen(EmptyPlaces.EQUALLY, "m"),
    PaidOut(("a",), (1,)),
    Corrected(3, "i", "?"),
)


def test_every_event_has_its_row():
    assert {event_row(event)["event"] for event in EVERY} == set(NAMES)
    assert [parse_event(event_row(event)) for event in EVERY] == list(EVERY)


@pytest.mark.parametrize(
    ("row", "part"),
    [
        ({"event": "sold"}, "'sold'"),
        ({"event": "entered"}, "missing"),
        ({"event": "entered", "who": 3}, "who"),
        ({"event": "entered", "who": "a", "age": 3}, "age"),
        ({"event": "fee-paid", "who": "a", "amount": "1"}, "amount"),
        ({"event": "drawn", "order": "ab"}, "order"),
        ({"event": "drawn", "order": [1]}, "order"),
        ({"event": "paid-out", "names": ["a"], "amounts": 1}, "amounts"),
        ({"event": "shares-chosen", "choice": "house", "by": "m"}, "choice"),
    ],
)
def test_a_row_that_is_no_event_names_the_part(row, part):
    with pytest.raises(RowError, match=part):
        parse_event(row)


def test_an_empty_journal_is_an_empty_tournament():
    assert fold(()) == Story(Tournament())


def test_a_match_knows_its_table():
    assert told(*begun(2, Seated("F", "E01", "E02", "7"))).final.table == "7"


def test_a_correction_of_a_record_that_holds_breaks_nothing():
    assert check(records(*begun(2)), Corrected(2, "inspector", "misheard")) == ()


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(("A01", "E02", "E03", "E04"), id="a name before all others"),
        pytest.param(("E01", "E02", "E03", "Z04"), id="a name after all others"),
        pytest.param(("E01", "E02", "E03"), id="somebody lacks"),
        pytest.param(("E01", "E02", "E03", "E03"), id="somebody twice"),
    ],
)
def test_124_an_order_that_is_not_the_entrants_is_refused(order):
    events = [PLAN, *map(Entered, names(4))]
    assert refused(events, Drawn(order, order[: bye_count(len(order))])) is Reason.ORDER_WRONG


def test_125_3_whoever_paid_nothing_has_not_paid_the_smallest_fee():
    assert told(replace(PLAN, fee=1), Entered("E01"), Entered("E02")).unpaid == ("E01", "E02")


def test_124_each_match_keeps_the_table_that_it_was_seated_at():
    events = begun(4, Seated("SF1", "E01", "E02", "3"), Seated("SF2", "E03", "E04", "7"))
    tables = {match.name: match.table for match in told(*events).matches}
    assert tables == {"SF1": "3", "SF2": "7", "3P": "", "F": ""}
