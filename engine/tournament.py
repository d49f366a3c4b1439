"""A tournament is the fold of its records: a correction is a further record, nothing is erased."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
    Record,
    ScoreShown,
    Seated,
    SharesChosen,
)
from engine.tournament_referee import Irregularity, judge_event
from engine.tournament_refusals import Reason, Refusal, TournamentError, refusal_of
from engine.tournament_state import Tournament, matches_of

__all__ = ["Flagged", "Story", "Tournament", "apply_event", "check", "fold"]


@dataclass(frozen=True, slots=True)
class Flagged:
    """An irregularity with the number of the record that it came with."""

    number: int
    irregularity: Irregularity


@dataclass(frozen=True, slots=True)
class Story:
    """A tournament as it stands, with what was wrong on the way.

    `undone` are the records that a correction took back; `senseless` those that make no sense
    any more since then.
    """

    tournament: Tournament
    flags: tuple[Flagged, ...] = ()
    undone: frozenset[int] = frozenset()
    senseless: tuple[tuple[int, Refusal], ...] = ()


def apply_event(told: Tournament, event: Event) -> Tournament:
    """Return the tournament after an event; what makes no sense changes nothing."""
    if refusal_of(told, event) is not None:
        return told
    after = _applied(told, event)
    match = told.match(event.match) if isinstance(event, Played) else None
    if match is not None and isinstance(event, Played):
        now = match.played(event.winner)
        if now.is_over == match.is_over:  # nobody goes on: the other matches stay as they are
            same = tuple(now if one is match else one for one in told.matches)
            return replace(after, matches=same)
    return after if after is told else replace(after, matches=tuple(matches_of(after)))


def _applied(told: Tournament, event: Event) -> Tournament:  # noqa: C901, PLR0911 - one each
    match event:
        case Opened():
            return replace(told, plan=event)
        case Entered(who=who):
            return replace(told, entrants=(*told.entrants, who))
        case Left(who=who):
            paid = {name: amount for name, amount in told.paid.items() if name != who}
            return replace(told, entrants=tuple(n for n in told.entrants if n != who), paid=paid)
        case FeePaid(who=who, amount=amount):
            return replace(told, paid={**told.paid, who: told.paid.get(who, 0) + amount})
        case Drawn(order=order, resting=resting, lot=lot):
            return replace(told, order=order, resting=resting, lot=lot)
        case Seated():
            return replace(told, seatings=(*told.seatings, event))
        case Played():
            return replace(told, games=(*told.games, event))
        case Awarded():
            return replace(told, awards=(*told.awards, event))
        case SharesChosen():
            return replace(told, shares=event)
        case PaidOut():
            return replace(told, payment=event)
        case ScoreShown() | CalledOver() | Corrected():
            return told


def fold(records: Iterable[Record]) -> Story:
    """Return the tournament that the records tell, without those that were taken back."""
    told = Tournament()
    records = tuple(records)
    undone = undone_by(records)
    flags: list[Flagged] = []
    senseless: list[tuple[int, Refusal]] = []
    for record in records:
        if record.number in undone:
            continue
        refusal = refusal_of(told, record.event)
        if refusal is not None:
            senseless.append((record.number, refusal))
            continue
        flags += [Flagged(record.number, found) for found in judge_event(told, record.event)]
        told = apply_event(told, record.event)
    return Story(told, tuple(flags), undone, tuple(senseless))


def undone_by(records: Sequence[Record]) -> frozenset[int]:
    """Return the numbers of the records that do not hold; a correction may be corrected itself."""
    undone: set[int] = set()
    for record in reversed(records):
        if isinstance(record.event, Corrected) and record.number not in undone:
            undone.add(record.event.undoes)
    return frozenset(undone)


def check(records: Sequence[Record], event: Event) -> tuple[Irregularity, ...]:
    """Return what an event would break if it were recorded next.

    Raises TournamentError where it makes no sense.
    """
    story = fold(records)
    refusal = (
        _refuse_correction(records, story, event)
        if isinstance(event, Corrected)
        else refusal_of(story.tournament, event)
    )
    if refusal is not None:
        raise TournamentError(refusal)
    return judge_event(story.tournament, event)


def _refuse_correction(records: Sequence[Record], story: Story, event: Corrected) -> Refusal | None:
    if event.undoes not in {record.number for record in records}:
        return Refusal(Reason.NO_RECORD, {"number": event.undoes})
    if event.undoes in story.undone:
        return Refusal(Reason.UNDONE_ALREADY, {"number": event.undoes})
    return None
