"""The fast referee and the slow one agree, whatever is played, in every game of the sources.

    python -m tests.engine.test_two_referees 10000 500

plays that many games of every profile, the first 500 left out, in batches, and tells after each
how far it has come.
"""

from __future__ import annotations

import random
import sys

import pytest

from engine.house import load_rules, profile_names
from engine.ledger import broken_laws
from engine.notation import parse_move, parse_position, print_move, print_position
from engine.outlook import outlook
from engine.referee import judge
from engine.state import Phase
from engine.verdict import Code, Severity, Verdict
from tests.engine.table import OpenTable

UNCERTAIN = {
    Code.FIRST_LEAD_WRONG,  # the lowest trump is hidden
    Code.SWEEP_BEFORE_PASS,  # whoever has not passed may hold nothing that fits
    Code.TRUMP_WHILE_SUIT_AVAILABLE,  # strict trumps: hidden hands
    Code.CARD_NOT_IN_SHOE_HAND,
    Code.STRAP_LED,  # whoever holds nothing else must lead one
}
"""Codes that depend on cards which the fast referee does not see: compared in their own way."""
STEPS = 700
POSITIONS = 5
"""Every so many moves the position is printed and read back."""
BATCH = 250


def seats_of(rules, chance):
    return chance.choice(rules.players)


def proven(game, move):
    """Return the codes that the fast referee is sure of."""
    found = judge(game, move)
    assert all(v.verdict is not Verdict.LEGAL for v in found)
    return {v.code for v in found if v.verdict is Verdict.ILLEGAL}, found


def agree(table, move):
    """Both referees find the same in a move, as far as the camera shows it."""
    slow, (fast, found) = table.slow, proven(table.game, move)
    if Code.MOVE_OUT_OF_PLACE in {v.code for v in found}:
        return
    assert fast - UNCERTAIN == slow.codes(move) - UNCERTAIN, told(table, move)
    if slow.needless_trump(move):
        assert Code.TRUMP_WHILE_SUIT_AVAILABLE in {v.code for v in found}, told(table, move)
    if Code.TRUMP_WHILE_SUIT_AVAILABLE in fast:
        proof = [v for v in found if v.code is Code.TRUMP_WHILE_SUIT_AVAILABLE]
        assert all(v.severity is Severity.LOG or slow.needless_trump(move) for v in proof), told(
            table, move
        )
    if Code.FIRST_LEAD_WRONG in fast and slow.leads() is None:
        assert move.seat != slow.lowest_trump_holder(), told(table, move)


def told(table, move):
    return f"{print_move(move)} at {print_position(table.game)}"


def step(table):
    """Judge some moves that may be wrong, then play one that is right."""
    if table.game.trump_card is not None and table.game.phase is not Phase.DEALING:
        for probe in table.probes():
            agree(table, probe)
    move = table.move()
    agree(table, move)
    assert parse_move(print_move(move)) == move
    table.play(move)
    game, slow = table.game, table.slow
    assert broken_laws(game) == ()
    assert slow.whole()
    assert [hand.count for hand in game.hands] == [len(slow.hands[s]) for s in table.seats]
    for seat, hand in zip(table.seats, game.hands, strict=True):
        assert hand.known <= set(slow.hands[seat])


def ends_alike(table):
    result, slow = table.game.result, table.slow.ended()
    assert slow is not None
    assert (result.winner, result.loser, result.team) == slow, print_position(table.game)
    assert outlook(table.game).result == result


def play_game(chance, rules):
    """Play one game to its end, or as long as it is worth; return how many moves it had."""
    table = OpenTable(chance, rules, seats_of(rules, chance), calls_heard=True)
    for number in range(STEPS):
        if table.game.phase is Phase.OVER:
            ends_alike(table)
            return number
        assert table.slow.ended() is None
        step(table)
        if number % POSITIONS == 0:
            assert parse_position(print_position(table.game), rules) == table.game
    return STEPS


@pytest.mark.parametrize("profile", profile_names())
@pytest.mark.parametrize("seed", range(3))
def test_both_referees_agree_on_random_games(profile, seed):
    assert play_game(random.Random(f"{profile} {seed}"), load_rules(profile)) > 20


def play_many(wanted, done=0):
    """Play so many games of every profile, a batch of each in turn, and tell how far it is."""
    moves = dict.fromkeys(profile_names(), 0)
    for begin in range(done, wanted, BATCH):
        end = min(wanted, begin + BATCH)
        for name in moves:
            rules = load_rules(name)
            moves[name] += sum(
                play_game(random.Random(f"{name} {n}"), rules) for n in range(begin, end)
            )
        print(  # noqa: T201
            f"{end} games of each of {len(moves)} profiles, {sum(moves.values())} moves, "
            "no disagreement",
            flush=True,
        )


if __name__ == "__main__":
    play_many(*(int(word) for word in (sys.argv[1:] or ["100"])))
