"""What breaks at a table, and is mended: a fault lasts, and hides what it hides."""

from __future__ import annotations

from dataclasses import replace

from engine.correcting import rederived
from engine.faults import BrokenThing, Fault
from engine.standing import Standing, seen_again
from engine.unseen import counts_lost, hidden_by


def broken(standing: Standing, thing: BrokenThing) -> Standing:
    """Return the standing with a fault that lasts until it is mended."""
    others = tuple(b for b in standing.faults if b.fault is not thing.fault)
    hidden = hidden_by(thing.fault, thing.zones)
    now = replace(standing, faults=(*others, thing), unseen=standing.unseen | hidden)
    return _in_doubt_since(now, thing) if thing.fault is Fault.OUT_OF_STEP else now


def _in_doubt_since(standing: Standing, thing: BrokenThing) -> Standing:
    """Return the standing with the moves judged anew that led away from the table."""
    first = dict(thing.figures)["first"]
    hidden = hidden_by(thing.fault, thing.zones)
    steps = (
        replace(step, unseen=step.unseen | hidden) if step.number >= first else step
        for step in standing.steps
    )
    return rederived(standing, tuple(steps))


def mended(standing: Standing, fault: Fault) -> Standing:
    """Return the standing without a fault.

    What was hidden stays in doubt to the next lead, unless just that lead has shown who plays.
    """
    now = replace(standing, faults=tuple(b for b in standing.faults if b.fault is not fault))
    if fault is not Fault.OUT_OF_STEP:
        return now
    return seen_again(now, counts_lost(standing.unseen))
