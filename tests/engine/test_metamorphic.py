"""Suits have no names of their own and seats no letters: renaming them changes no verdict."""

from __future__ import annotations

import random
from dataclasses import fields, is_dataclass, replace

import pytest

from engine.cards import Card, Suit
from engine.house import load_rules, profile_names
from engine.referee import judge
from engine.seats import Actor
from engine.state import Phase
from tests.engine.table import OpenTable


def mapped(value, rename):
    """Return a value with every card, suit and seat in it renamed."""
    if isinstance(value, Card | Suit | Actor):
        return rename(value)
    if hasattr(value, "_fields"):
        return type(value)(*(mapped(item, rename) for item in value))
    if isinstance(value, tuple | frozenset):
        return type(value)(mapped(item, rename) for item in value)
    if is_dataclass(value):
        parts = {f.name: mapped(getattr(value, f.name), rename) for f in fields(value) if f.init}
        return replace(value, **parts)
    return value


def suits_renamed(order):
    """Return a renaming of suits."""
    names = dict(zip(Suit, order, strict=True))

    def rename(value):
        if isinstance(value, Card):
            return Card(value.rank, names[value.suit])
        return names[value] if isinstance(value, Suit) else value

    return rename


def seats_turned(players, steps):
    """Return a renaming of seats: everybody moves on by some seats."""

    def rename(value):
        if isinstance(value, Actor) and value in players:
            return players[(players.index(value) + steps) % len(players)]
        return value

    return rename


def turned(game, steps):
    """Return a game with everybody moved on by some seats."""
    players = game.players
    moved = mapped(game, seats_turned(players, steps))
    hands = moved.hands[-steps:] + moved.hands[:-steps]
    return replace(moved, setting=replace(moved.setting, players=players), hands=hands)


def findings(game, move):
    return [(v.code, v.verdict, v.severity, v.limit, v.count) for v in judge(game, move)]


def moments(profile, seed):
    """Yield moments of a random game, each with moves that may be wrong."""
    chance, rules = random.Random(f"{profile} {seed}"), load_rules(profile)
    table = OpenTable(chance, rules, chance.choice(rules.players), calls_heard=True)
    for _ in range(140):
        if table.game.phase is Phase.OVER:
            return
        if table.game.trump_card is not None and table.game.phase is not Phase.DEALING:
            for probe in table.probes():
                yield table.game, probe
        move = table.move()
        yield table.game, move
        table.play(move)


@pytest.mark.parametrize("profile", profile_names())
def test_renaming_suits_and_turning_the_table_changes_no_verdict(profile):
    chance = random.Random(profile)
    for game, move in moments(profile, 1):
        told = findings(game, move)
        rename = suits_renamed(chance.sample(list(Suit), 4))
        steps = chance.randrange(1, len(game.players))
        seats = seats_turned(game.players, steps)
        assert findings(mapped(game, rename), mapped(move, rename)) == told
        assert findings(turned(game, steps), mapped(move, seats)) == told
