"""Judging leads (125.4, 125.6, 125.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.cards import Card
from engine.clauses import Clause, finding
from engine.first_lead import first_lead, is_by_lowest_trump
from engine.game import led_against
from engine.house import NextGameLead
from engine.integrity import judge_from_hand
from engine.moves import Lead, ThrowIn
from engine.referee_straps import judge_strap_lead
from engine.referee_throw import judge_throw_in
from engine.seats import Actor
from engine.state import Ending, Game, Phase
from engine.uncleared import cleared, is_next_lead
from engine.verdict import Code, Verdict, Violation

Cards = tuple[Card, ...]


def judge_lead(game: Game, move: Lead) -> Iterable[Violation]:
    """Judge cards that open a bout; where one runs they are thrown in, or come too soon."""
    if game.bout.runs:
        return _judge_in_bout(game, move, led=True)
    return _judge_lead(game, _who_leads(game, move.seat), move.cards)


def judge_thrown(game: Game, move: ThrowIn) -> Iterable[Violation]:
    """Judge cards that are thrown in; where no bout runs they come late, or are a lead."""
    if game.bout.runs:
        return _judge_in_bout(game, move, led=False)
    seat = _who_leads(game, move.seat)
    judge = _judge_late_throw if _comes_late(game, seat) else _judge_lead
    return judge(game, seat, move.cards)


def _judge_in_bout(game: Game, move: Lead | ThrowIn, *, led: bool) -> Iterable[Violation]:
    """Judge attack cards while others lie there: thrown in, or led before those were swept."""
    bout, seat, cards = game.bout, game.player(move.seat, game.bout.attacker), move.cards
    if not is_next_lead(game, seat, led=led):
        return judge_throw_in(game, seat, cards)
    forgotten = finding(Code.SWEEP_MISSED, Actor.DEALER, bout.cards)
    return (forgotten, *_judge_lead(cleared(game), seat, cards))


def _who_leads(game: Game, seat: Actor) -> Actor:
    return seat if seat in game.players else game.player(seat, game.leader)


def _comes_late(game: Game, seat: Actor) -> bool:
    """Tell whether a card that was meant to be thrown in can be no lead either."""
    if game.last is None:
        return False
    return game.phase is not Phase.NEXT_LEAD or game.leader not in {None, seat}


def _judge_late_throw(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Judge cards that were thrown into a bout that is over."""
    yield from judge_from_hand(game, seat, cards)
    over = game.phase is Phase.OVER
    yield finding(Code.GAME_ALREADY_OVER if over else Code.THROW_AFTER_SWEEP, seat, cards)


def _judge_lead(game: Game, seat: Actor, cards: Cards) -> list[Violation]:
    if game.is_over:
        return [finding(Code.GAME_ALREADY_OVER, seat, cards)]
    found: list[Violation] = []
    if game.last is None and game.is_being_dealt:
        found.append(finding(Code.MOVE_OUT_OF_PLACE, seat, cards))
    found += judge_from_hand(game, seat, cards)
    if wrong := wrong_leader(game, seat, cards):
        found.append(wrong)
    if game.due():
        found.append(_missing_draw(game))
    if len(cards) > 1 and len({card.rank for card in cards}) > 1:
        found.append(finding(Code.LEAD_MIXED_RANKS, seat, cards))
    if too_many := _oversized(game, seat, cards):
        found.append(too_many)
    if game.rules.strap_queen is not None:
        found += judge_strap_lead(game, seat, cards)
    return found


def wrong_leader(game: Game, seat: Actor, cards: Cards) -> Violation | None:
    """Judge whether this player had to lead; where the rules leave it open, nobody is blamed."""
    turn = game.lead_turn
    if turn is None:
        return _open_first_lead(game, seat, cards) if game.last is None else None
    return None if seat is turn.player else _wrong_leader(game, seat, cards)


def _wrong_leader(game: Game, seat: Actor, cards: Cards) -> Violation:
    if game.last is None:
        return finding(Code.FIRST_LEAD_WRONG, seat, cards)
    taken = game.last.how is Ending.TAKEN
    clause = Clause.LEAD_AFTER_A_TAKING if taken else Clause.ENDING_A_BOUT
    return finding(Code.LEAD_WRONG_PLAYER, seat, cards, clause=clause)


def _open_first_lead(game: Game, seat: Actor, cards: Cards) -> Violation | None:
    """Judge a first lead that no earlier game decides: by the lowest trump, or not at all."""
    if not is_by_lowest_trump(game):
        by_trump = game.rules.next_game_lead is NextGameLead.LOWEST_TRUMP
        return None if by_trump else finding(Code.FIRST_LEAD_UNDEFINED, seat, cards)
    match first_lead(game, seat).verdict:
        case Verdict.ILLEGAL:
            return finding(Code.FIRST_LEAD_WRONG, seat, cards)
        case Verdict.UNDEFINED:
            clause = Clause.NOBODY_HAS_A_TRUMP
            return finding(Code.FIRST_LEAD_UNDEFINED, seat, cards, clause=clause)
        case _:
            return None


def _missing_draw(game: Game) -> Violation:
    """Name the first player who still had to draw; the others wait for that draw only."""
    first = game.due()[0]
    drawn = game.hand(first.seat).drawn
    code = Code.DRAW_TOO_FEW if drawn else Code.DRAW_SKIPPED
    return finding(code, first.seat, limit=first.count + drawn, count=drawn)


def _oversized(game: Game, seat: Actor, cards: Cards) -> Violation | None:
    count, held = len(cards), game.hand(led_against(game, seat).player).count
    if count == 1 <= held:
        return None
    cap = min(game.rules.max_lead, game.house_cap)
    if count > held and held < cap and game.rules.cap_by_defender_hand:
        held = max(0, held)
        over = cards[held:]
        return finding(Code.LEAD_EXCEEDS_DEFENDER_HAND, seat, over, limit=held, count=count)
    if count > cap:
        return finding(Code.LEAD_EXCEEDS_CAP, seat, cards[cap:], limit=cap, count=count)
    return None
