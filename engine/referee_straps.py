"""Judging the game of shoulder straps (R122): sixes first, queens last, one chosen queen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card, Rank
from engine.clauses import finding
from engine.integrity import judge_from_hand
from engine.moves import Hang
from engine.seats import Actor
from engine.state import Ending, Game
from engine.verdict import Code, Violation

Cards = tuple[Card, ...]

LADDER: tuple[Rank, ...] = (*(rank for rank in Rank if rank is not Rank.QUEEN), Rank.QUEEN)
"""The ranks in the order in which straps are hung."""


def next_strap(game: Game) -> Rank | None:
    """Return the rank that is hung next; None where all hang, or where no straps are played."""
    if game.rules.strap_queen is None:
        return None
    hung = {card.rank for card in game.memory.straps}
    highest = max((LADDER.index(rank) for rank in hung), default=-1)
    return LADDER[highest + 1] if highest + 1 < len(LADDER) else None


def judge_strap_lead(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Judge a lead with what is now a strap, where straps may not be led."""
    straps = tuple(card for card in cards if is_strap(game, card))
    if straps and not game.rules.strap_leads:
        yield finding(Code.STRAP_LED, seat, straps)


def is_strap(game: Game, card: Card) -> bool:
    """Tell whether a card is of the rank that is hung next, and no trump."""
    if card.rank is not next_strap(game) or card.suit == game.trump:
        return False
    return card.rank is not Rank.QUEEN or card.suit == game.rules.strap_queen


def must_be_taken(game: Game, attack: Card) -> bool:
    """Tell whether an attack card is a strap in a house where such an attack is taken (4p)."""
    rules = game.rules
    return rules.strap_queen is not None and not rules.strap_leads and is_strap(game, attack)


def judge_hang(game: Game, move: Hang) -> Iterator[Violation]:
    """Judge shoulder straps that a player hangs on another."""
    seat, cards = game.player(move.seat, None), move.cards
    rank = next_strap(game)
    if rank is None:
        over = game.is_over
        yield finding(Code.GAME_ALREADY_OVER if over else Code.MOVE_OUT_OF_PLACE, seat, cards)
        return
    yield from judge_from_hand(game, seat, cards)
    if not _is_in_place(game, seat, move.to):
        yield finding(Code.STRAP_OUT_OF_PLACE, seat, cards)
    wrong = tuple(card for card in cards if card.rank is not rank)
    if wrong:
        yield finding(Code.STRAP_WRONG_RANK, seat, wrong)
    elif rank is Rank.QUEEN:
        if [card.suit for card in cards] != [game.rules.strap_queen]:
            yield finding(Code.STRAP_QUEEN, seat, cards)
    elif all(card.suit == game.trump for card in cards):
        yield finding(Code.STRAP_TRUMP_ALONE, seat, cards)


def _is_in_place(game: Game, seat: Actor, to: Actor) -> bool:
    """Tell whether straps may be hung now: on whoever took, or by whoever beat everything."""
    last = game.last
    if last is None or game.bout.runs or to not in game.players or to in game.team(seat):
        return False
    if last.how is Ending.TAKEN:
        return to == last.defender
    return last.how is Ending.BEATEN and seat == last.defender
