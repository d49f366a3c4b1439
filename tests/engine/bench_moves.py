"""How many moves a second are judged and applied: `python -m tests.engine.bench_moves`."""

from __future__ import annotations

import random
import time

from engine.game import apply
from engine.referee import judge
from engine.state import Phase
from tests.engine.table import OpenTable

GAMES, ROUNDS = 20, 9


def recorded(seed):
    """Return a random lawful game of the casino: its beginning and its moves."""
    table = OpenTable(random.Random(seed))
    start, moves = table.game, []
    while table.game.phase is not Phase.OVER and len(moves) < 600:
        moves.append(table.move())
        table.play(moves[-1])
    return start, moves


def seconds(games):
    """Return the processor time that judging and applying every move takes."""
    begun = time.process_time()
    for start, moves in games:
        game = start
        for move in moves:
            judge(game, move)
            game = apply(game, move)
    return time.process_time() - begun


if __name__ == "__main__":
    played = [recorded(seed) for seed in range(GAMES)]
    count = sum(len(moves) for _, moves in played)
    best = min(seconds(played) for _ in range(ROUNDS))
    print(f"{count} moves: {count / best:.0f} judged and applied a second")  # noqa: T201
