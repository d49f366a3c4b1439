"""People count the piles: where their count adds up to the pack, the ledger follows it.

A count that leaves it open where the difference lies changes nothing: too many piles were not
counted, the whole pack is not there, or a card is known to lie where none is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.bout import bout_with
from engine.cards import DECK
from engine.claims import Counted
from engine.copies import game_with
from engine.game_ends import with_exits
from engine.moves import Announce, Move
from engine.piles import Discard, Hand
from engine.seats import Actor
from engine.state import Game

TALON, DISCARD = "talon", "discard"
Piles = dict[Actor | str, int]


@dataclass(frozen=True, slots=True)
class Recount:
    """The piles as they are after a count: every hand, talon and discard."""

    hands: tuple[int, ...]
    talon: int
    discard: int


def count_told(game: Game, move: Move) -> Counted | None:
    """Return the count that a move tells and the ledger follows; a player's word is none."""
    if not isinstance(move, Announce) or game.is_player(move.seat):
        return None
    claim = move.claim
    return claim if isinstance(claim, Counted) and recount(game, claim) is not None else None


def recount(game: Game, claim: Counted) -> Recount | None:
    """Return what a count makes of all piles; None where it does not tell.

    Uncounted piles are as the ledger has them, if all 36 cards are there then; a single one that
    was not counted holds what the others leave.
    """
    if claim.table is not None and claim.table != len(game.bout.cards):
        return None
    told = _told(game, claim)
    piles = {**_by_ledger(game), **told}
    in_sight = len(game.bout.cards) + len(game.memory.straps)
    lacking = len(DECK) - in_sight - sum(piles.values())
    uncounted = [pile for pile in piles if pile not in told]
    if lacking and len(uncounted) == 1:
        piles[uncounted[0]] += lacking
    elif lacking:
        return None
    return _sound(game, piles)


def _by_ledger(game: Game) -> Piles:
    hands: Piles = {seat: game.hand(seat).count for seat in game.players}
    return {**hands, TALON: game.talon, DISCARD: game.discard.count}


def _told(game: Game, claim: Counted) -> Piles:
    told: Piles = {seat: count for seat, count in claim.hands.items() if seat in game.players}
    piles = {TALON: claim.talon, DISCARD: claim.discard}
    return told | {pile: count for pile, count in piles.items() if count is not None}


def _sound(game: Game, piles: Piles) -> Recount | None:
    """Return the piles, unless fewer cards lie somewhere than are known to lie there."""
    hands = tuple(piles[seat] for seat in game.players)
    known = [len(hand.known) for hand in game.hands]
    enough = all(count >= least for count, least in zip(hands, known, strict=True))
    talon, discard = piles[TALON], piles[DISCARD]
    if not enough or talon < int(game.trump_lies) or discard < len(game.discard.known):
        return None
    return Recount(hands, talon, discard)


def counted(game: Game, claim: Counted) -> Game:
    """Return the game by a count; the cap of a running bout follows the defender's hand."""
    now = recount(game, claim)
    if now is None:
        return game
    hands = tuple(
        Hand(count, hand.known, hand.drawn)
        for count, hand in zip(now.hands, game.hands, strict=True)
    )
    bout = game.bout
    if bout.runs:
        more = now.hands[game.players.index(bout.defender)] - game.hand(bout.defender).count
        bout = bout_with(bout, start=max(0, bout.start + more))
    discard = Discard(now.discard, game.discard.known)
    after = game_with(game, hands=hands, talon=now.talon, discard=discard, bout=bout)
    return with_exits(after) if after.talon == 0 and not bout.runs else after


def counts_all(game: Game, claim: Counted) -> bool:
    """Tell whether after a count every pile is certain: nothing was left to the ledger alone."""
    everything = set(_by_ledger(game))
    return recount(game, claim) is not None and len(everything - set(_told(game, claim))) <= 1
