"""Who leads first: by the lowest trump (125.4, R040), as far as anybody can know it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import OF_SUIT
from engine.house import NextGameLead
from engine.ledger import may_hold, must_hold
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Verdict


@dataclass(frozen=True, slots=True)
class FirstLead:
    """How a first lead stands against the rules, and who should lead, where that is known."""

    verdict: Verdict
    holder: Actor | None = None


def is_by_lowest_trump(game: Game) -> bool:
    """Tell whether the lowest trump decides who leads this game."""
    first, every = game.game_no == 1, game.rules.next_game_lead is NextGameLead.LOWEST_TRUMP
    return (first or every) and game.memory.appointed is None


def first_lead(game: Game, seat: Actor) -> FirstLead:
    """Judge a lead by the lowest trump: by the faces that are known, else by what was declared."""
    if game.trump is None:
        return FirstLead(Verdict.UNVERIFIABLE)
    trumps = OF_SUIT[game.trump]
    may = {player: may_hold(game, player, trumps) for player in game.players}
    must = {player: must_hold(game, player, trumps) for player in game.players}
    if not any(may.values()):
        return FirstLead(Verdict.UNDEFINED)

    lowest = min((min(cards), player) for player, cards in may.items() if cards)
    surest = min(((min(cards), player) for player, cards in must.items() if cards), default=None)
    if surest is not None and surest[1] != seat and not any(c < surest[0] for c in may[seat]):
        return FirstLead(Verdict.ILLEGAL, surest[1] if lowest[0] == surest[0] else None)
    if surest is not None and surest[1] == seat and lowest[0] == surest[0]:
        return FirstLead(Verdict.LEGAL, seat)
    return _by_words(game, seat)


def _by_words(game: Game, seat: Actor) -> FirstLead:
    """Judge by what the players declared, once all of them have."""
    said = {word.seat: word.card for word in game.memory.declared}
    if set(said) != set(game.players):
        return FirstLead(Verdict.UNVERIFIABLE)
    cards = [(card, player) for player, card in said.items() if card is not None]
    if not cards:
        return FirstLead(Verdict.UNDEFINED)
    holder = min(cards)[1]
    return FirstLead(Verdict.LEGAL if holder == seat else Verdict.ILLEGAL, holder)
