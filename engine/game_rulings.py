"""What is told beside the play and changes the game: rulings, and faces of the discard."""

from __future__ import annotations

from dataclasses import replace

from engine.bout import NO_BOUT
from engine.cards import Card
from engine.claims import (
    RULED,
    Claim,
    Counted,
    DrawCalled,
    MatchTold,
    Noticed,
    RedealCalled,
    TeamWinCalled,
    WinCalled,
)
from engine.copies import game_with, memory_with
from engine.counting import counted
from engine.game_hands import forgotten
from engine.moves import Announce
from engine.piles import Discard, Hand
from engine.results import Result, decided
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Code


def is_ruling(move: Announce) -> bool:
    """Tell whether somebody rules rather than claims: the inspector, on a result or a redeal."""
    return move.seat is Actor.INSPECTOR and isinstance(move.claim, RULED)


def announced(game: Game, move: Announce) -> Game:
    """Let a ruling end the game or begin it anew, and the ledger follow a count that adds up.

    Whatever else is claimed changes nothing.
    """
    claim = move.claim
    if isinstance(claim, Noticed):
        is_open = claim.code is Code.DISCARD_SPILLED_OPEN
        return _with_discard_seen(game, claim.cards) if is_open else game
    if isinstance(claim, Counted):
        return game if game.is_player(move.seat) else counted(game, claim)
    if isinstance(claim, MatchTold):
        return game_with(game, setting=replace(game.setting, match=claim.match))
    if not is_ruling(move):
        return game
    if isinstance(claim, RedealCalled):
        return Game(game.setting, (Hand(),) * len(game.players))
    result = ruled_result(game, claim)
    return game if result is None else _ended(game, result)


def ruled_result(game: Game, claim: Claim) -> Result | None:
    """Return the result that a claim names; of two players the other one follows."""
    match claim:
        case DrawCalled():
            return Result(None)
        case TeamWinCalled(team=team) if game.is_player(team[0] if team else Actor.UNKNOWN):
            return Result(None, team=game.team(team[0]))
        case WinCalled(winner=winner, loser=loser):
            return _won(game, winner, loser)
        case _:
            return None


def _won(game: Game, winner: Actor | None, loser: Actor | None) -> Result | None:
    """Return a game won and lost; among several the loser must be named."""
    if len(game.players) == 2:
        if winner is None and loser in game.players:
            winner = game.neighbour(loser)
        if loser is None and winner in game.players:
            loser = game.neighbour(winner)
    if loser not in game.players or winner == loser or winner not in {None, *game.players}:
        return None
    return decided(winner, loser)


def _ended(game: Game, result: Result) -> Game:
    """Close the bout: what lay there has gone out of the game."""
    cards = game.bout.cards
    discard = Discard(game.discard.count + len(cards), game.discard.known.union(cards))
    memory = memory_with(game.memory, ruled=result)
    return game_with(game, bout=NO_BOUT, discard=discard, memory=memory)


def _with_discard_seen(game: Game, cards: tuple[Card, ...]) -> Game:
    """Know cards of the discard that lay open, as far as there is room for them."""
    known, count = game.discard.known, game.discard.count
    fresh = tuple(
        card for card in dict.fromkeys(cards) if card not in known and card not in game.bout.cards
    )[: max(0, count - len(known))]
    if not fresh:
        return game
    again = forgotten(game, fresh)
    return game_with(again, discard=Discard(count, again.discard.known.union(fresh)))
