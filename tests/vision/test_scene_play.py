"""A scripted game: lawful but for the errors that are wished for, and whole at every step."""

from __future__ import annotations

import pytest

from engine.findings import is_shown
from engine.game import apply, new_game
from engine.house import load_rules
from engine.referee import judge
from engine.seats import Actor
from engine.table import Zone
from engine.verdict import Code
from vision.scene.acts import Outcome, Return, Withdraw
from vision.scene.bundled import demo_film
from vision.scene.gathering import Counts
from vision.scene.perform import perform
from vision.scene.plot import game_script
from vision.scene.stage import HELD
from vision.scene.telling import moves_told
from vision.scene.wishes import SLIPS, Error, Wish, any_wishes

SEEDS = range(1, 13)


def rulings(script, seed):
    """The codes that the referee shows for each move, beside the slip that was planned."""
    game = new_game(load_rules("casino-by-2001"))
    for told in moves_told(perform(script, seed).done):
        shown = [violation.code for violation in judge(game, told.move) if is_shown(violation)]
        slip = told.done.act.slip
        yield shown, [slip.code] if slip else []
        game = apply(game, told.move)


def first_seed_with(error: Error) -> int:
    """A seed whose game gives a chance for an error."""
    for seed in range(1, 60):
        try:
            game_script(seed, [Wish(error)])
        except ValueError:
            continue
        return seed
    pytest.fail(f"no game gives a chance for {error}")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_referee_finds_the_planned_errors_and_no_other(seed):
    script = game_script(seed, any_wishes(seed), all_wishes=False)

    for shown, planned in rulings(script, seed):
        assert shown == planned


@pytest.mark.parametrize("error", Error)
def test_each_error_can_be_wished_for_and_is_named(error):
    seed = first_seed_with(error)
    script = game_script(seed, [Wish(error)])

    assert [act.slip for act in script.acts if act.slip] == [SLIPS[error]]
    found = [shown for shown, planned in rulings(script, seed) if planned]
    assert found == [[SLIPS[error].code]]


@pytest.mark.parametrize("error", [e for e in Error if SLIPS[e].outcome is Outcome.CORRECTED])
def test_a_corrected_error_is_taken_back_by_a_later_act(error):
    script = game_script(first_seed_with(error), [Wish(error)])

    wrong = next(i for i, act in enumerate(script.acts) if act.slip)
    undoing = [act for act in script.acts if act.undoes == wrong]
    assert len(undoing) == 1
    assert isinstance(undoing[0], Withdraw | Return)
    assert undoing[0].at > script.acts[wrong].at


def test_a_game_without_a_chance_says_which_error_is_missing():
    with pytest.raises(ValueError, match="deal-count"):
        game_script(1, [Wish(Error.DEAL_COUNT, from_bout=2)])


def test_acts_follow_one_another_in_time():
    for seed in SEEDS:
        times = [act.at for act in game_script(seed).acts]
        assert times == sorted(times)


def sum_of(counts: Counts) -> int:
    on_table = sum(1 if defence is None else 2 for _, defence in counts.table)
    return counts.talon + counts.discard + sum(counts.hands) + on_table


@pytest.mark.parametrize("seed", SEEDS)
def test_thirty_six_cards_are_each_somewhere_once(seed):
    performance = perform(game_script(seed, any_wishes(seed), all_wishes=False), seed)

    assert len(performance.movements.legs) == 36
    for done in performance.done:
        assert sum_of(done.after) == 36, done.act


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_stage_shows_what_the_truth_says(seed):
    script = game_script(seed, any_wishes(seed), all_wishes=False)
    performance = perform(script, seed)
    starts = [done.act.at for done in performance.done[1:]] + [script.ends_at]

    compared = 0
    for done, next_starts in zip(performance.done, starts, strict=True):
        if next_starts <= done.rests[-1]:
            continue
        stage = performance.movements.at((done.rests[-1] + next_starts) / 2)
        lying = [card for card in stage.cards if card.layer < HELD]
        table = {card.card for card in lying if card.zone is Zone.BATTLE}
        told = {card for pair in done.after.table for card in pair if card is not None}
        assert table == told
        assert all(card.face_up for card in lying if card.zone is Zone.BATTLE)
        assert sum(card.zone is Zone.DISCARD for card in lying) == done.after.discard
        talon = sum(card.zone in {Zone.TALON, Zone.TRUMP} for card in lying)
        assert talon == done.after.talon
        compared += 1
    assert compared > 40


def test_the_last_card_of_the_talon_is_the_trump_card():
    performance = perform(game_script(5), 5)
    trump = next(done.cards[0] for done in performance.done if done.shown_at)
    drawn = [done.hidden for done in performance.done if done.rests and done.hidden]
    from_talon = [card for group in drawn for card in group]

    assert trump in from_talon
    assert performance.done[-1].after.talon == 0


def test_the_demo_makes_exactly_three_errors_two_of_them_corrected():
    script = demo_film().script

    shown = [code for shown, _ in rulings(script, demo_film().seed) for code in shown]
    assert shown == [Code.BEAT_NOT_HIGHER, Code.THROW_RANK_NOT_ON_TABLE, Code.DRAW_ORDER]
    assert [act.undoes is not None for act in script.acts].count(True) == 2
    assert 60 <= script.ends_at <= 90
    assert script.acts[0].to in {Actor.A, Actor.B}
