"""Judging draws (125.8; H4, H9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.clauses import finding
from engine.integrity import judge_faces
from engine.moves import Draw, Return
from engine.seats import Actor
from engine.state import HAND_SIZE, Game
from engine.verdict import Code, Severity, Violation


def judge_draw(game: Game, move: Draw) -> Iterable[Violation]:
    """Judge cards from the talon going to a player."""
    seat = game.receiver(move.seat)
    if seat is None or (game.last is None and game.is_being_dealt):
        return (finding(Code.MOVE_OUT_OF_PLACE, move.seat, move.cards, count=move.count),)
    if game.is_over:
        return (finding(Code.GAME_ALREADY_OVER, seat, move.cards),)
    judge_count = _judge_draw_in_bout if game.bout.runs else _judge_draw_between_bouts
    found = judge_count(game, seat, move)
    return (*found, *_judge_drawn_faces(game, seat, move)) if move.cards else found


def _judge_drawn_faces(game: Game, seat: Actor, move: Draw) -> Iterator[Violation]:
    trump = game.trump_card
    if game.trump_lies and trump in move.cards and game.talon > move.count:
        yield finding(Code.TRUMP_DRAWN_EARLY, seat, (trump,) if trump else ())
    yield from judge_faces(game, seat, tuple(card for card in move.cards if card != trump))


def _judge_draw_in_bout(game: Game, seat: Actor, move: Draw) -> list[Violation]:
    """Judge a draw while a bout runs: only what was skipped before the lead may be made good."""
    skipped = sum(due.count for due in game.bout.skipped if due.seat == seat)
    if move.count <= skipped:
        return []
    return [finding(Code.DRAW_DURING_BOUT, seat, move.cards, limit=skipped, count=move.count)]


def _judge_draw_between_bouts(game: Game, seat: Actor, move: Draw) -> list[Violation]:
    hand, due = game.hand(seat), game.due()
    missing = max(0, HAND_SIZE - hand.count)
    if missing == 0 == hand.drawn:
        return [finding(Code.DRAW_HAND_FULL, seat, limit=0, count=move.count)]
    found: list[Violation] = []
    # Whoever holds six is no part of the order.
    if missing and due and due[0].seat is not seat:
        found.append(_drawn_too_early(game, seat))
    limit = min(missing, game.talon)
    if move.count > limit:
        found.append(finding(Code.DRAW_TOO_MANY, seat, limit=limit, count=move.count))
    return found


def _drawn_too_early(game: Game, seat: Actor) -> Violation:
    """Name who stopped short of six before this draw; else who did not wait for his turn."""
    first = game.due()[0]
    drawn = game.hand(first.seat).drawn
    if drawn:
        return finding(Code.DRAW_TOO_FEW, first.seat, limit=first.count + drawn, count=drawn)
    severity = Severity.CALL_INSPECTOR if _trump_is_at_stake(game) else Severity.STOP
    return finding(Code.DRAW_ORDER, seat, severity=severity)


def _trump_is_at_stake(game: Game) -> bool:
    """Tell whether the order decides who gets the trump card."""
    missing = sum(max(0, HAND_SIZE - hand.count) for hand in game.hands)
    return game.trump_lies and game.talon <= missing


def judge_return(game: Game, move: Return) -> Iterator[Violation]:
    """Judge cards going back to the talon: putting right what was drawn is no offence."""
    if not game.is_player(move.seat) or game.hand(move.seat).count < move.count:
        yield finding(Code.MOVE_OUT_OF_PLACE, move.seat, count=move.count)
