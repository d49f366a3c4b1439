"""Judging the end of a bout: «бито» and «беру», sweeping and taking (125.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.bout import Bout
from engine.cards import DECK
from engine.clauses import finding
from engine.house import ThrowRanks
from engine.ledger import may_hold
from engine.moves import SayBeaten, SayTakes, Sweep, Take
from engine.state import Game
from engine.throwers import throwers
from engine.verdict import Code, Violation


def judge_say_beaten(game: Game, move: SayBeaten) -> tuple[Violation, ...]:
    """Judge «бито»: it ends the throwing in, and means nothing where no bout runs."""
    return () if game.bout.runs else (finding(Code.MOVE_OUT_OF_PLACE, move.seat),)


def judge_say_takes(game: Game, move: SayTakes) -> tuple[Violation, ...]:
    """Judge «беру» (A6: a defender may take although he could beat)."""
    bout = game.bout
    if not bout.runs:
        return (finding(Code.MOVE_OUT_OF_PLACE, move.seat),)
    seat = game.player(move.seat, bout.defender)
    if seat != bout.defender:
        return (finding(Code.TAKE_WRONG_PLAYER, seat, bout.cards),)
    if _is_finished(game):
        return (finding(Code.TAKE_AFTER_FULL_BEAT, seat, bout.cards),)
    return ()


def judge_take(game: Game, move: Take) -> Iterable[Violation]:
    """Judge cards of the bout going into a hand."""
    bout = game.bout
    if not bout.runs:
        return (finding(Code.MOVE_OUT_OF_PLACE, move.seat, move.cards),)
    seat = game.player(move.seat, bout.defender)
    taken = bout.named(move.cards)
    if seat != bout.defender:
        finished = _is_finished(game) and not bout.taking
        code = Code.BEATEN_TO_HAND if finished else Code.TAKE_WRONG_PLAYER
        return (finding(code, seat, taken),)
    found: list[Violation] = []
    if not bout.taking and _is_finished(game):
        found.append(finding(Code.TAKE_AFTER_FULL_BEAT, seat, taken))
    if len(taken) < len(bout.cards):
        left, whole = tuple(card for card in bout.cards if card not in taken), len(bout.cards)
        found.append(finding(Code.TAKE_PARTIAL, seat, left, limit=whole, count=len(taken)))
    elif game.talon == 0 and game.memory.takings + 1 == game.rules.endless_after:
        found.append(finding(Code.ENDLESS_TAKING, seat, count=game.rules.endless_after))
    return found


def judge_sweep(game: Game, move: Sweep) -> Iterable[Violation]:
    """Judge cards of the bout going to the discard."""
    bout = game.bout
    if not bout.runs:
        return (finding(Code.MOVE_OUT_OF_PLACE, move.by, move.cards),)
    found: list[Violation] = []
    swept = bout.named(move.cards)
    if bout.taking:
        # The defender was to have them: that some lie unbeaten is no news.
        found.append(finding(Code.TAKEN_TO_DISCARD, move.by, swept))
    elif unbeaten := tuple(card for card in bout.unbeaten if card in swept):
        found.append(finding(Code.SWEEP_UNBEATEN, move.by, unbeaten))
    elif game.calls_heard and not bout.has_passed and _can_throw_in(game):
        found.append(finding(Code.SWEEP_BEFORE_PASS, bout.attacker))
    if move.cards and move.cards != bout.cards:
        found += _judge_swept_count(bout, move)
    return found


def _judge_swept_count(bout: Bout, move: Sweep) -> Iterator[Violation]:
    went, lay = set(move.cards), set(bout.cards)
    if went != lay:
        odd = tuple(sorted(went ^ lay))
        code = Code.SWEEP_COUNT_MISMATCH
        yield finding(code, move.by, odd, limit=len(lay), count=len(went))


def _is_finished(game: Game) -> bool:
    """Tell whether all is beaten and the attacker has said so (A19)."""
    bout = game.bout
    return bout.has_passed and not bout.unbeaten


def _can_throw_in(game: Game) -> bool:
    """Tell whether somebody may still hold a card that could be thrown in."""
    bout = game.bout
    if game.cap_left == 0:
        return False
    lead_rank_only = game.rules.throw_ranks is ThrowRanks.LEAD_RANK_ONLY
    ranks = {pair.attack.rank for pair in bout.pairs[:1]} if lead_rank_only else bout.ranks
    fitting = frozenset(card for card in DECK if card.rank in ranks)
    waiting = [seat for seat in throwers(game) if not bout.has_finished(seat)]
    return any(may_hold(game, seat, fitting) for seat in waiting)
