"""Judging what is said and shown beside the play: declared trumps, rulings, exposed cards."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card
from engine.clauses import finding
from engine.first_lead import is_by_lowest_trump
from engine.integrity import judge_faces
from engine.ledger import may_hold, must_hold
from engine.moves import Appoint, Declare, Expose
from engine.proof import judge_later_proof
from engine.seats import Actor
from engine.state import Game, Phase
from engine.verdict import Code, Violation


def judge_declare(game: Game, move: Declare) -> Iterator[Violation]:
    """Judge the lowest trump that a player says he holds: by the faces that are known."""
    if not game.is_player(move.seat) or game.last is not None or game.bout.runs:
        yield finding(Code.MOVE_OUT_OF_PLACE, move.seat)
        return
    said = frozenset() if move.card is None else frozenset({move.card})
    hand = game.hand(move.seat).known
    lower = {c for c in hand if c.suit == game.trump and (move.card is None or c < move.card)}
    if lower or len(may_hold(game, move.seat, said)) < len(said):
        yield finding(Code.CLAIM_INCONSISTENT, move.seat, (*said, *sorted(lower)))


def judge_appoint(game: Game, move: Appoint) -> Iterator[Violation]:
    """Judge a ruling on who leads: it has its place where nobody knows who does."""
    if not game.is_player(move.seat) or game.bout.runs or game.result is not None:
        yield finding(Code.MOVE_OUT_OF_PLACE, move.seat)


def judge_expose(game: Game, move: Expose) -> Iterator[Violation]:
    """Judge cards of a hand that all can see; first what they prove."""
    if not game.is_player(move.seat):
        yield finding(Code.MOVE_OUT_OF_PLACE, move.seat, move.cards)
        return
    yield from judge_later_proof(game, move.seat, move.cards)
    yield from judge_faces(game, move.seat, move.cards)
    known = must_hold(game, move.seat, frozenset(move.cards))
    fresh = tuple(card for card in move.cards if card not in known)
    if fresh and not _shows_lowest_trump(game, fresh):
        yield finding(_exposing(game, move.seat), move.seat, fresh)


def _shows_lowest_trump(game: Game, cards: tuple[Card, ...]) -> bool:
    """Tell whether a trump is shown to settle who leads first (125.4): that is as it should be."""
    asked = game.phase is Phase.FIRST_LEAD and game.leader is None and is_by_lowest_trump(game)
    return asked and len(cards) == 1 and cards[0].suit == game.trump


def _exposing(game: Game, seat: Actor) -> Code:
    """Return which rule a face touches that all can see: it was dealt so, drawn so, or shown."""
    if game.phase in {Phase.BEFORE_DEAL, Phase.DEALING}:
        return Code.DEAL_EXPOSED
    return Code.DRAW_EXPOSED if game.hand(seat).drawn and not game.bout.runs else Code.EXPOSED_HAND
