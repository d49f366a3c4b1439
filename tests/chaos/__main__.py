"""`make chaos`: a floor and its tables, and everything that nights bring, at random from a seed.

Every table plays into its own journal and belongs to a floor with a real broker and a real
PostgreSQL server. Programs, brokers and the server are killed, links are cut, rows come twice and
out of order, disks fill up, clocks are stepped. Afterwards every journal is what was played, every
chain is whole, the floor has every row once and in its place, and complains of nothing.

Usage: python -m tests.chaos [--minutes M] [--seed N] [--tables N] [--pace S]
Ends with 1 where something does not hold.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from random import Random

from tests.chaos.acts import ACTS
from tests.chaos.house import House, opened, wait_for
from tests.chaos.judging import CAUGHT_UP_S, moves_kept, troubles

READY_S = 240.0


def main() -> None:
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("--minutes", type=float, default=30.0)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--tables", type=int, default=4)
    words.add_argument("--pace", type=float, default=0.2, help="seconds between two moves")
    asked = words.parse_args()
    print(
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, seed {asked.seed}, {asked.tables} tables, "
        f"{asked.minutes:g} minutes",
        flush=True,
    )
    with opened(asked.seed, asked.tables, asked.pace) as house:
        print(f"links are cut by {house.network.name}", flush=True)
        wrong = judged(house, asked)
    sys.exit(1 if wrong else 0)


def judged(house: House, asked: argparse.Namespace) -> list[str]:
    """Harm the house for as long as was asked, let it come to rest, and print what is wrong."""
    if not wait_for(lambda: has_begun(house), True, READY_S):
        said = "\n".join(line for one in house.programs for line in one.said[-10:])
        return told([f"the house did not begin:\n{said}"])
    happened = befall(house, Random(asked.seed), asked.minutes * 60)
    for table in house.tables:
        table.program.tell("rest")
    ended = time.monotonic()
    wrong = list(troubles(house))
    print(
        f"{sum(happened.values())} acts, {moves_kept(house)} rows of {len(house.journals)} tables; "
        f"all of them at the floor {time.monotonic() - ended:.1f} s after the last"
    )
    for name, count in sorted(happened.items()):
        print(f"  {name:<34} {count}")
    return told(wrong)


def has_begun(house: House) -> bool:
    """Tell whether every table's first rows are at the floor; what could not begin begins again."""
    house.watch_over()
    return all(house.folded(table) for table in house.journals)


def befall(house: House, chance: Random, lasts_s: float) -> Counter[str]:
    """Let one thing after the other happen until the time is over."""
    happened: Counter[str] = Counter()
    began = time.monotonic()
    while (passed := time.monotonic() - began) < lasts_s:
        act = chance.choice(ACTS)
        name = act.__name__.replace("_", " ")
        try:
            what = act(house, chance)
        except (OSError, TimeoutError) as error:
            what = f"could not be done: {type(error).__name__} {error}"
        happened[name] += 1
        print(f"{passed:7.1f} s  {name}: {what}", flush=True)
        house.watch_over()
        time.sleep(chance.uniform(0.5, 4))
    return happened


def told(wrong: list[str]) -> list[str]:
    for sentence in wrong:
        print(f"WRONG {sentence}")
    if not wrong:
        print(f"all is right, within {CAUGHT_UP_S:.0f} s")
    return wrong


if __name__ == "__main__":
    main()
