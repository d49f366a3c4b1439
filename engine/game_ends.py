"""How a bout ends: its cards are taken or swept, and who is out is noted."""

from __future__ import annotations

from engine.bout import NO_BOUT, bout_with
from engine.copies import game_with, memory_with
from engine.game_hands import undrawn, with_hand
from engine.moves import Sweep, Take
from engine.piles import Discard, Hand
from engine.results import Ended, Ending, Exit, are_two_sixes
from engine.state import Game


def taken(game: Game, move: Take) -> Game:
    """Let a player pick cards of the bout up; with the last of them the bout is over."""
    bout = game.bout
    cards = bout.named(move.cards)
    if not cards:
        return game
    seat = game.player(move.seat, bout.defender)
    held = game.hand(seat)
    hand = Hand(held.count + len(cards), held.known.union(cards), held.drawn)
    hands = with_hand(game, seat, hand)
    left = bout.without(cards)
    if not left.runs:
        how = Ending.TAKEN if seat == bout.defender else Ending.IRREGULAR
        return _ended(game, how, undrawn(hands), game.discard)
    return game_with(game, hands=hands, bout=bout_with(left, taking=True, touched=True))


def swept(game: Game, move: Sweep) -> Game:
    """Let cards of the bout go to the discard; with the last of them the bout is over."""
    bout = game.bout
    cards = bout.named(move.cards)
    if not cards:
        return game
    discard = Discard(game.discard.count + len(cards), game.discard.known.union(cards))
    left = bout.without(cards)
    if not left.runs:
        how = Ending.IRREGULAR if bout.unbeaten else Ending.BEATEN
        return _ended(game, how, undrawn(game.hands), discard)
    return game_with(game, discard=discard, bout=left)


def _ended(game: Game, how: Ending, hands: tuple[Hand, ...], discard: Discard) -> Game:
    """Close the bout and remember how it went."""
    bout = game.bout
    two_sixes = len(bout.pairs) == 2 and are_two_sixes([pair.attack for pair in bout.pairs])
    last = Ended(bout.attacker, bout.defender, how, bout.seat, two_sixes)
    memory = game.memory
    takings = memory.takings + 1 if game.talon == 0 and how is Ending.TAKEN else 0
    if takings != memory.takings or memory.appointed is not None:
        memory = memory_with(memory, appointed=None, takings=takings)
    after = game_with(
        game,
        hands=hands,
        discard=discard,
        bout=NO_BOUT,
        bout_no=game.bout_no + 1,
        last=last,
        memory=memory,
    )
    return with_exits(after) if game.talon == 0 else after


def with_exits(game: Game) -> Game:
    """Note who is out now: those of one bout go together (R132)."""
    noted = {gone.seat for gone in game.memory.exits}
    fresh = [seat for seat in game.players if game.is_out(seat) and seat not in noted]
    if not fresh:
        return game
    number = game.bout_no - 1
    exits = (*game.memory.exits, *(Exit(seat, number) for seat in fresh))
    return game_with(game, memory=memory_with(game.memory, exits=exits))
