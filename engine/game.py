"""A game moves on: every move is accepted, lawful or not, for the card is already down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bout import BEGUN, Bout, Pair, bout_with
from engine.cards import Card
from engine.copies import game_with, memory_with
from engine.game_ends import swept, taken, with_exits
from engine.game_hands import (
    declared,
    exposed,
    forgotten,
    given,
    hung,
    laid,
    returned,
    with_hand,
)
from engine.game_rulings import announced
from engine.game_transfer import transferred
from engine.house import HouseRules, NextGameLead
from engine.matches import TableMatch
from engine.moves import (
    Announce,
    Appoint,
    Beat,
    Deal,
    Declare,
    Draw,
    Expose,
    Hang,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Transfer,
    Withdraw,
)
from engine.parameters import Dealing, TrumpBeat
from engine.piles import Hand, Trumped
from engine.seats import Actor
from engine.setting import OWN_TURN
from engine.state import Game, Setting, Turn
from engine.uncleared import cleared, is_next_lead

__all__ = ["Game", "apply", "match_now", "new_game", "next_game"]


def new_game(  # noqa: PLR0913 - a game begins with what the match knows
    rules: HouseRules,
    players: tuple[Actor, ...] = (Actor.A, Actor.B),
    game_no: int = 1,
    previous_winner: Actor | None = None,
    *,
    calls_heard: bool = False,
    dealer: Actor | None = None,
    last_winner: Actor | None = None,
    match: TableMatch | None = None,
) -> Game:
    """Return a game before its deal; players sit clockwise.

    `calls_heard` says that «бито» and «беру» are told by buttons, so that their want means
    something; `dealer` is the player who deals, `last_winner` who won last before a draw; `match`
    is how it stands before this game.
    """
    by_winner = game_no > 1 and rules.next_game_lead is NextGameLead.WINNER_PREV
    setting = Setting(
        rules,
        players,
        game_no,
        previous_winner if by_winner else None,
        previous_winner or last_winner,
        dealer,
        calls_heard,
        match,
    )
    return Game(setting, (Hand(),) * len(players))


def next_game(game: Game) -> Game:
    """Return the game after one that is over; after a draw nobody knows yet who leads (A8)."""
    result = game.result
    winner = None if result is None else result.winner
    loser_deals = result is not None and game.rules.dealer is Dealing.LOSER
    return new_game(
        game.rules,
        game.players,
        game.game_no + 1,
        winner,
        calls_heard=game.calls_heard,
        dealer=result.loser if result is not None and loser_deals else None,
        last_winner=game.setting.last_winner,
        match=match_now(game),
    )


def match_now(game: Game) -> TableMatch | None:
    """Return the match with this game counted once it is over; a draw adds no win (R013)."""
    match, result = game.setting.match, game.result
    return match if match is None or result is None else match.after(result.winner)


def apply(game: Game, move: Move) -> Game:
    """Return the game after a move, lawful or not; what makes no sense changes nothing."""
    return _STEPS[type(move)](game, move)


def _attacked(game: Game, move: Lead | ThrowIn | Transfer) -> Game:
    """Lay attack cards: they open a bout on an empty table and join the one that runs."""
    bout, seat, cards = game.bout, move.seat, move.cards
    # A face is its own identity: one that lies there already cannot be laid once more.
    if len(cards) > 1:
        cards = tuple(dict.fromkeys(cards))
    if bout.runs:
        cards = tuple([card for card in cards if card not in bout.faces])
        seat = game.player(seat, bout.attacker)
        if cards and is_next_lead(game, seat, led=isinstance(move, Lead)):
            return _led_early(game, seat, cards)
        return laid(game, seat, cards, bout.attacked(seat, cards)) if cards else game
    seat = seat if seat in game.players else game.player(seat, game.leader)
    return laid(game, seat, cards, _opened(game, seat, cards)) if cards else game


def _led_early(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Game:
    """Lay cards that open the next bout, while the one before still lies there."""
    game = cleared(game)
    return laid(game, seat, cards, bout_with(_opened(game, seat, cards), early=True))


def _opened(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Bout:
    """Return the bout that a player opens by leading: against whom, and how many cards at most."""
    against = led_against(game, seat)
    start = max(0, game.hand(against.player).count)
    place = against.seat if against.seat is not against.player else None
    return bout_with(
        BEGUN,
        attacker=seat,
        defender=against.player,
        start=start,
        pairs=tuple([Pair(card, seat) for card in cards]),
        order=(cards,),
        skipped=game.due(),
        seat=place,
    )


def led_against(game: Game, seat: Actor) -> Turn:
    """Return who must defend against a player's lead, and in whose turn (R045, R102)."""
    if game.talon > 0:
        left = game.neighbour(seat)
        return OWN_TURN[left]
    turn = game.lead_turn
    from_seat = turn.seat if turn is not None and turn.player == seat else seat
    against = game.turn_after(from_seat)
    if against.player == seat:
        return OWN_TURN[game.neighbour(seat)]
    return against


def _beaten(game: Game, move: Beat) -> Game:
    """Lay a card over an attack card."""
    bout, card = game.bout, move.card
    if not bout.runs or card in bout.faces:
        return game
    seat = game.player(move.seat, bout.defender)
    after = laid(game, seat, (card,), bout.beaten(seat, card, move.attack))
    if card.suit is move.attack.suit or game.rules.trump_beat is not TrumpBeat.STRICT:
        return after
    if card.suit != game.trump or bout.taking:
        return after
    if seat != bout.defender or after.bout.loose != bout.loose:
        return after
    trumped = (*after.memory.trumped, Trumped(seat, card, move.attack))
    return game_with(after, memory=memory_with(after.memory, trumped=trumped))


def _transferred(game: Game, move: Transfer) -> Game:
    """Pass the attack on; where there is none, the cards attack."""
    return transferred(game, move) if game.bout.runs else _attacked(game, move)


def _appointed(game: Game, move: Appoint) -> Game:
    """Let a player lead by the inspector's ruling."""
    if not game.is_player(move.seat):
        return game
    return game_with(game, memory=memory_with(game.memory, appointed=move.seat))


def _taking(game: Game, _: SayTakes) -> Game:
    """Note that the defender takes."""
    return game_with(game, bout=bout_with(game.bout, taking=game.bout.runs))


def _passed(game: Game, move: SayBeaten) -> Game:
    """Note that a player throws in nothing more; whoever is not known was the attacker."""
    bout = game.bout
    seat = game.player(move.seat, bout.attacker)
    if seat == bout.attacker or not bout.runs:
        return game_with(game, bout=bout_with(bout, passed=len(bout.pairs)))
    if seat in bout.done or seat == bout.defender:
        return game
    return game_with(game, bout=bout_with(bout, done=(*bout.done, seat)))


def _withdrawn(game: Game, move: Withdraw) -> Game:
    """Let a card go back to the hand of its owner, where everybody has now seen it."""
    owner = game.bout.owner_of(move.card)
    if owner is None:
        return game
    seat = game.player(move.seat, owner)
    if seat != owner:
        return taken(game, Take(seat, (move.card,)))
    held = game.hand(seat)
    hand = Hand(held.count + 1, held.known | {move.card}, held.drawn)
    bout = game.bout.without((move.card,))
    if bout.runs:
        bout = bout_with(bout, taking_back=seat)
    memory = game.memory
    if memory.trumped:
        kept = tuple(laid for laid in memory.trumped if laid.card != move.card)
        memory = memory_with(memory, trumped=kept)
    return game_with(game, hands=with_hand(game, seat, hand), bout=bout, memory=memory)


def _drawn(game: Game, move: Draw) -> Game:
    """Let a player draw."""
    seat = game.receiver(move.seat)
    if seat is None:
        return game
    after = given(game, seat, move.count, move.cards, drawn=True)
    bout = after.bout
    if bout.skipped:
        bout = bout.caught_up(seat, game.talon - after.talon)
        after = game_with(after, bout=bout)
    return with_exits(after) if after.talon == 0 and not bout.runs else after


def _dealt(game: Game, move: Deal) -> Game:
    """Let a player get a packet from the top of the pack."""
    if not game.is_player(move.to) or move.count < 1:
        return game
    after = given(game, move.to, move.count, move.cards)
    return game_with(after, memory=memory_with(after.memory, dealt_to=move.to))


def _trump_shown(game: Game, move: ShowTrump) -> Game:
    """Open the trump card; it lies under the talon as long as there is one.

    Where the whole pack was dealt it is the last card, and whoever got it holds it (R027).
    """
    card = move.card
    lies = game.talon > 0 and card not in game.bout.cards
    shown = game_with(forgotten(game, (card,)), trump_card=card, trump_lies=lies)
    dealt_last = game.talon == 0 and game.last is None and not game.bout.runs
    if dealt_last and game.memory.dealt_to is not None:
        return exposed(shown, game.memory.dealt_to, (card,))
    return shown


def _exposed(game: Game, move: Expose) -> Game:
    return exposed(game, move.seat, move.cards)


_STEPS: dict[type[Move], Callable[[Game, Any], Game]] = {
    Deal: _dealt,
    ShowTrump: _trump_shown,
    Lead: _attacked,
    ThrowIn: _attacked,
    Beat: _beaten,
    Transfer: _transferred,
    SayBeaten: _passed,
    SayTakes: _taking,
    Take: taken,
    Sweep: swept,
    Draw: _drawn,
    Withdraw: _withdrawn,
    Return: returned,
    Declare: declared,
    Appoint: _appointed,
    Expose: _exposed,
    Hang: hung,
    Announce: announced,
}
"""What each kind of move does."""
