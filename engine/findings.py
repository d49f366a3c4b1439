"""Open findings: what stays on the dealer's light and page until the table is right again."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from engine.claims import (
    Claim,
    Counted,
    DrawCalled,
    MatchTold,
    ScoreTold,
    StrapsCalled,
    TeamWinCalled,
    WinCalled,
)
from engine.game_rulings import is_ruling
from engine.grounds import INSPECTOR_ONLY
from engine.matches import TableMatch
from engine.moves import (
    Announce,
    Appoint,
    Deal,
    Declare,
    Draw,
    Expose,
    Lead,
    Move,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    Withdraw,
)
from engine.seats import Actor
from engine.verdict import Code, Severity, Verdict, Violation


@unique
class Closing(StrEnum):
    """How an open finding ended; the value is stored."""

    CORRECTED = "corrected"
    STOOD = "stood"
    RULED = "ruled"
    TAKEN_BACK = "taken-back"


@dataclass(frozen=True, slots=True)
class Finding:
    """A violation that is open; `id` is its number in this run, `step` the move that made it."""

    id: int
    violation: Violation
    step: int
    move: Move
    taken_at: float
    acknowledged: bool = False


DRAWN_WRONGLY = frozenset(
    {
        Code.DRAW_ORDER,
        Code.DRAW_TOO_MANY,
        Code.DRAW_HAND_FULL,
        Code.DRAW_DURING_BOUT,
        Code.TRUMP_DRAWN_EARLY,
    }
)
NOT_YET_DRAWN = frozenset({Code.LEAD_BEFORE_DRAW, Code.DRAW_SKIPPED, Code.DRAW_TOO_FEW})


def is_shown(violation: Violation) -> bool:
    """Tell whether people at the table hear of it.

    Log entries, the unverifiable and what is for the inspector only stay silent.
    """
    if violation.code in INSPECTOR_ONLY or violation.severity is Severity.LOG:
        return False
    return violation.verdict is not Verdict.UNVERIFIABLE


def actor_of(move: Move) -> Actor:
    """Return who acts in a move; in a deal and a draw it is the player who receives the cards."""
    match move:
        case Deal(to=actor):
            return actor
        case ShowTrump():
            return Actor.DEALER
        case Appoint():
            return Actor.INSPECTOR
        case Sweep(by=actor):
            return actor
        case _:
            return move.seat


def is_corrected_by(finding: Finding, move: Move) -> bool:
    """Tell whether a move puts right what the finding names."""
    violation = finding.violation
    match move:
        case Withdraw(card=card):
            return card in violation.cards
        case Return(seat=seat):
            return violation.code in DRAWN_WRONGLY and seat == actor_of(finding.move)
        case Take(seat=seat):
            return violation.code is Code.TAKE_PARTIAL and seat == actor_of(finding.move)
        case Draw():
            return violation.code in NOT_YET_DRAWN
        case Announce(claim=claim):
            return _is_put_right_by(finding, claim)
        case _:
            return False


BEFORE_PLAY = frozenset(
    {Code.DEALT_BEFORE_FEES, Code.WRONG_PLAYER_SEATED, Code.MATCH_CONTINUED_AFTER_TARGET}
)
"""What should have kept the game from beginning: it stands once somebody leads."""


def _is_put_right_by(finding: Finding, claim: Claim) -> bool:
    if isinstance(claim, MatchTold):
        return _is_settled_by(finding.violation, claim.match)
    return isinstance(finding.move, Announce) and _restates(claim, finding.move.claim)


def _is_settled_by(violation: Violation, match: TableMatch) -> bool:
    """Tell whether the tournament's desk has put right what kept a game from beginning."""
    match violation.code:
        case Code.DEALT_BEFORE_FEES:
            return match.unpaid == 0
        case Code.WRONG_PLAYER_SEATED:
            return violation.actor not in match.misseated
        case Code.MATCH_CONTINUED_AFTER_TARGET:
            return not match.is_over
        case _:
            return False


def goes_past(finding: Finding, move: Move) -> bool:
    """Tell whether play has gone on past a finding, so that the wrong move stands.

    The same person may still be laying further cards; saying something is no play.
    """
    if finding.violation.code in BEFORE_PLAY:
        return isinstance(move, Lead)
    match move:
        case SayBeaten() | SayTakes() | Withdraw() | Return():
            return False
        case Declare() | Appoint() | Expose() | Announce():
            return False
        case Lead() | Take() | Sweep():
            return True
        case _:
            return actor_of(move) != actor_of(finding.move)


def _restates(claim: Claim, earlier: Claim) -> bool:
    """Tell whether a claim takes the place of an earlier one: another count, another result."""
    results = (WinCalled, TeamWinCalled, DrawCalled, StrapsCalled)
    kinds = (Counted, ScoreTold, results)
    return any(isinstance(claim, kind) and isinstance(earlier, kind) for kind in kinds)


def _is_ruled_by(finding: Finding, move: Move) -> bool:
    """Tell whether the inspector's word settles a finding: the end of a game settles them all."""
    if isinstance(move, Appoint):
        return finding.violation.code is Code.FIRST_LEAD_UNDEFINED
    return isinstance(move, Announce) and is_ruling(move)


def closing_by(finding: Finding, move: Move) -> Closing | None:
    """Return how a later move closes a finding; None while it stays open.

    What calls for the inspector stays until a person has acknowledged it, whatever is played.
    """
    if is_corrected_by(finding, move):
        return Closing.CORRECTED
    if _is_ruled_by(finding, move):
        return Closing.RULED
    waits_for_person = finding.violation.severity >= Severity.CALL_INSPECTOR
    if goes_past(finding, move) and (finding.acknowledged or not waits_for_person):
        return Closing.STOOD
    return None


def quieted(findings: Sequence[Finding], seen: AbstractSet[int]) -> tuple[Finding, ...]:
    """Return findings, those that people have seen quiet."""
    return tuple(replace(f, acknowledged=f.acknowledged or f.id in seen) for f in findings)
