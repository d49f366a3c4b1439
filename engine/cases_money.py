"""Worked cases of fees, matches, prizes and ratings: judged by the tournament's own functions."""

from __future__ import annotations

from engine.cases_fields import Field
from engine.cases_reading import Case
from engine.clauses import finding
from engine.prizes import PLACE_PERCENT, UndefinedSharesError, judge_payout, prizes
from engine.prizes_online import Standings, bank_percents, judge_bank, judge_rating, points_by
from engine.seats import PLAYERS, Actor
from engine.tournament_referee import judge_match_over
from engine.verdict import Code, Violation

STAGES = {
    "prelim": "preliminary",
    "quarter": "quarter_final",
    "qf": "quarter_final",
    "semi": "semi_final",
    "sf": "semi_final",
    "third": "third_place",
    "final": "final",
}
"""How a case may name a stage: by the beginning of its name."""


def judge_money(case: Case) -> tuple[Violation, ...] | None:
    """Judge a case of the tournament or the cash desk; None where it is neither."""
    action = case.action
    match action.get("type").text():
        case "declare_match_over":
            return _match_over(case)
        case "payout":
            return _payout(case)
        case "rating":
            return _rating(case)
        case _:
            return None


def _match_over(case: Case) -> tuple[Violation, ...]:
    action = case.action
    stage = action.get("stage")
    name = next((full for short, full in STAGES.items() if stage.text().startswith(short)), None)
    if name is None or name not in case.rules.stage_wins:
        raise stage.refuse(f"no such stage: {stage.value!r}")
    wins = [number.number() for _, number in action.get("wins").items()]
    if len(wins) != 2:
        raise action.get("wins").refuse("two players have wins")
    target = case.rules.stage_wins[name]
    claimed = action.get("target")
    if claimed.value is not None and claimed.number() != target:
        return (finding(Code.STAGE_WRONG, Actor.DEALER, limit=target, count=claimed.number()),)
    return judge_match_over((wins[0], wins[1]), target, called_over=action.get("over").flag())


def _payout(case: Case) -> tuple[Violation, ...]:
    action = case.action
    fund = action.get("fund").number()
    shares = [share.number() for share in action.get("shares").list()]
    if case.rules.bank_percent:
        exits = [
            [_player(place) for place in group.list()] for group in action.get("groups").list()
        ]
        paid = dict(zip(PLAYERS, shares, strict=False))
        return judge_bank(fund, exits, paid, bank_percents(case.rules))
    told = action.get("takers" if action.has("takers") else "players")
    try:
        percents = case.rules.prize_percent or PLACE_PERCENT
        due = prizes(fund, told.number(len(percents)), percents=percents)
    except UndefinedSharesError:
        return (finding(Code.PAYOUT_UNDEFINED, Actor.DEALER),)
    return judge_payout(shares, due)


def _player(place: Field) -> Actor:
    """Return the player who took a place: players are named by their places."""
    if not 1 <= place.number() <= len(PLAYERS):
        raise place.refuse(f"a place from 1 to {len(PLAYERS)} is wanted, not {place.value!r}")
    return PLAYERS[place.number() - 1]


def _rating(case: Case) -> tuple[Violation, ...]:
    action = case.action
    points = {seat: number.number() for seat, number in action.get("points").by_seat().items()}
    players = tuple(sorted(points))
    between = action.get("between")
    by = points_by(case.rules, None if between.value is None else between.number())
    match action.get("event").text():
        case "timeout":
            fool = action.get("player").seat()
            out = tuple(seat for seat in players if seat != fool)
            return judge_rating(Standings(out, fool=fool, late=True), points, by)
        case "draw":
            winner = action.get("winner").seat_or_none()
            first = () if winner is None else (winner,)
            drawn = tuple(seat for seat in players if seat not in first)
            return judge_rating(Standings(first, drawn=drawn), points, by)
        case "win":
            return judge_rating(_standings(action, players), points, by)
        case other:
            raise action.get("event").refuse(f"no such event: {other!r}")


def _standings(action: Field, players: tuple[Actor, ...]) -> Standings:
    """Return how a won game ended: between two the other one has lost."""
    winner = action.get("winner").seat()
    others = [seat for seat in players if seat != winner]
    loser = action.get("loser").seat_or_none() or (others[0] if len(others) == 1 else None)
    return Standings((winner, *(seat for seat in others if seat != loser)), fool=loser)
