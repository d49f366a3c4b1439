"""Judging cards that are thrown in (125.8; R060-R073)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.clauses import finding
from engine.house import ThrowOnTake, ThrowRanks
from engine.integrity import judge_from_hand
from engine.parameters import ThrowOrder
from engine.seats import Actor
from engine.state import Game
from engine.throwers import may_throw_in, throwers
from engine.verdict import Code, Severity, Verdict, Violation

Cards = tuple[Card, ...]


def judge_throw_in(game: Game, seat: Actor, cards: Cards) -> Iterable[Violation]:
    """Judge cards added to the attack that lies there."""
    found = [*judge_from_hand(game, seat, cards)]
    forbidden = _why_not_at_all(game, seat)
    if forbidden is not None:
        # He may not throw in at all: whether the cards would fit is no question.
        found.append(finding(forbidden, seat, cards))
        return found
    if game.rules.throw_order is not ThrowOrder.FREE and seat is not game.bout.attacker:
        found += _judge_order(game, seat, cards)
    if wrong := _thrown_ranks(game, seat, cards):
        found.append(wrong)
    if too_many := _throw_size(game, seat, cards):
        found.append(too_many)
    return found


def _why_not_at_all(game: Game, seat: Actor) -> Code | None:
    """Return why this player may throw in nothing now."""
    bout, rules = game.bout, game.rules
    if seat == bout.defender:
        return Code.THROW_BY_DEFENDER
    if not may_throw_in(game, seat):
        partners = seat in game.team(bout.defender)
        return Code.THROW_BY_PARTNER if partners else Code.THROW_NOT_NEIGHBOUR
    if bout.touched:
        return Code.LATE_THROW
    if bout.taking and rules.throw_on_take is ThrowOnTake.FORBIDDEN:
        return Code.THROW_NOT_ALLOWED_AFTER_TAKE
    return None


def _judge_order(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Judge whether those before him have finished; where «бито» is not heard, nobody can tell."""
    order = throwers(game)
    earlier = order[: order.index(seat)] if seat in order else order
    if all(game.bout.has_finished(player) for player in earlier):
        return
    if game.calls_heard:
        yield finding(Code.THROW_OUT_OF_ORDER, seat, cards)
    else:
        yield finding(
            Code.THROW_OUT_OF_ORDER,
            seat,
            cards,
            severity=Severity.LOG,
            verdict=Verdict.UNVERIFIABLE,
        )


def _thrown_ranks(game: Game, seat: Actor, cards: Cards) -> Violation | None:
    """Name the cards whose rank does not lie there (R060), or is not the lead's (R072)."""
    bout = game.bout
    if game.rules.throw_ranks is ThrowRanks.LEAD_RANK_ONLY:
        code, ranks = Code.THROW_RANK_NOT_LEAD_RANK, {pair.attack.rank for pair in bout.pairs[:1]}
    else:
        code, ranks = Code.THROW_RANK_NOT_ON_TABLE, {card.rank for card in bout.cards}
    strange = tuple([card for card in cards if card.rank not in ranks])
    return finding(code, seat, strange) if strange else None


def _throw_size(game: Game, seat: Actor, cards: Cards) -> Violation | None:
    """Name the tighter of the two caps when it is exceeded."""
    bout, cap = game.bout, game.house_cap
    count = len(bout.pairs) + len(cards)
    if game.rules.cap_by_defender_hand and count > bout.start and bout.start < cap:
        over, code, cap = count - bout.start, Code.THROW_EXCEEDS_DEFENDER_HAND, bout.start
    elif count > cap:
        over = count - cap
        code = Code.THROW_EXCEEDS_FIRST_CAP if game.is_beginning else Code.THROW_EXCEEDS_CAP
    else:
        return None
    return finding(code, seat, cards[-over:], limit=cap, count=count)
