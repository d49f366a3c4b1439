"""How good the assistant itself was, by what people ruled: false alarms, and what it missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from journal.desk import Desk
from journal.incidents import is_incident
from journal.outcomes import RuledGame
from journal.rulings import Decision
from journal.statistics import Rate

WRONG = frozenset({Decision.OVERTURN, Decision.CAMERA_ERROR})


def false_alarms(desks: Iterable[Desk]) -> Rate:
    """Return how many of the flagged incidents that people ruled were the assistant's mistakes."""
    ruled = [
        ruling
        for desk in desks
        for incident in desk.incidents
        if incident.flags and (ruling := desk.people.ruling(incident.id)) is not None
    ]
    return Rate(sum(ruling.decision in WRONG for ruling in ruled), len(ruled))


def missed(desks: Iterable[Desk]) -> Rate:
    """Return how many of the offences that there were by the rulings nobody was told of then.

    Offences are what people upheld, what they noted as missed, and what is found once a move is
    what they say that it was. Where nobody looks, nothing is missed: the band says how much that
    is worth.
    """
    known = unknown = 0
    for desk in desks:
        unknown += len(desk.people.missed)
        known += sum(
            incident.flags != ()
            and (ruling := desk.people.ruling(incident.id)) is not None
            and ruling.decision not in WRONG
            for incident in desk.incidents
        )
        unknown += sum(len(list(_found_later(game))) for game in desk.ruled)
    return Rate(unknown, known + unknown)


def _found_later(game: RuledGame) -> Iterator[str]:
    """Yield the offences of a ruled game that were not flagged when it was played."""
    then = {
        (step.number, flag.violation.code)
        for step, flag in game.played.standing.flags.values()
        if is_incident(flag.violation)
    }
    for step, flag in game.standing.flags.values():
        code = flag.violation.code
        if is_incident(flag.violation) and (step.number, code) not in then:
            yield f"m{step.number} {code}"
