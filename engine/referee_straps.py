"""Judging the game of shoulder straps (R122): sixes first, queens last, one chosen queen."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import Card, Rank
from engine.clauses import finding
from engine.integrity import judge_from_hand
from engine.moves import Hang
from engine.seats import Actor
from engine.state import Ending, Game
from engine.verdict import Code, Severity, Verdict, Violation

Cards = tuple[Card, ...]

LADDER: tuple[Rank, ...] = (*(rank for rank in Rank if rank is not Rank.QUEEN), Rank.QUEEN)
"""The ranks in the order in which straps are hung."""


def next_strap(game: Game) -> Rank | None:
    """Return the rank that is hung next; None where all hang, or where no straps are played."""
    if game.rules.strap_queen is None:
        return None
    hung = {card.rank for card in game.memory.straps}
    highest = max((LADDER.index(rank) for rank in hung), default=-1)
    return LADDER[highest + 1] if highest + 1 < len(LADDER) else None


def judge_strap_lead(game: Game, seat: Actor, cards: Cards) -> Iterator[Violation]:
    """Judge a lead with what is now a strap, where straps may not be led.

    Whoever plays for himself and holds nothing else must lead something: no text says what.
    """
    straps = tuple(card for card in cards if is_strap(game, card))
    if not straps or game.rules.strap_leads:
        return
    if game.rules.teams is not None or _holds_more_than_straps(game, seat):
        yield finding(Code.STRAP_LED, seat, straps)
    elif game.hand(seat).count == len(straps) or _holds_straps_only(game, seat):
        call, silent = Severity.CALL_INSPECTOR, Verdict.UNDEFINED
        yield finding(Code.STRAP_LED, seat, straps, severity=call, verdict=silent)
    else:
        log, hidden = Severity.LOG, Verdict.UNVERIFIABLE
        yield finding(Code.STRAP_LED, seat, straps, severity=log, verdict=hidden)


def is_strap(game: Game, card: Card) -> bool:
    """Tell whether a card is of the rank that is hung next, and no trump."""
    if card.rank is not next_strap(game) or card.suit == game.trump:
        return False
    return card.rank is not Rank.QUEEN or card.suit == game.rules.strap_queen


def must_be_taken(game: Game, attack: Card) -> bool:
    """Tell whether an attack card is a strap in a house where such an attack is taken (4p)."""
    return not game.rules.strap_leads and is_strap(game, attack)


def judge_hang(game: Game, move: Hang) -> Iterator[Violation]:
    """Judge shoulder straps that a player hangs on another."""
    seat, cards = game.player(move.seat, None), move.cards
    rank = next_strap(game)
    if rank is None:
        over = game.is_over
        yield finding(Code.GAME_ALREADY_OVER if over else Code.MOVE_OUT_OF_PLACE, seat, cards)
        return
    yield from judge_from_hand(game, seat, cards)
    passed = move.to in game.team(seat) and move.to != seat
    if not (_may_pass(game, seat, move) if passed else _is_in_place(game, seat, move.to)):
        yield finding(Code.STRAP_OUT_OF_PLACE, seat, cards)
    elif not passed and (kept := _must_be_passed(game, seat, cards)):
        yield kept
    wrong = tuple(card for card in cards if card.rank is not rank)
    if wrong:
        yield finding(Code.STRAP_WRONG_RANK, seat, wrong)
    elif rank is Rank.QUEEN:
        if [card.suit for card in cards] != [game.rules.strap_queen]:
            yield finding(Code.STRAP_QUEEN, seat, cards)
    elif all(card.suit == game.trump for card in cards):
        yield finding(Code.STRAP_TRUMP_ALONE, seat, cards)


def _is_in_place(game: Game, seat: Actor, to: Actor) -> bool:
    """Tell whether straps may be hung now: on whoever took, or by whoever beat everything."""
    last = game.last
    if last is None or game.bout.runs or to not in game.players or to in game.team(seat):
        return False
    if last.how is Ending.TAKEN:
        return to == last.defender
    return last.how is Ending.BEATEN and seat == last.defender


def _may_pass(game: Game, seat: Actor, move: Hang) -> bool:
    """Tell whether straps go to the next player of the team: all that the player holds (4p).

    Where the whole team is known to hold straps only, they are hung.
    """
    between = game.last is not None and not game.bout.runs
    only_straps = game.hand(seat).count == len(move.cards)
    partners = _partners(game, seat)
    stuck = all(_holds_straps_only(game, partner) for partner in partners)
    return between and only_straps and move.to in partners[:1] and not stuck


def _must_be_passed(game: Game, seat: Actor, cards: Cards) -> Violation | None:
    """Judge whether a team player who holds nothing but these straps had to pass them (4p)."""
    if game.hand(seat).count != len(cards):
        return None
    partners = _partners(game, seat)
    if all(_holds_straps_only(game, partner) for partner in partners):
        return None
    code = Code.STRAP_MUST_BE_PASSED
    if any(_holds_more_than_straps(game, partner) for partner in partners):
        return finding(code, seat, cards)
    return finding(code, seat, cards, severity=Severity.LOG, verdict=Verdict.UNVERIFIABLE)


def _partners(game: Game, seat: Actor) -> tuple[Actor, ...]:
    """Return the partners who are still in the game, the next one on the left first."""
    team = game.team(seat)
    return tuple(s for s in game.clockwise(seat)[1:] if s in team and game.hand(s).count > 0)


def _holds_straps_only(game: Game, seat: Actor) -> bool:
    hand = game.hand(seat)
    return hand.count == len(hand.known) and all(is_strap(game, card) for card in hand.known)


def _holds_more_than_straps(game: Game, seat: Actor) -> bool:
    """Tell whether a hand holds other cards for certain: there are three plain ones of a rank."""
    hand = game.hand(seat)
    return hand.count > 3 or any(not is_strap(game, card) for card in hand.known)
