"""What breaks at a table, and is mended: a fault lasts, and hides what it hides."""

from __future__ import annotations

from dataclasses import replace

from engine.faults import BrokenThing, Fault
from engine.standing import Standing
from engine.unseen import hidden_by


def broken(standing: Standing, thing: BrokenThing) -> Standing:
    """Return the standing with a fault that lasts until it is mended."""
    others = tuple(b for b in standing.faults if b.fault is not thing.fault)
    hidden = hidden_by(thing.fault, thing.zones)
    return replace(standing, faults=(*others, thing), unseen=standing.unseen | hidden)


def mended(standing: Standing, fault: Fault) -> Standing:
    """Return the standing without a fault."""
    return replace(standing, faults=tuple(b for b in standing.faults if b.fault is not fault))
