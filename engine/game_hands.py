"""What moves do to hands: cards laid, given, shown, hung, and what is known of them."""

from __future__ import annotations

from engine.bout import Bout
from engine.cards import Card
from engine.copies import game_with, memory_with
from engine.ledger import is_elsewhere
from engine.moves import Declare, Hang, Return
from engine.piles import Declared, Discard, Hand
from engine.seats import Actor
from engine.state import Game


def with_hand(game: Game, seat: Actor, hand: Hand) -> tuple[Hand, ...]:
    """Return the hands with one of them changed."""
    hands = list(game.hands)
    hands[game.places[seat]] = hand
    return tuple(hands)


def undrawn(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Return the hands with the count of drawn cards begun anew."""
    return tuple([Hand(h.count, h.known) if h.drawn else h for h in hands])


def laid(game: Game, seat: Actor, cards: tuple[Card, ...], bout: Bout) -> Game:
    """Let cards go from a hand to the table, and forget whatever place they were known in."""
    for trumped in game.memory.trumped:
        if trumped.seat is seat and trumped.is_proved_by(cards):
            game = _proved(game, seat, cards)
            break
    if is_elsewhere(game, seat, cards):
        game = forgotten(game, cards)
    place = game.places[seat]
    hands = list(game.hands)
    held = hands[place]
    known = held.known.difference(cards) if held.known else held.known
    hands[place] = Hand(held.count - len(cards), known, held.drawn)
    return game_with(game, hands=tuple(hands), bout=bout)


def _proved(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Game:
    """Forget what these cards have proved already: an offence is proved once."""
    known, trumped = game.hand(seat).known, game.memory.trumped
    fresh = [card for card in cards if card not in known]
    still_open = tuple([t for t in trumped if t.seat is not seat or not t.is_proved_by(fresh)])
    return game_with(game, memory=memory_with(game.memory, trumped=still_open))


def forgotten(game: Game, cards: tuple[Card, ...]) -> Game:
    """Know these cards no longer in hands, in the discard or under the talon: counts stay."""
    hands = [
        Hand(h.count, h.known.difference(cards), h.drawn) if h.known else h for h in game.hands
    ]
    return game_with(
        game,
        hands=tuple(hands),
        discard=Discard(game.discard.count, game.discard.known.difference(cards)),
        trump_lies=game.trump_lies and game.trump_card not in cards,
    )


def given(
    game: Game, seat: Actor, wanted: int, faces: tuple[Card, ...] = (), *, drawn: bool = False
) -> Game:
    """Give a player cards off the talon; the last of them is the trump card (R028).

    With a card that nobody saw nothing can be proven any more of what the hand held before.
    """
    count = min(wanted, game.talon)
    if count < 1:
        return game
    talon, seen = game.talon - count, faces[:count]
    if seen:
        seen = tuple(card for card in seen if card not in game.bout.cards)
    if talon == 0 and game.trump_lies and game.trump_card is not None:
        others = tuple(card for card in seen if card != game.trump_card)
        seen = (*others[: count - 1], game.trump_card)
    if seen:
        game = forgotten(game, seen)
    held = game.hand(seat)
    known = held.known.union(seen) if seen else held.known
    hand = Hand(held.count + count, known, held.drawn + count if drawn else held.drawn)
    after = game_with(game, hands=with_hand(game, seat, hand), talon=talon)
    unseen, memory = len(seen) < count, game.memory
    return _unprovable(after, seat) if unseen and (memory.trumped or memory.declared) else after


def _unprovable(game: Game, seat: Actor) -> Game:
    """Forget what a hand could be held to before it got a card that nobody saw."""
    memory = memory_with(
        game.memory,
        trumped=tuple(laid for laid in game.memory.trumped if laid.seat != seat),
        declared=tuple(said for said in game.memory.declared if said.seat != seat),
    )
    return game_with(game, memory=memory)


def returned(game: Game, move: Return) -> Game:
    """Let cards go back on the talon; a trump card that was drawn goes back under it."""
    if not game.is_player(move.seat):
        return game
    held = game.hand(move.seat)
    count = max(0, min(move.count, held.count))
    if count == 0:
        return game
    trump_back = game.trump_card is not None and game.trump_card in held.known
    known = held.known - {game.trump_card} if trump_back else held.known
    hand = Hand(held.count - count, known, max(0, held.drawn - count))
    return game_with(
        game,
        hands=with_hand(game, move.seat, hand),
        talon=game.talon + count,
        trump_lies=game.trump_lies or trump_back,
        memory=memory_with(game.memory, exits=()),
    )


def exposed(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Game:
    """Know cards in a player's hand, as far as the hand can hold them."""
    if not game.is_player(seat):
        return game
    held = game.hand(seat)
    fresh = tuple(
        card
        for card in dict.fromkeys(cards)
        if card not in held.known and card not in game.bout.cards
    )[: max(0, held.count - len(held.known))]
    if not fresh:
        return game
    known = forgotten(game, fresh)
    hand = Hand(held.count, held.known.union(fresh), held.drawn)
    return game_with(known, hands=with_hand(known, seat, hand))


def declared(game: Game, move: Declare) -> Game:
    """Remember what a player says about his lowest trump; the last word holds."""
    if not game.is_player(move.seat):
        return game
    others = tuple(said for said in game.memory.declared if said.seat != move.seat)
    words = (*others, Declared(move.seat, move.card))
    return game_with(game, memory=memory_with(game.memory, declared=words))


def hung(game: Game, move: Hang) -> Game:
    """Let straps go from a hand: they hang and are played no more, or a partner gets them (R122).

    After that the other team leads.
    """
    lying = (*game.bout.cards, *game.memory.straps)
    cards = tuple(dict.fromkeys(card for card in move.cards if card not in lying))
    if not cards or not game.is_player(move.seat):
        return game
    after = laid(game, move.seat, cards, game.bout)
    if move.to in game.team(move.seat) and move.to != move.seat:
        got = after.hand(move.to)
        hand = Hand(got.count + len(cards), got.known.union(cards), got.drawn)
        leads = game.turn_after(move.seat).player
        memory = memory_with(after.memory, appointed=leads)
        return game_with(after, hands=with_hand(after, move.to, hand), memory=memory)
    straps = (*game.memory.straps, *cards)
    memory = memory_with(after.memory, straps=straps, hung_by=move.seat, hung_on=move.to)
    return game_with(after, memory=memory)
