"""A game moves on: every move is accepted, lawful or not, for the card is already down."""

from __future__ import annotations

from dataclasses import replace

from engine.bout import NO_BOUT, Bout
from engine.cards import Card
from engine.house import HouseRules, NextGameLead
from engine.moves import (
    Beat,
    Deal,
    Draw,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from engine.seats import Actor
from engine.state import Discard, Ended, Ending, Game, Hand

__all__ = ["Game", "apply", "new_game", "next_game"]


def new_game(
    rules: HouseRules,
    players: tuple[Actor, ...] = (Actor.A, Actor.B),
    game_no: int = 1,
    previous_winner: Actor | None = None,
    *,
    calls_heard: bool = False,
) -> Game:
    """Return a game before its deal; players sit clockwise.

    `calls_heard` says that «бито» and «беру» are told by buttons, so that their want means
    something.
    """
    by_winner = game_no > 1 and rules.next_game_lead is NextGameLead.WINNER_PREV
    return Game(
        rules,
        players,
        hands=(Hand(),) * len(players),
        game_no=game_no,
        previous_winner=previous_winner if by_winner else None,
        calls_heard=calls_heard,
    )


def next_game(game: Game) -> Game:
    """Return the game after one that is over; after a draw nobody knows yet who leads (A8)."""
    winner = None if game.result is None else game.result.winner
    return new_game(
        game.rules, game.players, game.game_no + 1, winner, calls_heard=game.calls_heard
    )


def apply(game: Game, move: Move) -> Game:  # noqa: C901, PLR0911 - one line for each kind of move
    """Return the game after a move, lawful or not; what makes no sense changes nothing."""
    match move:
        case Beat():
            return _beaten(game, move)
        case Lead(seat=seat, cards=cards) | ThrowIn(seat=seat, cards=cards):
            return _attacked(game, seat, cards)
        case Draw():
            return _drawn(game, move)
        case Deal():
            return _dealt(game, move)
        case Take():
            return _taken(game, move)
        case Sweep():
            return _swept(game, move)
        case Withdraw():
            return _withdrawn(game, move)
        case ShowTrump(card=card):
            return _trump_shown(game, card)
        case Return():
            return _returned(game, move)
        case SayBeaten():
            return replace(game, bout=replace(game.bout, passed=len(game.bout.pairs)))
        case SayTakes():
            return replace(game, bout=replace(game.bout, taking=game.bout.runs))


def _attacked(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Game:
    """Lay attack cards: they open a bout on an empty table and join the one that runs."""
    bout = game.bout
    lying = bout.cards
    # A face is its own identity: one that lies there already cannot be laid once more.
    fresh = tuple(dict.fromkeys(card for card in cards if card not in lying))
    if not fresh:
        return game
    if bout.runs:
        seat = game.player(seat, bout.attacker)
    else:
        seat = game.player(seat, game.leader)
        defender = game.left_of(seat)
        bout = Bout(seat, defender, max(0, game.hand(defender).count), skipped=game.due())
    return _laid(game, seat, fresh, bout.attacked(seat, fresh))


def _beaten(game: Game, move: Beat) -> Game:
    """Lay a card over an attack card."""
    bout, card = game.bout, move.card
    if not bout.runs or card in bout.cards:
        return game
    seat = game.player(move.seat, bout.defender)
    return _laid(game, seat, (card,), bout.beaten(seat, card, move.attack))


def _laid(game: Game, seat: Actor, cards: tuple[Card, ...], bout: Bout) -> Game:
    """Let cards go from a hand to the table, and forget whatever place they were known in."""
    hands = tuple(
        Hand(
            hand.count - len(cards) if player == seat else hand.count,
            hand.known.difference(cards) if hand.known else hand.known,
            hand.drawn,
        )
        for player, hand in zip(game.players, game.hands, strict=True)
    )
    if game.discard.known.isdisjoint(cards) and game.trump_card not in cards:
        return replace(game, hands=hands, bout=bout)
    return replace(_forgotten(game, cards), hands=hands, bout=bout)


def _forgotten(game: Game, cards: tuple[Card, ...]) -> Game:
    """Know these cards no longer in hands, in the discard or under the talon: counts stay."""
    return replace(
        game,
        hands=tuple(replace(h, known=h.known.difference(cards)) for h in game.hands),
        discard=replace(game.discard, known=game.discard.known.difference(cards)),
        trump_lies=game.trump_lies and game.trump_card not in cards,
    )


def _with_hand(game: Game, seat: Actor, hand: Hand) -> tuple[Hand, ...]:
    return tuple(
        hand if player == seat else other
        for player, other in zip(game.players, game.hands, strict=True)
    )


def _taken(game: Game, move: Take) -> Game:
    """Let a player pick cards of the bout up; with the last of them the bout is over."""
    bout = game.bout
    cards = bout.named(move.cards)
    if not cards:
        return game
    seat = game.player(move.seat, bout.defender)
    held = game.hand(seat)
    hand = Hand(held.count + len(cards), held.known.union(cards), held.drawn)
    hands = _with_hand(game, seat, hand)
    left = bout.without(cards)
    if not left.runs:
        how = Ending.TAKEN if seat == bout.defender else Ending.IRREGULAR
        return replace(_ended(game, how), hands=_undrawn(hands))
    return replace(game, hands=hands, bout=replace(left, taking=True))


def _swept(game: Game, move: Sweep) -> Game:
    """Let cards of the bout go to the discard; with the last of them the bout is over."""
    bout = game.bout
    cards = bout.named(move.cards)
    if not cards:
        return game
    discard = Discard(game.discard.count + len(cards), game.discard.known.union(cards))
    left = bout.without(cards)
    if not left.runs:
        how = Ending.IRREGULAR if bout.unbeaten else Ending.BEATEN
        return replace(_ended(game, how), discard=discard, hands=_undrawn(game.hands))
    return replace(game, discard=discard, bout=left)


def _undrawn(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    return tuple(replace(h, drawn=0) if h.drawn else h for h in hands)


def _ended(game: Game, how: Ending) -> Game:
    """Close the bout and remember how it went."""
    last = Ended(game.bout.attacker, game.bout.defender, how)
    return replace(game, bout=NO_BOUT, bout_no=game.bout_no + 1, last=last)


def _withdrawn(game: Game, move: Withdraw) -> Game:
    """Let a card go back to the hand of its owner, where everybody has now seen it."""
    owner = game.bout.owner_of(move.card)
    if owner is None:
        return game
    seat = game.player(move.seat, owner)
    if seat != owner:
        return _taken(game, Take(seat, (move.card,)))
    held = game.hand(seat)
    hand = Hand(held.count + 1, held.known | {move.card}, held.drawn)
    bout = game.bout.without((move.card,))
    if bout.runs:
        bout = replace(bout, taking_back=seat)
    return replace(game, hands=_with_hand(game, seat, hand), bout=bout)


def _drawn(game: Game, move: Draw) -> Game:
    """Let a player draw."""
    seat = game.receiver(move.seat)
    if seat is None:
        return game
    after = _given(game, seat, move.count, move.cards)
    count = game.talon - after.talon
    held = after.hand(seat)
    hands = _with_hand(after, seat, replace(held, drawn=held.drawn + count))
    bout = after.bout.caught_up(seat, count) if after.bout.skipped else after.bout
    return replace(after, hands=hands, bout=bout)


def _given(game: Game, seat: Actor, wanted: int, faces: tuple[Card, ...] = ()) -> Game:
    """Give a player cards off the talon; the last of them is the trump card (R028)."""
    count = max(0, min(wanted, game.talon))
    if count == 0:
        return game
    talon = game.talon - count
    seen = tuple(card for card in faces[:count] if card not in game.bout.cards)
    if talon == 0 and game.trump_lies and game.trump_card is not None:
        seen = (*seen[: count - 1], game.trump_card)
    if seen:
        game = _forgotten(game, seen)
    held = game.hand(seat)
    hand = Hand(held.count + count, held.known.union(seen), held.drawn)
    return replace(game, hands=_with_hand(game, seat, hand), talon=talon)


def _returned(game: Game, move: Return) -> Game:
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
    return replace(
        game,
        hands=_with_hand(game, move.seat, hand),
        talon=game.talon + count,
        trump_lies=game.trump_lies or trump_back,
    )


def _dealt(game: Game, move: Deal) -> Game:
    """Let a player get a packet from the top of the pack."""
    if not game.is_player(move.to) or move.count < 1:
        return game
    return replace(_given(game, move.to, move.count), dealt_to=move.to)


def _trump_shown(game: Game, card: Card) -> Game:
    """Open the trump card; it lies under the talon as long as there is one."""
    lies = game.talon > 0 and card not in game.bout.cards
    return replace(_forgotten(game, (card,)), trump_card=card, trump_lies=lies)
