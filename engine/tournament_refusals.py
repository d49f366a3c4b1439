"""Records that make no sense in a tournament as it stands: they are refused, each with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from engine.tournament_bracket import bye_count
from engine.tournament_events import (
    Awarded,
    CalledOver,
    Corrected,
    Drawn,
    Entered,
    Event,
    FeePaid,
    Left,
    Opened,
    PaidOut,
    Played,
    ScoreShown,
    Seated,
    SharesChosen,
)
from engine.tournament_state import Match, Tournament


@unique
class Reason(StrEnum):
    """Why a record makes no sense; the value is translated."""

    OPENED_ALREADY = "opened-already"
    NOT_OPENED = "not-opened"
    BAD_AMOUNT = "bad-amount"
    NO_NAME = "no-name"
    ENTERED_ALREADY = "entered-already"
    NOT_ENTERED = "not-entered"
    ENTRIES_CLOSED = "entries-closed"
    FEE_EXCEEDED = "fee-exceeded"
    TOO_FEW = "too-few"
    ORDER_WRONG = "order-wrong"
    BYES_UNDEFINED = "byes-undefined"
    NOT_DRAWN = "not-drawn"
    NO_MATCH = "no-match"
    NOBODY_TO_PLAY = "nobody-to-play"
    SIDES_UNKNOWN = "sides-unknown"
    NOT_IN_MATCH = "not-in-match"
    MATCH_OVER = "match-over"
    FINAL_NOT_OVER = "final-not-over"
    PLACE_OPEN = "place-open"
    SHARES_UNDEFINED = "shares-undefined"
    NO_EMPTY_PLACE = "no-empty-place"
    PAID_ALREADY = "paid-already"
    NO_RECORD = "no-record"
    UNDONE_ALREADY = "undone-already"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a record is refused, and the parts of the sentence that says so."""

    reason: Reason
    parts: Mapping[str, object] = field(default_factory=dict)


class TournamentError(ValueError):
    """Something that makes no sense in a tournament as it stands."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal; people read it in their language."""
        super().__init__(f"{refusal.reason}: {dict(refusal.parts)}")
        self.refusal = refusal


def refusal_of(told: Tournament, event: Event) -> Refusal | None:  # noqa: PLR0911 - one each
    """Return why an event makes no sense now; None for what can be recorded."""
    if isinstance(event, Opened):
        return _refuse_plan(told, event)
    if told.plan is None:
        return Refusal(Reason.NOT_OPENED)
    match event:
        case Entered() | Left() | FeePaid():
            return _refuse_entry(told, event)
        case Drawn():
            return _refuse_draw(told, event)
        case Seated() | Played() | ScoreShown() | CalledOver() | Awarded():
            return _refuse_match(told, event)
        case SharesChosen():
            return _refuse_choice(told)
        case PaidOut():
            return Refusal(Reason.PAID_ALREADY) if told.payment is not None else None
        case Corrected():
            return None


def _refuse_plan(told: Tournament, event: Opened) -> Refusal | None:
    if told.plan is not None:
        return Refusal(Reason.OPENED_ALREADY, {"title": told.plan.title})
    if not event.title.strip():
        return Refusal(Reason.NO_NAME)
    sound = event.fee >= 0 and 0 <= event.fund_part <= 10_000 and 0 <= event.decimals <= 4
    return None if sound else Refusal(Reason.BAD_AMOUNT)


def _refuse_entry(told: Tournament, event: Entered | Left | FeePaid) -> Refusal | None:
    who, is_new = event.who, isinstance(event, Entered)
    if not who.strip():
        return Refusal(Reason.NO_NAME)
    if told.is_drawn and not isinstance(event, FeePaid):
        return Refusal(Reason.ENTRIES_CLOSED)
    if is_new and who.casefold() in {name.casefold() for name in told.entrants}:
        return Refusal(Reason.ENTERED_ALREADY, {"who": who})
    if not is_new and who not in told.entrants:
        return Refusal(Reason.NOT_ENTERED, {"who": who})
    return _refuse_fee(told, event) if isinstance(event, FeePaid) else None


def _refuse_fee(told: Tournament, event: FeePaid) -> Refusal | None:
    fee = told.plan.fee if told.plan else 0
    if event.amount <= 0:
        return Refusal(Reason.BAD_AMOUNT)
    if told.paid.get(event.who, 0) + event.amount > fee:
        return Refusal(Reason.FEE_EXCEEDED, {"who": event.who})
    return None


def _refuse_draw(told: Tournament, event: Drawn) -> Refusal | None:
    """Refuse an order that is not the entrants', and byes that nobody has settled (A14)."""
    if told.is_drawn:
        return Refusal(Reason.ENTRIES_CLOSED)
    if len(told.entrants) < 2:
        return Refusal(Reason.TOO_FEW)
    if sorted(event.order) != sorted(told.entrants):
        odd = sorted(set(told.entrants) ^ set(event.order)) or sorted(event.order)
        return Refusal(Reason.ORDER_WRONG, {"who": ", ".join(odd)})
    byes, resting = bye_count(len(event.order)), event.resting
    if len(resting) != byes or len(set(resting)) != byes or not set(resting) <= set(event.order):
        return Refusal(Reason.BYES_UNDEFINED, {"count": byes})
    return None


def _refuse_match(
    told: Tournament, event: Seated | Played | ScoreShown | CalledOver | Awarded
) -> Refusal | None:
    if not told.is_drawn:
        return Refusal(Reason.NOT_DRAWN)
    match = told.match(event.match)
    if match is None:
        return Refusal(Reason.NO_MATCH, {"match": event.match})
    if match.is_bye:
        return Refusal(Reason.NOBODY_TO_PLAY, {"match": match.name, "who": match.sides[0]})
    if not match.is_ready:
        return Refusal(Reason.SIDES_UNKNOWN, {"match": match.name})
    if isinstance(event, Awarded) and match.is_over:
        return Refusal(Reason.MATCH_OVER, {"match": match.name})
    return _refuse_winner(match, event)


def _refuse_winner(
    match: Match, event: Seated | Played | ScoreShown | CalledOver | Awarded
) -> Refusal | None:
    match event:
        case Seated(first=first, second=second) if first == second:
            return Refusal(Reason.NOT_IN_MATCH, {"match": match.name, "who": first})
        case ScoreShown(first=first, second=second) if min(first, second) < 0:
            return Refusal(Reason.BAD_AMOUNT)
        case Played(winner=str(winner)) | CalledOver(winner=winner) | Awarded(winner=winner):
            inside = winner in match.sides
            parts = {"match": match.name, "who": winner}
            return None if inside else Refusal(Reason.NOT_IN_MATCH, parts)
        case _:
            return None


def _refuse_choice(told: Tournament) -> Refusal | None:
    """Refuse a choice where there is none: with eight entrants and more, no place is empty."""
    if not told.is_drawn:
        return Refusal(Reason.NOT_DRAWN)
    return Refusal(Reason.NO_EMPTY_PLACE) if len(told.entrants) >= 8 else None
