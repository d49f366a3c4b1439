"""Judging a card that goes back to its owner's hand: a correction, or a move taken back (A20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.cards import Card
from engine.clauses import finding
from engine.moves import Beat, Lead, Take, Withdraw
from engine.piles import Hand
from engine.referee_attack import judge_lead
from engine.referee_beat import judge_beat
from engine.referee_end import judge_take
from engine.referee_throw import judge_throw_in
from engine.seats import Actor
from engine.state import Game
from engine.verdict import Code, Severity, Violation


def judge_withdraw(game: Game, move: Withdraw) -> Iterator[Violation]:
    """Judge a card taken back: whoever takes an unlawful card back puts the table right."""
    bout, card = game.bout, move.card
    owner = bout.owner_of(card)
    if owner is None:
        yield finding(Code.MOVE_OUT_OF_PLACE, move.seat, (card,))
        return
    seat = game.player(move.seat, owner)
    if seat != owner:
        yield from judge_take(game, Take(seat, (card,)))
        return
    if bout.taking_back == seat or _was_too_soon(game, move) or not _was_lawful(game, move):
        return
    is_attack = bout.pair_of(card) is not None
    code = Code.ATTACKER_TAKES_BACK if is_attack else Code.BEAT_RETRACTED
    yield finding(code, seat, (card,))


def _was_too_soon(game: Game, move: Withdraw) -> bool:
    """Tell whether a card was led before the bout before it was swept: it may well go back."""
    return game.bout.early and game.bout.turn_of(move.card) == 0


def _was_lawful(game: Game, move: Withdraw) -> bool:
    """Tell whether a card that lies there was laid lawfully: judge its turn once more."""
    bout, card = game.bout, move.card
    turn = bout.turn_of(card)
    earlier = _before(game, turn)
    beaten = next((pair for pair in bout.pairs if pair.defence == card), None)
    if beaten is not None and beaten.beaten_by is not None:
        found = judge_beat(earlier, Beat(beaten.beaten_by, card, beaten.attack))
    else:
        together = tuple(pair.attack for pair in bout.pairs if bout.turn_of(pair.attack) == turn)
        if card not in together:
            return False
        seat = bout.owner_of(card) or move.seat
        found = _judge_laid(earlier, seat, together)
    return all(violation.severity < Severity.STOP for violation in found)


def _judge_laid(game: Game, seat: Actor, cards: tuple[Card, ...]) -> Iterable[Violation]:
    """Judge attack cards: what joined the bout was thrown in, whoever might have led by then."""
    if game.bout.runs:
        return judge_throw_in(game, seat, cards)
    return judge_lead(game, Lead(seat, cards))


def _before(game: Game, turn: int) -> Game:
    """Return the game as it stood before a turn of the running bout: its cards are in the hands."""
    earlier = game.bout.before(turn)
    back = set(game.bout.cards).difference(earlier.cards)
    owners = [game.bout.owner_of(card) for card in back]
    hands = tuple(
        Hand(hand.count + owners.count(player), hand.known, hand.drawn)
        for player, hand in zip(game.players, game.hands, strict=True)
    )
    return replace(game, hands=hands, bout=earlier)
