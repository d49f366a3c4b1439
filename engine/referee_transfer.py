"""Judging a transfer of the attack (R110-R117)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card
from engine.clauses import finding
from engine.game_transfer import transfer_turn
from engine.integrity import judge_from_hand
from engine.moves import Transfer
from engine.seats import Actor
from engine.state import Game, Phase
from engine.verdict import Code, Violation

Cards = tuple[Card, ...]


def judge_transfer(game: Game, move: Transfer) -> Iterator[Violation]:
    """Judge a defender's passing the attack on; the first code is the cause of the others."""
    bout, cards = game.bout, move.cards
    if not bout.runs:
        over = game.phase is Phase.OVER
        yield finding(Code.GAME_ALREADY_OVER if over else Code.MOVE_OUT_OF_PLACE, move.seat, cards)
        return
    seat = game.player(move.seat, bout.defender)
    yield from judge_from_hand(game, seat, cards)
    if not game.rules.transfer or seat != bout.defender:
        yield finding(Code.TRANSFER_NOT_ALLOWED, seat, cards)
        return
    yield from _judge_moment(game, seat, cards)
    yield from _judge_shown(game, seat, move)
    yield from _judge_cards(game, seat, cards)
    yield from _judge_target(game, seat, move)


def _judge_moment(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Judge when it happens: before any beat, and before taking was said (R111)."""
    bout, rules = game.bout, game.rules
    if bout.taking:
        yield finding(Code.BEAT_AFTER_TAKE, seat, cards)
    elif not rules.transfer_after_beat and any(pair.defence is not None for pair in bout.pairs):
        yield finding(Code.TRANSFER_AFTER_BEAT, seat, cards)
    elif not rules.transfer_first_bout and game.bout_no == 1:
        yield finding(Code.TRANSFER_FIRST_BOUT, seat, cards)


def _judge_shown(game: Game, seat: Actor, move: Transfer) -> Iterator[Violation]:
    """Judge a card that was only shown: it must be a trump, and once in a bout (R114, R115)."""
    if not move.shown:
        return
    if not game.rules.transfer_show:
        yield finding(Code.TRANSFER_NOT_ALLOWED, seat, move.cards)
    elif any(card.suit != game.trump for card in move.cards):
        yield finding(Code.TRANSFER_SHOW_NOT_TRUMP, seat, move.cards)
    elif any(card in game.bout.shown for card in move.cards):
        yield finding(Code.TRANSFER_SHOW_REPEAT, seat, move.cards)


def _judge_cards(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    ranks = {pair.attack.rank for pair in game.bout.pairs[:1]}
    strange = tuple(card for card in cards if card.rank not in ranks)
    if strange:
        yield finding(Code.TRANSFER_RANK_MISMATCH, seat, strange)
    elif len(cards) > 1:
        yield finding(Code.TRANSFER_SEVERAL_UNDEFINED, seat, cards)


def _judge_target(game: Game, seat: Actor, move: Transfer) -> Iterator[Violation]:
    """Judge the two limits by hands (R113, A10), and whom the attack was passed to."""
    rules, lying = game.rules, len(game.bout.pairs)
    turn = transfer_turn(game)
    if move.to is not None and move.to != turn.player:
        yield finding(Code.TRANSFER_NOT_ALLOWED, seat, move.cards)
    held = game.hand(seat).count
    if not rules.transfer_at_equality and held <= lying:
        yield finding(Code.TRANSFER_AT_EQUALITY, seat, move.cards, limit=lying, count=held)
    after = lying if move.shown else lying + len(move.cards)
    next_hand = max(0, game.hand(turn.player).count)
    if next_hand < after:
        yield finding(
            Code.TRANSFER_NEXT_HAND_TOO_SMALL, seat, move.cards, limit=next_hand, count=after
        )
