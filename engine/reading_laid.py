"""Which move a newly laid card makes: lead, throw-in or beat."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from engine.cards import Card
from engine.moves import Beat, Lead, Move, ThrowIn
from engine.referee import judge
from engine.seats import Actor
from engine.state import Game
from engine.table import LyingCard, TableState
from engine.verdict import Severity

COVERED = 0.2
"""A card that covers so much of another is laid over it."""

BESIDE_MM = 95.0
"""A defender's card so near to an open attack card is meant for it, though it misses it."""

SQUARELY = 0.75
"""A card that covers so much of another lies as squarely on it as itself."""

Known = Mapping[int, Card]
"""The cards that lie there and were told already, by the tracker's number."""


def is_found_twice(lying: LyingCard, known: Known) -> bool:
    """Tell whether a card is one that was told already, seen a second time a little beside it.

    A pack has no face twice, and people leave the index of a card free that they lay another on.
    """
    squarely = (cover.key for cover in lying.covers if cover.share >= SQUARELY)
    return any(known.get(key) == lying.card for key in squarely)


def laid_move(lying: LyingCard, card: Card, state: TableState, game: Game, known: Known) -> Move:
    """Return the move that a card makes if it is this face."""
    seat = who_laid(lying, state, game)
    if not game.bout.runs:
        return Lead(seat, (card,))

    attack = _attack_under(lying, card, state, game, known)
    if seat == game.bout.attacker:
        return _by_attacker(seat, card, attack, game)
    if attack is not None:
        return Beat(seat, card, attack)
    return ThrowIn(seat, (card,))


def who_laid(lying: LyingCard, state: TableState, game: Game) -> Actor:
    """Return the player who laid a card; when no player was seen, the one who would have."""
    if game.is_player(lying.laid_by):
        return lying.laid_by
    if not game.bout.runs:
        return game.leader or _leader_by_defence(lying, state, game)
    return game.bout.defender if lying.covers else game.bout.attacker


def _leader_by_defence(lying: LyingCard, state: TableState, game: Game) -> Actor:
    """Return who led a card that nobody was seen to lay: who sits before the one that beats it."""
    for other in state.lying_in(lying.zone):
        lies_over = any(c.key == lying.key and c.share >= COVERED for c in other.covers)
        if lies_over and game.is_player(other.laid_by):
            return game.clockwise(other.laid_by)[-1]
    return Actor.UNKNOWN


def _by_attacker(seat: Actor, card: Card, attack: Card | None, game: Game) -> Move:
    """Tell a throw-in that lies a little over another card from a beat by the wrong player."""
    thrown = ThrowIn(seat, (card,))
    if attack is None:
        return thrown
    lawful = not any(v.severity >= Severity.STOP for v in judge(game, thrown))
    return thrown if lawful else Beat(seat, card, attack)


def _attack_under(
    lying: LyingCard, card: Card, state: TableState, game: Game, known: Known
) -> Card | None:
    """Return the attack card that a card lies over, or is plainly meant for."""
    pairs = {pair.attack: pair for pair in game.bout.pairs}
    tops = {pair.defence: pair.attack for pair in game.bout.pairs if pair.defence is not None}
    options: list[tuple[float, Card]] = []
    for cover in lying.covers:
        under = known.get(cover.key)
        attack = tops.get(under, under) if under is not None else None
        if attack is None or attack not in pairs or cover.share < COVERED:
            continue
        is_open = pairs[attack].defence is None
        options.append((cover.share + (1.0 if is_open else 0.0) + _fit(card, attack, game), attack))
    if options:
        return max(options)[1]
    return _attack_beside(lying, state, game, known)


def _fit(card: Card, attack: Card, game: Game) -> float:
    """Return how much a lawful beat speaks for a pair when a card lies over several."""
    beat = Beat(game.bout.defender, card, attack)
    return 0.0 if any(v.severity >= Severity.STOP for v in judge(game, beat)) else 0.3


def _attack_beside(lying: LyingCard, state: TableState, game: Game, known: Known) -> Card | None:
    """Return the open attack card that a defender's card lies right beside."""
    if lying.laid_by is not game.bout.defender:
        return None
    near = [
        (hypot(other.at.x_mm - lying.at.x_mm, other.at.y_mm - lying.at.y_mm), known[other.key])
        for other in state.cards
        if known.get(other.key) in game.bout.unbeaten
    ]
    return min(near)[1] if near and min(near)[0] < BESIDE_MM else None
