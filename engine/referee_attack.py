"""Judging leads (125.4, 125.6, 125.7) and throw-ins (125.8)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card
from engine.clauses import Clause, finding
from engine.house import NextGameLead, ThrowOnTake, ThrowRanks
from engine.integrity import judge_from_hand
from engine.seats import Actor
from engine.state import Ending, Game, Phase
from engine.verdict import Code, Violation

Cards = tuple[Card, ...]


def judge_attack(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Judge attack cards: on an empty table they are a lead, else they are thrown in."""
    if game.bout.runs:
        return _judge_throw_in(game, game.player(seat, game.bout.attacker), cards)
    return _judge_lead(game, game.player(seat, game.leader), cards)


def _judge_lead(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    phase = game.phase
    if phase is Phase.OVER:
        yield finding(Code.GAME_ALREADY_OVER, seat, cards)
        return
    if phase in {Phase.BEFORE_DEAL, Phase.DEALING}:
        yield finding(Code.MOVE_OUT_OF_PLACE, seat, cards)
    yield from judge_from_hand(game, seat, cards)
    yield from _judge_leader(game, seat, cards)
    yield from _judge_draws_before_lead(game)
    if len({card.rank for card in cards}) > 1:
        yield finding(Code.LEAD_MIXED_RANKS, seat, cards)
    yield from _judge_lead_size(game, seat, cards)


def _judge_leader(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Judge whether this player had to lead; where the rules leave it open, nobody is blamed."""
    leader, last = game.leader, game.last
    if leader is None:
        by_winner = game.rules.next_game_lead is NextGameLead.WINNER_PREV
        if last is None and game.game_no > 1 and by_winner:
            yield finding(Code.FIRST_LEAD_UNDEFINED, seat, cards)
    elif seat != leader:
        if last is None:
            yield finding(Code.FIRST_LEAD_WRONG, seat, cards)
        else:
            taken = last.how is Ending.TAKEN
            clause = Clause.LEAD_AFTER_A_TAKING if taken else Clause.ENDING_A_BOUT
            yield finding(Code.LEAD_WRONG_PLAYER, seat, cards, clause=clause)


def _judge_draws_before_lead(game: Game) -> Iterator[Violation]:
    """Name the first player who still had to draw; the others wait for that draw only."""
    due = game.due()
    if due:
        yield finding(Code.DRAW_SKIPPED, due[0].seat, limit=due[0].count, count=0)


def _judge_lead_size(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    count, cap = len(cards), min(game.rules.max_lead, game.house_cap)
    held = max(0, game.hand(game.left_of(seat)).count)
    if game.rules.cap_by_defender_hand and count > held and held < cap:
        yield finding(Code.LEAD_EXCEEDS_DEFENDER_HAND, seat, cards[held:], limit=held, count=count)
    elif count > cap:
        yield finding(Code.LEAD_EXCEEDS_CAP, seat, cards[cap:], limit=cap, count=count)


def _judge_throw_in(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    yield from judge_from_hand(game, seat, cards)
    bout, rules = game.bout, game.rules
    if seat == bout.defender:
        # He may not throw in at all: whether the cards would fit is no question.
        yield finding(Code.THROW_BY_DEFENDER, seat, cards)
        return
    if bout.taking and rules.throw_on_take is ThrowOnTake.FORBIDDEN:
        yield finding(Code.THROW_NOT_ALLOWED_AFTER_TAKE, seat, cards)
        return
    yield from _judge_thrown_ranks(game, seat, cards)
    yield from _judge_throw_size(game, seat, cards)


def _judge_thrown_ranks(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    bout = game.bout
    if game.rules.throw_ranks is ThrowRanks.LEAD_RANK_ONLY:
        code, ranks = Code.THROW_RANK_NOT_LEAD_RANK, {pair.attack.rank for pair in bout.pairs[:1]}
    else:
        code, ranks = Code.THROW_RANK_NOT_ON_TABLE, {card.rank for card in bout.cards}
    strange = tuple(card for card in cards if card.rank not in ranks)
    if strange:
        yield finding(code, seat, strange)


def _judge_throw_size(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Name the tighter of the two caps when it is exceeded."""
    bout, cap = game.bout, game.house_cap
    count = len(bout.pairs) + len(cards)
    if game.rules.cap_by_defender_hand and count > bout.start and bout.start < cap:
        over, code, cap = count - bout.start, Code.THROW_EXCEEDS_DEFENDER_HAND, bout.start
    elif count > cap:
        over = count - cap
        code = Code.THROW_EXCEEDS_FIRST_CAP if game.is_beginning else Code.THROW_EXCEEDS_CAP
    else:
        return
    yield finding(code, seat, cards[-over:], limit=cap, count=count)
