"""A tile of the wall: what is shown of one table, and how soon somebody is wanted there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique

from dealer_ui.pit.alarms import Grade, Raised
from dealer_ui.pit.play import TurnClock, clock_in, pace_in
from dealer_ui.snapshot import Condition, MatchShown, Phase, Result, Snapshot
from engine.seats import Actor
from engine.signals import Signal


@unique
class Link(StrEnum):
    """Whether what is shown of a table is what is; the value is translated."""

    WAITING = "waiting"
    LIVE = "live"
    OLD = "old"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Tile:
    """What the wall shows of one table: nothing in it changes while the table stays as it is."""

    name: str
    link: Link = Link.WAITING
    as_of: datetime | None = None
    """When it was last heard, where that is over."""
    signal: Signal = Signal.WAITING
    phase: Phase = Phase.SETUP
    turn: Actor | None = None
    match: MatchShown | None = None
    result: Result | None = None
    camera: Condition = Condition.ABSENT
    dealer: str = ""
    clock: TurnClock | None = None
    pace: int | None = None
    """Moves a minute."""
    alarms: tuple[Raised, ...] = ()
    """The gravest first; those on the shelf last."""

    @property
    def first(self) -> Raised | None:
        """Return the alarm that wants somebody soonest; None where nobody is wanted."""
        return self.alarms[0] if self.alarms and self.alarms[0].shelf is None else None

    @property
    def grade(self) -> Grade:
        """Say how soon somebody is wanted here."""
        return Grade.CALM if self.first is None else self.first.alarm.grade

    @property
    def urgency(self) -> tuple[int, bool, float]:
        """Return by what tables are sorted: how grave, whether it has an owner, how long ago."""
        if self.first is None:
            return 0, False, 0.0
        since = self.first.since.timestamp()
        return -self.grade, self.first.owner is not None, since


def tile_of(
    before: Tile,
    now: Snapshot | None,
    link: Link,
    at: datetime,
    alarms: tuple[Raised, ...],
) -> Tile:
    """Return the tile that comes after another, of a table as it was last heard, at that time."""
    as_of = at if link is Link.OLD else None
    if now is None:
        return Tile(before.name, link, as_of, alarms=alarms)
    return Tile(
        before.name,
        link,
        as_of,
        now.signal,
        now.phase,
        now.table.turn,
        now.table.match,
        now.result,
        now.health.camera,
        now.dealer,
        clock_in(now, before.clock) if link is Link.LIVE else None,
        pace_in(now),
        alarms,
    )


def by_urgency(raised: Raised) -> tuple[bool, int, bool, datetime]:
    """Return by what the alarms of one table are sorted."""
    is_shelved, is_owned = raised.shelf is not None, raised.owner is not None
    return is_shelved, -raised.alarm.grade, is_owned, raised.since
