"""Counting every row of lawful moves from a position with open hands, by either referee."""

from __future__ import annotations

from itertools import combinations

from engine.game import apply
from engine.moves import Beat, Draw, Lead, Sweep, Take, ThrowIn, Transfer
from engine.referee import judge
from engine.seats import Actor
from engine.state import Phase
from engine.verdict import Severity, Verdict
from tests.engine.slow_referee import SlowTable


def candidates(game):
    """Yield what could be played next, lawful or not: every card of every hand in every way."""
    if game.phase is Phase.DRAWING:
        due = game.due()[0]
        yield Draw(due.seat, due.count)
    for seat, hand in zip(game.players, game.hands, strict=True):
        cards = sorted(hand.known)
        if game.bout.runs:
            for card in cards:
                yield ThrowIn(seat, (card,))
                yield Transfer(seat, (card,))
                yield Transfer(seat, (card,), shown=True)
                yield from (Beat(seat, card, attack) for attack in game.bout.unbeaten)
        else:
            for size in range(1, 5):
                yield from (Lead(seat, run) for run in combinations(cards, size))
    if game.bout.runs:
        yield Take(game.bout.defender, game.bout.cards)
        yield Sweep(Actor.DEALER, game.bout.cards)


def lawful(game):
    """Return the candidates in which the fast referee finds no offence."""
    if game.phase is Phase.OVER:
        return []
    return [
        move
        for move in candidates(game)
        if not any(
            v.verdict is Verdict.ILLEGAL and v.severity > Severity.LOG for v in judge(game, move)
        )
    ]


def count(game, depth):
    """Return how many rows of so many lawful moves there are."""
    if depth == 0:
        return 1
    return sum(count(apply(game, move), depth - 1) for move in lawful(game))


def slow_table(game):
    """Return the slow referee's table for a game whose hands are all known."""
    table = SlowTable(game.rules, len(game.players), [])
    for seat, hand in zip(game.players, game.hands, strict=True):
        table.hands[seat] = sorted(hand.known)
    table.trump_card = game.trump_card
    table.swept = sorted(game.discard.known) or [game.trump_card]
    table.bouts = game.bout_no - 1
    bout, last = game.bout, game.last
    if bout.runs:
        table.table = [[pair.attack, pair.by, pair.defence] for pair in bout.pairs]
        table.attacker, table.defender, table.start = bout.attacker, bout.defender, bout.start
        table.place, table.taking = bout.seat or bout.defender, bout.taking
    if last is not None:
        table.last = (last.attacker, last.seat or last.defender, last.defender, str(last.how))
    table.gone = [[gone.seat for gone in game.memory.exits]]
    return table


def slow_count(game, depth):
    """Return the same number by the slow referee, who sees trumps that no camera sees too."""
    if depth == 0:
        return 1
    table = slow_table(game)
    if table.ended() is not None:
        return 0
    moves = [move for move in candidates(game) if not table.codes(move)]
    if game.bout.runs:
        moves = [m for m in moves if not (isinstance(m, Beat) and table.needless_trump(m))]
    return sum(slow_count(apply(game, move), depth - 1) for move in moves)
