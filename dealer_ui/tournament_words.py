"""What people read about a tournament: sentences, bracket, places, money, as text or JSON."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table

from dealer_ui.money import print_money
from dealer_ui.prompts import Catalogue
from engine.prizes import split_fees
from engine.tournament import Story
from engine.tournament_events import Opened
from engine.tournament_places import Payout, payout, places
from engine.tournament_referee import Irregularity
from engine.tournament_refusals import Refusal, TournamentError
from engine.tournament_state import Match, Tournament
from engine.verdict import Code

MONEY_CODES = frozenset({Code.PAYOUT_WRONG, Code.PAYOUT_SUM, Code.PAYOUT_UNDEFINED})


def money(words: Catalogue, amount: int, plan: Opened | None) -> str:
    """Write an amount in the tournament's currency."""
    told = print_money(amount, plan.decimals, plan.currency) if plan else str(amount)
    return words.decimal(told)


def refused(words: Catalogue, refusal: Refusal) -> str:
    """Say why a record makes no sense."""
    return words.text(f"tournament.refused.{refusal.reason}", **refusal.parts)


def told(words: Catalogue, found: Irregularity, plan: Opened | None = None) -> str:
    """Say what is wrong, where, the clause, and what to do."""
    violation = found.violation
    amounts = {"count": violation.count, "limit": violation.limit}
    parts: dict[str, object] = {"who": found.who}
    for name, amount in amounts.items():
        is_money = violation.code in MONEY_CODES and amount is not None
        parts[name] = money(words, amount or 0, plan) if is_money else amount
    key = f"code.{violation.code}"
    whole = violation.count is not None or "{count}" not in words.texts[f"{key}.sentence"]
    sentence = words.text(f"{key}.sentence", **parts) if whole else words.texts[f"{key}.title"]
    clause = words.clause(violation)
    where = f"{found.match}: " if found.match else ""
    named = f" ({found.who})" if found.who and found.who not in sentence else ""
    rule = f" ({clause})" if clause else ""
    return f"{where}{sentence}{named}{rule}. {words.texts[f'{key}.remedy']}"


def bracket_table(tournament: Tournament, words: Catalogue) -> Table:
    """Draw every match, round by round."""
    heads = ("match", "stage", "sides", "score", "state")
    table = Table(*(words.text(f"tournament.head.{head}") for head in heads))
    for match in tournament.matches:
        sides = " — ".join(side or "…" for side in match.sides)
        stage = words.text(f"tournament.stage.{match.stage}")
        table.add_row(match.name, stage, sides, _score(match, words), _state(match, words))
    return table


def _score(match: Match, words: Catalogue) -> str:
    if match.is_bye or not match.is_ready:
        return ""
    drawn = words.text("tournament.draws", draws=match.draws)
    return f"{match.wins[0]}:{match.wins[1]}" + (f" ({drawn})" if match.draws else "")


def _state(match: Match, words: Catalogue) -> str:
    if match.is_bye:
        return words.text("tournament.state.rests")
    if match.winner is not None:
        how = "awarded" if match.awarded else "won"
        return words.text(f"tournament.state.{how}", who=match.winner)
    if not match.is_ready:
        return words.text("tournament.state.waits")
    return words.text("tournament.state.plays", target=match.target)


def entrants_table(tournament: Tournament, words: Catalogue) -> Table:
    """List who entered, and what is still to be paid."""
    table = Table(*(words.text(f"tournament.head.{head}") for head in ("name", "fee")))
    fee = tournament.plan.fee if tournament.plan else 0
    for name in tournament.entrants:
        left = fee - tournament.paid.get(name, 0)
        owes = words.text("tournament.owes", amount=money(words, left, tournament.plan))
        table.add_row(name, owes if left else words.text("tournament.paid"))
    return table


def places_table(tournament: Tournament, words: Catalogue, due: Payout | None) -> Table:
    """List the places, with their prizes where all are settled."""
    heads = ("place", "name", "prize") if due else ("place", "name")
    table = Table(*(words.text(f"tournament.head.{head}") for head in heads))
    prizes = dict(zip(due.names, due.prizes.shares, strict=True)) if due else {}
    for place in places(tournament):
        number = str(place.first) if place.first == place.last else f"{place.first}–{place.last}"
        for name in place.names or ("…",):
            prize = (money(words, prizes[name], tournament.plan),) if name in prizes else ()
            table.add_row(number, name, *prize)
    return table


def money_lines(tournament: Tournament, words: Catalogue, due: Payout | None) -> Iterator[str]:
    """Say how the fees are split, and where what does not divide went."""
    plan = tournament.plan
    if plan is None:
        return
    split = split_fees(tournament.fees, plan.fund_part)
    yield words.text(
        "tournament.fund",
        fund=money(words, split.fund, plan),
        income=money(words, split.income, plan),
    )
    if split.rounding:
        yield words.text("tournament.fund-rounded")
    if due is not None and due.prizes.remainder:
        left = money(words, due.prizes.remainder, plan)
        yield words.text("tournament.remainder", amount=left)


def due_of(tournament: Tournament) -> Payout | None:
    """Return what is to be paid, once everything about it is settled."""
    try:
        return payout(tournament)
    except TournamentError:
        return None


def story_json(story: Story) -> dict[str, object]:
    """Return everything about a tournament as plain values; amounts are in minor units."""
    tournament, due = story.tournament, due_of(story.tournament)
    plan = tournament.plan
    split = split_fees(tournament.fees, plan.fund_part) if plan else None
    return {
        "title": plan.title if plan else None,
        "rules": plan.rules if plan else None,
        "currency": plan.currency if plan else None,
        "decimals": plan.decimals if plan else None,
        "fee": plan.fee if plan else None,
        "fund": split.fund if split else None,
        "income": split.income if split else None,
        "entrants": [{"name": n, "paid": tournament.paid.get(n, 0)} for n in tournament.entrants],
        "matches": [match_json(match) for match in tournament.matches],
        "places": [
            {"first": p.first, "last": p.last, "names": list(p.names), "open": p.is_open}
            for p in places(tournament)
        ],
        "payout": due_json(due) if due else None,
        "paid_out": tournament.payment is not None,
        "flags": [{"record": f.number, **irregularity_json(f.irregularity)} for f in story.flags],
        "undone": sorted(story.undone),
        "senseless": [number for number, _ in story.senseless],
    }


def match_json(match: Match) -> dict[str, object]:
    """Return a match as plain values."""
    return {
        "match": match.name,
        "stage": str(match.stage),
        "sides": list(match.sides),
        "wins": list(match.wins),
        "draws": match.draws,
        "target": match.target,
        "winner": match.winner,
        "awarded": match.awarded,
        "rests": match.is_bye,
        "table": match.table,
    }


def irregularity_json(found: Irregularity) -> dict[str, object]:
    """Return an irregularity as plain values."""
    violation = found.violation
    return {
        "code": str(violation.code),
        "match": found.match,
        "who": found.who,
        "count": violation.count,
        "limit": violation.limit,
        "clause": str(violation.clause),
        "severity": int(violation.severity),
        "verdict": str(violation.verdict),
    }


def due_json(due: Payout) -> dict[str, object]:
    """Return what is to be paid as plain values."""
    paid = zip(due.names, due.prizes.shares, strict=True)
    return {
        "fund": due.split.fund,
        "income": due.split.income,
        "remainder": due.prizes.remainder,
        "prizes": [{"name": name, "amount": amount} for name, amount in paid],
    }
