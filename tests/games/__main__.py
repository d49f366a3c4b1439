"""`make games`: whole games without pictures, with errors of the eye, printed per code.

Usage: python -m tests.games [GAMES] [--misread P] [--unfound P] [--miscounted P] [--nobodys P]
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import fields
from datetime import UTC, datetime

from dealer_ui.answers import Kind
from tests.games.following import followed
from tests.games.good_sight import Errors

FIRST_SEED = 1000


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("games", type=int, nargs="?", default=100)
    for name in (field.name for field in fields(Errors)):
        words.add_argument(f"--{name}", type=float, default=0.0, help="a share from 0 to 1")
    asked = vars(words.parse_args())
    count = asked.pop("games")
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {count} games from seed {FIRST_SEED}, {asked}")
    games = []
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        games.append(followed(seed, Errors(**asked)))
        for one in games[-1].differs:
            print(f"  {seed}: {one.kind.value} {one.what}")
    print_summary(games)


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


if __name__ == "__main__":
    main()
