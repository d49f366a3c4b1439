"""Bouts of six pairs, drawn and seen by the shipped networks: are all twelve cards known?

Every bout has its own camera, light, deck and people. A state is settled when every card has lain
still for a second; it is known when the game that Kozyr keeps names exactly the cards that lie.

Usage: python -m tests.games.pairs [BOUTS] [--first SEED]
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from engine.cards import DECK, beats
from engine.house import load_rules
from engine.notation import parse_position
from engine.seats import Actor
from engine.standing import Standing
from tests.games.drawn import DrawnGame, line_for
from vision.scene.acts import Beat, Lead, ThrowIn
from vision.scene.script import Script, Setting

FIRST_SEED = 5000
PAIRS = 6
FIRST_AT, GAP_S = 1.5, (1.1, 2.2)
STILL_S = 1.0
A, B = Actor.A, Actor.B


def bout_of(rng):
    """Return six attacks and what beats each, as the rules allow them, and a trump card."""
    trump, *free = rng.sample(sorted(DECK), len(DECK))
    pairs = []
    while len(pairs) < PAIRS:
        ranks = {card.rank for pair in pairs for card in pair}
        attacks = [card for card in free if not ranks or card.rank in ranks]
        found = [(a, d) for a in attacks for d in free if beats(d, a, trump.suit)]
        if not found:
            return bout_of(rng)
        pairs.append(rng.choice(found))
        free = [card for card in free if card not in pairs[-1]]
    return trump, pairs, free


def script_of(seed):
    """Return a bout: one attack, and what beats it, after the other."""
    rng = Random(seed)
    trump, pairs, rest = bout_of(rng)
    at, acts = FIRST_AT, []
    for number, (attack, defence) in enumerate(pairs):
        lays = ThrowIn if number else Lead
        acts.append(lays(at=at, seat=A, cards=(attack,)))
        acts.append(Beat(at=at + rng.uniform(*GAP_S), seat=B, card=defence, attack=attack))
        at = acts[-1].at + rng.uniform(*GAP_S)
    hands = {A: tuple(a for a, _ in pairs), B: tuple(d for _, d in pairs)}
    setting = Setting(hands, trump, tuple(rest[:17]), tuple(rest[17:]))
    pack = (*hands[A], *hands[B], trump, *rest)
    return Script(pack, tuple(acts), at + STILL_S + 1.5, setting=setting), trump


@dataclass(frozen=True)
class Bout:
    """What was known in the settled states of a bout, by how many cards lay there."""

    seed: int
    settled: Counter
    known: Counter
    unknown: tuple[str, ...]
    """The cards that lay there unknown or were thought to lie there in the last state."""


def watched(seed):
    """Watch a bout; count its settled states, a picture each."""
    script, trump = script_of(seed)
    drawn = DrawnGame(script, seed)
    rules = load_rules("casino-by-2001")
    game = parse_position(f"A6/B6|{trump}|t18|d6|-|-|bout 2 last=ABtaken", rules)
    watch, watching = line_for(drawn, Standing(start=game, game=game))
    settled, known, apart = Counter(), Counter(), frozenset()
    done = drawn.drawing.performance.done
    rests = [lying for one in done for lying in zip(one.cards, one.rests, strict=True)]
    while watching.turn():
        now = drawn.now()
        lies = {card for card, at in rests if at <= now}
        if not lies or any(now - STILL_S < at for _, at in rests if at <= now):
            continue
        apart = lies ^ set(watch.standing.game.bout.cards)
        settled[len(lies)] += 1
        known[len(lies)] += not apart
    return Bout(seed, settled, known, tuple(sorted(map(str, apart))))


def main():
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("bouts", type=int, nargs="?", default=50)
    words.add_argument("--first", type=int, default=FIRST_SEED, metavar="SEED")
    asked = words.parse_args()
    print(f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {asked.bouts} bouts from seed {asked.first}")
    settled, known = Counter(), Counter()
    for seed in range(asked.first, asked.first + asked.bouts):
        bout = watched(seed)
        settled += bout.settled
        known += bout.known
        if bout.unknown:
            print(f"  {seed}: {' '.join(bout.unknown)}", flush=True)
    for count in sorted(settled):
        share = known[count] / settled[count]
        print(f"{count:>2} cards: {known[count]} of {settled[count]} states known, {share:.3f}")


if __name__ == "__main__":
    main()
