"""Whether a program can do its work now, and what keeps it from it: by stable names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_ui.live import Hub
from dealer_ui.pit.tiles import Link
from dealer_ui.pit.wall import Wall
from dealer_ui.snapshot import Feed

STALE_S = 2.0
"""A line that has told nothing for so long hangs."""
HEARD = frozenset({Link.LIVE, Link.ENDED})


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether it is ready, and the reasons why not."""

    ready: bool
    reasons: tuple[str, ...] = ()


def table_ready(hub: Hub) -> Readiness:
    """Tell whether a table is judged now: seen, not silent, and nothing of it broken."""
    return by_reasons(tuple(_missing(hub)))


def _missing(hub: Hub) -> Iterator[str]:
    told, age_s = hub.latest, hub.age_s
    if told is None or age_s is None:
        yield "not-seen-yet"
        return
    if told.feed is Feed.ENDED:
        yield "ended"
    elif age_s >= STALE_S:
        yield "silent"
    yield from dict.fromkeys(str(thing.fault) for thing in told.faults)


def pit_ready(wall: Wall) -> Readiness:
    """Tell whether a wall hears any of its tables and can write down what happens at them."""
    heard = any(tile.link in HEARD for tile in wall.changes().by_urgency)
    told = {"rows-wait": not wall.is_kept, "no-table-heard": not heard}
    return by_reasons(tuple(name for name, holds in told.items() if holds))


def by_reasons(reasons: tuple[str, ...]) -> Readiness:
    """Return that it is ready unless there is a reason why not."""
    return Readiness(not reasons, reasons)
