"""Integrity of the pack: a face that shows where it cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.clauses import finding
from engine.ledger import is_elsewhere
from engine.proof import judge_later_proof
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Code, Violation


def judge_faces(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Iterable[Violation]:
    """Return what is wrong with faces that come out of a player's hand (B9)."""
    alone = len(cards) == 1 or len(set(cards)) == len(cards)
    return () if alone and not is_elsewhere(game, seat, cards) else _faces(game, seat, cards)


def _faces(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Iterator[Violation]:
    if len(set(cards)) < len(cards):
        twice = tuple(dict.fromkeys(card for card in cards if cards.count(card) > 1))
        yield finding(Code.CARD_DUPLICATE_SEEN, seat, twice)
    open_cards = (*game.bout.cards, *game.memory.straps)
    for card in dict.fromkeys(cards):
        if card in open_cards or (game.trump_lies and card == game.trump_card):
            yield finding(Code.CARD_DUPLICATE_SEEN, seat, (card,))
        elif card in game.discard.known:
            yield finding(Code.CARD_IN_DISCARD_REAPPEARS, seat, (card,))
        elif _is_known_elsewhere(game, seat, card):
            yield finding(Code.CARD_KNOWN_ELSEWHERE, seat, (card,))


def judge_from_hand(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Iterable[Violation]:
    """Return what is wrong with cards that a player lays: faces, what they prove, their number."""
    hand = game.hand(seat)
    some_hidden = len(hand.known) < hand.count
    held = len(cards) <= hand.count and (some_hidden or hand.known.issuperset(cards))
    alone = len(cards) == 1 or len(set(cards)) == len(cards)
    if held and alone and not is_elsewhere(game, seat, cards):
        # Most moves are like this: nothing is wrong with the cards, whatever they prove.
        proves = game.memory.trumped or game.memory.declared
        return judge_later_proof(game, seat, cards) if proves else ()
    return _hand_findings(game, seat, cards)


def _hand_findings(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Iterator[Violation]:
    impossible = tuple(judge_faces(game, seat, cards))
    yield from impossible
    yield from judge_later_proof(game, seat, cards)
    hand = game.hand(seat)
    if len(cards) > hand.count:
        yield finding(
            Code.HAND_COUNT_MISMATCH, seat, cards, limit=max(0, hand.count), count=len(cards)
        )
    elif hand.known and not impossible and hand.count == len(hand.known):
        # Every card of this hand is known: no other can come out of it.
        strange = tuple(card for card in cards if card not in hand.known)
        if strange and game.talon == 0:
            yield finding(Code.ENDGAME_IMPOSSIBLE, seat, strange)
        elif strange and not _may_have_drawn(game, seat):
            yield finding(Code.CARD_NOT_IN_SHOE_HAND, seat, strange)


def _may_have_drawn(game: Game, seat: Actor) -> bool:
    """Tell whether a player who was to draw may have drawn unseen."""
    return any(due.seat == seat for due in game.due() or game.bout.skipped)


def _is_known_elsewhere(game: Game, seat: Actor, card: Card) -> bool:
    for player, hand in zip(game.players, game.hands, strict=True):
        if card in hand.known and player != seat:
            return True
    return False
