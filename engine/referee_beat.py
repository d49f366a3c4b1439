"""Judging defence cards (125.6)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import HIGHER, Card, Suit, beats
from engine.clauses import finding
from engine.house import TrumpBeat
from engine.integrity import judge_from_hand
from engine.ledger import may_hold, must_hold
from engine.moves import Beat
from engine.referee_straps import must_be_taken
from engine.seats import Actor
from engine.state import Game, Phase
from engine.verdict import Code, Severity, Verdict, Violation


def judge_beat(game: Game, move: Beat) -> Iterable[Violation]:
    """Judge a card that was laid over an attack card."""
    bout, card = game.bout, move.card
    if not bout.runs:
        over = game.phase is Phase.OVER
        code = Code.GAME_ALREADY_OVER if over else Code.MOVE_OUT_OF_PLACE
        return (finding(code, move.seat, (card,), on=move.attack),)
    seat = game.player(move.seat, bout.defender)
    wrong: Violation | None
    if seat is not bout.defender:
        wrong = finding(Code.BEAT_NOT_DEFENDER, seat, (card,), on=move.attack)
    elif bout.taking:
        wrong = finding(Code.BEAT_AFTER_TAKE, seat, (card,), on=move.attack)
    else:
        wrong = _wrong_cover(game, seat, move)
    found = judge_from_hand(game, seat, (card,))
    return found if wrong is None else (*found, wrong)


def _wrong_cover(game: Game, seat: Actor, move: Beat) -> Violation | None:
    """Judge what the defender's card lies on, and whether it beats it."""
    card, attack = move.card, move.attack
    pair, trump = game.bout.pair_of(attack), game.trump
    if pair is None:
        return finding(Code.BEAT_PAIRING_UNCLEAR, seat, (card,), on=attack)
    if game.rules.strap_queen is not None and must_be_taken(game, attack):
        return finding(Code.STRAP_MUST_BE_TAKEN, seat, (card,), on=attack)
    if pair.defence is not None:
        return finding(Code.BEAT_TARGET_ALREADY_BEATEN, seat, (card,), on=attack)
    if trump is not None and beats(card, attack, trump):
        return None if card.suit is attack.suit else _needless_trump(game, seat, move)
    return _failed_beat(seat, move, trump)


def _failed_beat(seat: Actor, move: Beat, trump: Suit | None) -> Violation | None:
    card, attack = move.card, move.attack
    if trump is None and card.suit == attack.suit and card.rank > attack.rank:
        return None
    code = _why_not_beaten(card, attack, trump)
    if trump is not None or card.suit == attack.suit:
        return finding(code, seat, (card,), on=attack)
    # Nobody saw the trump card: this may be a trump.
    return finding(
        code, seat, (card,), on=attack, severity=Severity.LOG, verdict=Verdict.UNVERIFIABLE
    )


def _why_not_beaten(card: Card, attack: Card, trump: Suit | None) -> Code:
    if card.suit == attack.suit:
        return Code.BEAT_TRUMP_NOT_HIGHER if attack.suit == trump else Code.BEAT_NOT_HIGHER
    return Code.BEAT_NONTRUMP_VS_TRUMP if attack.suit == trump else Code.BEAT_WRONG_SUIT


def _needless_trump(game: Game, seat: Actor, move: Beat) -> Violation | None:
    """Judge a trump on another suit: it needs the want of a higher card of that suit (A1).

    Hands are hidden, so as a rule only a later card can prove it; what the ledger proves now is
    named, what it cannot rule out is noted in silence.
    """
    attack = move.attack
    if game.rules.trump_beat is TrumpBeat.FREE:
        return None
    higher = HIGHER[attack]
    held = must_hold(game, seat, higher)
    code = Code.TRUMP_WHILE_SUIT_AVAILABLE
    if held:
        return finding(code, seat, (move.card, *sorted(held)), on=attack)
    if not may_hold(game, seat, higher):
        return None
    return finding(
        code, seat, (move.card,), on=attack, severity=Severity.LOG, verdict=Verdict.UNVERIFIABLE
    )
