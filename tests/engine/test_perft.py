"""The golden counts of lawful rows of moves, by both referees."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.house import adjusted, load_rules
from tests.engine.builders import position
from tests.engine.perft import count, slow_count

GOLDEN = tomllib.loads((Path(__file__).parent / "perft.toml").read_text(encoding="utf-8"))


def game_of(name):
    """Return the position of a golden count."""
    row = GOLDEN[name]
    rules = adjusted(load_rules(row["profile"]), row.get("rules", {}))
    return position(row["position"], rules)


@pytest.mark.parametrize("name", GOLDEN)
def test_rows_of_lawful_moves(name):
    wanted = GOLDEN[name]["rows"]

    assert [count(game_of(name), depth) for depth in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize("name", GOLDEN)
def test_the_slow_referee_counts_the_same(name):
    wanted = GOLDEN[name]["rows"][:3]

    assert [slow_count(game_of(name), depth) for depth in range(1, len(wanted) + 1)] == wanted


def test_there_are_a_dozen_positions():
    assert len(GOLDEN) >= 12
