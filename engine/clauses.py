"""Findings with the clause, severity and verdict of their code."""

from __future__ import annotations

from engine.cards import Card
from engine.grounds import GROUNDS, VERDICTS, Clause, Evidence, Ground
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict, Violation

__all__ = ["GROUNDS", "VERDICTS", "Clause", "Evidence", "Ground", "finding"]


def finding(  # noqa: PLR0913 - a finding has this many sides
    code: Code,
    actor: Actor,
    cards: tuple[Card, ...] = (),
    *,
    on: Card | None = None,
    limit: int | None = None,
    count: int | None = None,
    clause: Clause | None = None,
    severity: Severity | None = None,
    verdict: Verdict | None = None,
) -> Violation:
    """Return a violation with the clause, severity and verdict of its code unless given."""
    ground = GROUNDS[code]
    return Violation(
        code,
        actor,
        cards,
        ground.severity if severity is None else severity,
        VERDICTS.get(code, Verdict.ILLEGAL) if verdict is None else verdict,
        ground.clause if clause is None else clause,
        limit,
        on,
        count,
    )
