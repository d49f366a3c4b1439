"""`make games`: whole games with errors on purpose, followed and printed per code.

Without pictures a game takes two seconds, and the eye may err as often as asked; with `--drawn`
it is drawn, seen by the shipped networks and judged by the whole line, in two minutes of a core.

Usage: python -m tests.games [GAMES] [--first SEED] [--misread P] [--unfound P] [--miscounted P]
                             [--nobodys P]
       python -m tests.games [GAMES] [--first SEED] --drawn [--at-once N]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context

from dealer_ui.answers import Kind
from tests.games.drawn import watched
from tests.games.following import Followed, followed
from tests.games.good_sight import Errors

FIRST_SEED = 1000
LOCKED_OUT_S = 10.0
"""Who tells nothing for longer has lost the game."""


def main():
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("games", type=int, nargs="?", default=100)
    words.add_argument("--first", type=int, default=FIRST_SEED, metavar="SEED")
    words.add_argument("--drawn", action="store_true", help="as pictures, through the whole line")
    words.add_argument("--at-once", type=int, default=1, metavar="N", help="drawn games at a time")
    for name in (field.name for field in fields(Errors)):
        words.add_argument(f"--{name}", type=float, default=0.0, help="a share from 0 to 1")
    asked = words.parse_args()
    errors = Errors(*(getattr(asked, field.name) for field in fields(Errors)))
    if asked.drawn and errors != Errors():
        words.error("a drawn game is seen by the shipped networks: their errors are their own")
    seeds = range(asked.first, asked.first + asked.games)
    kind = "drawn" if asked.drawn else str(errors)
    now = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    print(f"{now}, {len(seeds)} games from seed {asked.first}, {kind}", flush=True)
    plain = map(partial(followed, errors=errors), seeds)
    played = drawn_games(seeds, asked.at_once) if asked.drawn else plain
    games = []
    for game in played:
        games.append(game)
        for one in game.differs:
            print(f"  {game.seed}: {one.kind.value} {one.what}", flush=True)
    print_summary(games)


def drawn_games(seeds, at_once) -> Iterator[Followed]:
    """Yield drawn games as they are done, in the order of their seeds."""
    with ProcessPoolExecutor(at_once, get_context("spawn")) as cores:
        yield from cores.map(watched, seeds)


def print_summary(games):
    """Print how each offence was found, and how the games ended."""
    apart = Counter((one.kind, one.what.split()[0]) for game in games for one in game.differs)
    wanted = Counter(str(flag.code) for game in games for flag in game.right.flags)
    false = Counter({code: n for (kind, code), n in apart.items() if kind is Kind.FLAG_FALSE})
    print(f"{'offence':<28} {'made':>5} {'missed':>7} {'false':>6}")
    for code in sorted(wanted | false):
        missed = apart[(Kind.FLAG_MISSED, code)]
        print(f"{code:<28} {wanted[code]:>5} {missed:>7} {false[code]:>6}")
    moves = sum(len(game.right.moves) for game in games)
    missed, invented = (
        sum(n for (kind, _), n in apart.items() if kind is wrong)
        for wrong in (Kind.MOVE_MISSED, Kind.MOVE_INVENTED)
    )
    print(f"moves {moves}, missed {missed}, invented {invented}")
    print(f"games that end with every count right: {sum(g.ends_right for g in games)}")
    print(f"questions asked: {sum(g.asked for g in games)}")
    longest = max((game.lost_s for game in games), default=0.0)
    lost = sum(game.lost_s > LOCKED_OUT_S for game in games)
    print(f"longest time without a true word: {longest:.1f} s; games with more than 10 s: {lost}")


if __name__ == "__main__":
    main()
