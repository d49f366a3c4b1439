"""What the ledger proves: where every card may be, where it must be, and the law of 36."""

from __future__ import annotations

from itertools import chain

from engine.cards import DECK, Card
from engine.seats import Actor
from engine.state import Game


def placed(game: Game) -> tuple[Card, ...]:
    """Return every card whose place is known; in a sound game none stands here twice."""
    under_talon = (game.trump_card,) if game.trump_lies and game.trump_card is not None else ()
    in_hands = chain.from_iterable(hand.known for hand in game.hands)
    return (*game.bout.cards, *under_talon, *game.discard.known, *in_hands, *game.memory.straps)


def unseen(game: Game) -> frozenset[Card]:
    """Return the cards whose place nobody knows: in the talon, in hands or slipped away."""
    return DECK.difference(placed(game))


def is_elsewhere(game: Game, seat: Actor, cards: tuple[Card, ...]) -> bool:
    """Tell whether any of these cards is known to be elsewhere than in a player's hand."""
    lying, swept = game.bout.faces, game.discard.known
    trump, straps = game.trump_card, game.memory.straps
    for card in cards:
        if card in swept or card in lying or card is trump or card in straps:
            return True
        for hand in game.hands:
            if card in hand.known and hand is not game.hand(seat):
                return True
    return False


def hidden_count(game: Game, seat: Actor) -> int:
    """Return how many cards a player holds that nobody has seen."""
    hand = game.hand(seat)
    return max(0, hand.count - len(hand.known))


def may_hold(game: Game, seat: Actor, cards: frozenset[Card]) -> frozenset[Card]:
    """Return those of the cards that a player may hold."""
    hand = game.hand(seat)
    known = hand.known & cards
    return known | _unseen_among(game, cards) if hand.count > len(hand.known) else known


def _unseen_among(game: Game, cards: frozenset[Card]) -> frozenset[Card]:
    """Return those of a few cards whose place nobody knows."""
    left = cards.difference(game.bout.cards, game.memory.straps, game.discard.known)
    left = left.difference(*[hand.known for hand in game.hands])
    if game.trump_lies and game.trump_card in left:
        left -= {game.trump_card}
    return left


def must_hold(game: Game, seat: Actor, cards: frozenset[Card]) -> frozenset[Card]:
    """Return those of the cards that a player certainly holds.

    Once all unseen cards fit into one hand only, they are all there: so it is at the end of a game.
    """
    known = game.hand(seat).known & cards
    if game.talon > int(game.trump_lies):
        return known
    hidden = unseen(game)
    return known | (hidden & cards) if len(hidden) == hidden_count(game, seat) else known


def broken_laws(game: Game) -> tuple[str, ...]:
    """Name the laws that the ledger breaks: 36 cards in all, and each known one in one place."""
    on_table = len(game.bout.cards)
    in_hands = sum(hand.count for hand in game.hands)
    total = in_hands + game.talon + on_table + game.discard.count + len(game.memory.straps)
    known = placed(game)
    laws = {
        f"{total} cards instead of {len(DECK)}": total == len(DECK),
        "a card is in two places": len(known) == len(set(known)),
        "more is known of a pile than lies there": len(game.discard.known) <= game.discard.count,
        "the talon is short of cards": game.talon >= int(game.trump_lies),
    }
    return tuple(law for law, holds in laws.items() if not holds)
