"""Whole games followed without pictures: what was told, beside what happened."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from dealer_ui.answers import Difference, Flagged, Listener, Right, differences
from engine.game import new_game
from engine.house import load_rules
from engine.in_step import step_news
from engine.reading import MoveReader
from engine.standing import Standing
from engine.watch import follow
from tests.games.good_sight import Errors, GoodSight
from vision.scene.perform import perform
from vision.scene.play import Tempo
from vision.scene.plot import game_script
from vision.scene.telling import moves_told
from vision.scene.truth import TOLERATED
from vision.scene.wishes import any_wishes

PLAIN = Errors()
RESTLESS = Tempo(restless=True)


@dataclass(frozen=True)
class Followed:
    """A game that was followed: what was right, and in what the answer differs from it."""

    seed: int
    right: Right
    differs: tuple[Difference, ...]
    ends_right: bool
    """Whether every count is right at the end."""
    asked: int
    lost_s: float = 0.0
    """The longest time in which nothing that happened was told."""


def script_of(seed):
    """Return a seeded game of restless people, with its errors on purpose."""
    return game_script(seed, any_wishes(seed), all_wishes=False, tempo=RESTLESS)


def followed(seed, errors=PLAIN):
    """Play a seeded game with its errors on purpose, and follow it."""
    script = script_of(seed)
    performance = perform(script, seed)
    game = new_game(load_rules("casino-by-2001"))
    standing, reader, listener = Standing(start=game, game=game), MoveReader(), Listener()
    for state in GoodSight(performance, seed, errors).states(script.ends_at):
        for sighting in reader.read(state, standing.game):
            standing = follow(standing, sighting)
            listener.note(standing)
        for happening in step_news(standing, state.taken_at):
            standing = follow(standing, happening)
            listener.note(standing)
    told, right = listener.told(), right_of(performance.done)
    ends_right = counts_of(standing.game) == true_counts(performance.done[-1].after)
    return Followed(seed, right, differences(right, told), ends_right, len(told.doubts))


def right_of(done):
    """Return the right answer to a performance."""
    slips = [(one.act.slip, one.actor) for one in done if one.act.slip is not None]
    flags = tuple(
        Flagged(slip.code, None if slip.any_actor else actor, frozenset(slip.also_ok))
        for slip, actor in slips
    )
    named = chain.from_iterable((slip.code, *slip.also_ok) for slip, _ in slips)
    follows = chain.from_iterable(TOLERATED.get(slip.code, (0, ()))[1] for slip, _ in slips)
    moves = tuple(told.move for told in moves_told(done))
    return Right(moves, flags, None, frozenset((*named, *follows)), may_ask=True)


def counts_of(game):
    return (game.talon, game.discard.count, *(game.hand(seat).count for seat in game.players))


def true_counts(after):
    return (after.talon, after.discard, *after.hands)
