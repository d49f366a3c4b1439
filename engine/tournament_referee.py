"""What is wrong with what happened in a tournament: it is recorded all the same, with its flag."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.clauses import finding
from engine.matches import counts_draws
from engine.prizes import judge_payout
from engine.seats import Actor
from engine.tournament_events import CalledOver, Event, PaidOut, Played, ScoreShown, Seated
from engine.tournament_places import payout
from engine.tournament_refusals import TournamentError
from engine.tournament_state import Match, Tournament
from engine.verdict import Code, Violation


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A rule of the tournament that was broken: in which match, and who it concerns."""

    violation: Violation
    match: str = ""
    who: str = ""


def judge_event(told: Tournament, event: Event) -> tuple[Irregularity, ...]:
    """List what an event breaks, cause before consequence; what makes no sense breaks nothing."""
    match event:
        case PaidOut():
            return tuple(_payment_findings(told, event))
        case Seated() | Played() | ScoreShown() | CalledOver():
            played = told.match(event.match)
            return () if played is None else tuple(_match_findings(told, played, event))
        case _:
            return ()


def _match_findings(
    told: Tournament, match: Match, event: Seated | Played | ScoreShown | CalledOver
) -> Iterator[Irregularity]:
    if told.unpaid and isinstance(event, Seated | Played):
        who = ", ".join(told.unpaid)
        yield Irregularity(finding(Code.DEALT_BEFORE_FEES, Actor.DEALER), match.name, who)
    match event:
        case Seated():
            yield from _seating_findings(match, event)
        case Played():
            if match.is_over:
                yield _on(match, Code.MATCH_CONTINUED_AFTER_TARGET, max(match.wins), match.target)
        case ScoreShown(first=first, second=second):
            yield from _score_findings(match, (first, second))
        case CalledOver(winner=winner):
            wins = match.wins[match.sides.index(winner)] if winner in match.sides else 0
            if match.winner != winner:
                yield _on(match, Code.MATCH_TARGET_NOT_REACHED, wins, match.target)


def _on(match: Match, code: Code, count: int, limit: int, who: str = "") -> Irregularity:
    return Irregularity(finding(code, Actor.DEALER, count=count, limit=limit), match.name, who)


def _seating_findings(match: Match, event: Seated) -> Iterator[Irregularity]:
    for seat, who in ((Actor.A, event.first), (Actor.B, event.second)):
        if who not in match.sides:
            yield Irregularity(finding(Code.WRONG_PLAYER_SEATED, seat), match.name, who)
    if event.target is not None and event.target != match.target:
        yield _on(match, Code.STAGE_WRONG, event.target, match.target)


def _score_findings(match: Match, shown: tuple[int, int]) -> Iterator[Irregularity]:
    """Tell a board that counts draws from one that is merely wrong."""
    for who, count, wins in zip(match.sides, shown, match.wins, strict=True):
        if count != wins:
            counted = counts_draws(shown, match.wins, match.draws)
            code = Code.SCORE_DRAW_COUNTED if counted else Code.SCORE_WRONG
            yield _on(match, code, count, wins, who)


def judge_match_over(
    wins: tuple[int, int], target: int, *, called_over: bool
) -> tuple[Violation, ...]:
    """Judge a match by its score alone: over at the target and not before (124, R012, R014)."""
    most = max(wins)
    over_long = most > target or min(wins) >= target
    if called_over and most < target:
        code = Code.MATCH_TARGET_NOT_REACHED
    elif over_long or (most >= target and not called_over):
        code = Code.MATCH_CONTINUED_AFTER_TARGET
    else:
        return ()
    return (finding(code, Actor.DEALER, count=most, limit=target),)


def _payment_findings(told: Tournament, event: PaidOut) -> Iterator[Irregularity]:
    """Judge a payment; before the final nothing is due to anybody (127, R018)."""
    try:
        due = payout(told)
    except TournamentError:
        final = told.final
        early = final is None or not final.is_over
        code = Code.PAYOUT_WRONG if early else Code.PAYOUT_UNDEFINED
        paid = sum(event.amounts)
        yield Irregularity(finding(code, Actor.DEALER, count=paid, limit=0))
        return
    for found in judge_payout(event.amounts, due.prizes):
        yield Irregularity(found)
    for who, right in zip(event.names, due.names, strict=False):
        if who != right:
            yield Irregularity(finding(Code.PAYOUT_WRONG, Actor.DEALER), who=who)
