"""Judging defence cards (125.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import HIGHER, Card, Suit, beats
from engine.clauses import finding
from engine.house import TrumpBeat
from engine.integrity import judge_from_hand
from engine.ledger import may_hold, must_hold
from engine.moves import Beat
from engine.referee_straps import is_strap
from engine.seats import Actor
from engine.state import Game, Phase
from engine.verdict import Code, Severity, Verdict, Violation


def judge_beat(game: Game, move: Beat) -> Iterator[Violation]:
    """Judge a card that was laid over an attack card."""
    bout, card = game.bout, move.card
    if not bout.runs:
        over = game.phase is Phase.OVER
        code = Code.GAME_ALREADY_OVER if over else Code.MOVE_OUT_OF_PLACE
        yield finding(code, move.seat, (card,), on=move.attack)
        return
    seat = game.player(move.seat, bout.defender)
    yield from judge_from_hand(game, seat, (card,))
    if seat != bout.defender:
        yield finding(Code.BEAT_NOT_DEFENDER, seat, (card,), on=move.attack)
    elif bout.taking:
        yield finding(Code.BEAT_AFTER_TAKE, seat, (card,), on=move.attack)
    else:
        yield from _judge_cover(game, seat, move)


def _judge_cover(game: Game, seat: Actor, move: Beat) -> Iterator[Violation]:
    """Judge what the defender's card lies on, and whether it beats it."""
    pair = game.bout.pair_of(move.attack)
    if pair is not None and not game.rules.strap_leads and is_strap(game, move.attack):
        yield finding(Code.STRAP_MUST_BE_TAKEN, seat, (move.card,), on=move.attack)
    elif pair is None:
        yield finding(Code.BEAT_PAIRING_UNCLEAR, seat, (move.card,), on=move.attack)
    elif pair.defence is not None:
        yield finding(Code.BEAT_TARGET_ALREADY_BEATEN, seat, (move.card,), on=move.attack)
    elif game.trump is not None and beats(move.card, move.attack, game.trump):
        yield from _judge_trump_beat(game, seat, move)
    else:
        yield from _judge_failed_beat(game, seat, move)


def _judge_failed_beat(game: Game, seat: Actor, move: Beat) -> Iterator[Violation]:
    card, attack, trump = move.card, move.attack, game.trump
    if trump is None and card.suit != attack.suit:
        # Nobody saw the trump card: this may be a trump.
        yield finding(
            Code.BEAT_WRONG_SUIT,
            seat,
            (card,),
            on=attack,
            severity=Severity.LOG,
            verdict=Verdict.UNVERIFIABLE,
        )
    elif not (trump is None and card.rank > attack.rank):
        yield finding(_why_not_beaten(card, attack, trump), seat, (card,), on=attack)


def _why_not_beaten(card: Card, attack: Card, trump: Suit | None) -> Code:
    if card.suit == attack.suit:
        return Code.BEAT_TRUMP_NOT_HIGHER if attack.suit == trump else Code.BEAT_NOT_HIGHER
    return Code.BEAT_NONTRUMP_VS_TRUMP if attack.suit == trump else Code.BEAT_WRONG_SUIT


def _judge_trump_beat(game: Game, seat: Actor, move: Beat) -> Iterator[Violation]:
    """Judge a trump on another suit: it needs the want of a higher card of that suit (A1).

    Hands are hidden, so as a rule only a later card can prove it; what the ledger proves now is
    named, what it cannot rule out is noted in silence.
    """
    attack = move.attack
    if game.rules.trump_beat is TrumpBeat.FREE or attack.suit == move.card.suit:
        return
    higher = HIGHER[attack]
    held = must_hold(game, seat, higher)
    if held:
        yield finding(Code.TRUMP_WHILE_SUIT_AVAILABLE, seat, (move.card, *sorted(held)), on=attack)
    elif may_hold(game, seat, higher):
        yield finding(
            Code.TRUMP_WHILE_SUIT_AVAILABLE,
            seat,
            (move.card,),
            on=attack,
            severity=Severity.LOG,
            verdict=Verdict.UNVERIFIABLE,
        )
