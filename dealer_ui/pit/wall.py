"""The wall: every table as it was last heard, what it wants, and who sees to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Protocol

from dealer_ui.pit.alarms import Alarm, Owned, Raised, Shelf, Unheard, alarms_in, unheard_alarm
from dealer_ui.pit.ledger import ALARM, OVER, SEEN, SHELF, UNSHELF, VIEW, Standing
from dealer_ui.pit.tiles import Link, Tile, by_urgency, tile_of
from dealer_ui.snapshot import Feed, Snapshot
from engine.faults import TableError

OLD_S, ALARM_S = 2.0, 5.0
"""After so long without a word a table counts as silent; after so long it is an alarm."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The tiles that have changed, and all of them; those that are alike stand as in the file."""

    number: int
    changed: tuple[Tile, ...]
    by_urgency: tuple[Tile, ...]

    @property
    def order(self) -> tuple[str, ...]:
        """Return the names of all tables by urgency."""
        return tuple(tile.name for tile in self.by_urgency)


class RefusedError(ValueError):
    """What somebody wants to say of an alarm does not fit: it is over, say."""


class Ledger(Protocol):
    """Where it stands for good."""

    def standing(self) -> Standing:
        """Return how everything stood; raises TableError."""
        ...

    def keep(self, entries: Iterable[tuple[str, dict[str, object]]]) -> None:
        """Keep rows, all or none; raises TableError."""
        ...


@dataclass(slots=True)
class _Place:
    """A table as it was last heard; `heard_at` by the clock, in seconds."""

    tile: Tile
    heard_at: float
    at: datetime
    snapshot: Snapshot | None = None
    trouble: Unheard = Unheard.UNREACHABLE
    is_silent: bool = False
    """Its program says itself that nothing new comes."""
    number: int = 0
    raised: dict[str, Raised] = field(default_factory=dict)


class Wall:
    """Every table of a pit; any thread may tell it something or look at it."""

    def __init__(
        self,
        names: Iterable[str],
        ledger: Ledger,
        clock: Callable[[], float],
        wall_clock: Callable[[], datetime],
    ) -> None:
        """Tell silence by `clock` (seconds), times of day by the other; raises TableError."""
        self._ledger, self._clock, self.now = ledger, clock, wall_clock
        self._lock = Lock()
        now = wall_clock()
        self._number = round(now.timestamp() * 1000)
        """Numbers of another run are always lower."""
        stood = ledger.standing()
        self._stood, self._shelves = stood.alarms, stood.shelves
        self._places = {name: _Place(Tile(name), clock(), now) for name in names}
        self._unkept: list[tuple[str, dict[str, object]]] = []
        self.closed = False
        for place in self._places.values():
            self._settle(place)

    def hear(self, name: str, snapshot: Snapshot) -> None:
        """Take in a state of a table."""
        with self._lock:
            place = self._heard(name)
            place.snapshot, place.is_silent = snapshot, False
            self._settle(place)
            self._keep()

    def beat(self, name: str, *, is_silent: bool) -> None:
        """Take in that a table's program lives, and whether it says that its table is silent."""
        with self._lock:
            place = self._heard(name)
            place.is_silent = is_silent
            self._settle(place)
            self._keep()

    def miss(self, name: str, why: Unheard) -> None:
        """Take in why nothing is heard of a table now."""
        with self._lock:
            self._places[name].trouble = why

    def look(self) -> None:
        """See what time has done: tables that fell silent, shelves that are over."""
        with self._lock:
            now = self.now()
            self._shelves = {k: shelf for k, shelf in self._shelves.items() if shelf.until > now}
            for place in self._places.values():
                self._settle(place)
            self._keep()

    def changes(self, after: int = 0) -> Changes:
        """Return what has changed after a number, and how all of it stands, at one moment."""
        with self._lock:
            places = sorted(self._places.values(), key=lambda place: place.tile.urgency)
            changed = tuple(place.tile for place in places if place.number > after)
            return Changes(self._number, changed, tuple(place.tile for place in places))

    def tile(self, name: str) -> Tile:
        """Return the tile of a table; raises KeyError."""
        with self._lock:
            return self._places[name].tile

    @property
    def is_kept(self) -> bool:
        """Whether everything that happened stands in the journal."""
        return not self._unkept

    def take(self, name: str, key: str, by: str) -> None:
        """Let a person see to an alarm; raises KeyError, RefusedError, TableError."""
        with self._lock:
            place = self._places[name]
            if (raised := place.raised.get(key)) is None:
                raise RefusedError(key)
            at = self.now()
            self._say(SEEN, {"table": name, "alarm": key, "at": at.isoformat(), "by": by})
            place.raised[key] = Raised(raised.alarm, raised.since, Owned(by, at))
            self._settle(place)

    def shelve(self, name: str, code: str, shelf: Shelf) -> None:
        """Let a kind of alarm want nobody for a while; raises as `take` does."""
        with self._lock:
            place = self._places[name]
            if all(raised.alarm.code != code for raised in place.raised.values()):
                raise RefusedError(code)
            fields = {"table": name, "code": code, "until": shelf.until.isoformat()}
            self._say(SHELF, {**fields, "why": shelf.why, "by": shelf.by})
            self._shelves[name, code] = shelf
            self._settle(place)

    def unshelve(self, name: str, code: str, by: str) -> None:
        """Take a kind of alarm from the shelf; raises as `take` does."""
        with self._lock:
            place = self._places[name]
            if (name, code) not in self._shelves:
                raise RefusedError(code)
            self._say(UNSHELF, {"table": name, "code": code, "by": by})
            del self._shelves[name, code]
            self._settle(place)

    def view(self, name: str, by: str) -> None:
        """Note that a person looks at the live picture of a table; raises KeyError, TableError."""
        with self._lock:
            self._say(VIEW, {"table": self._places[name].tile.name, "by": by})

    def close(self) -> None:
        """End every stream of it."""
        self.closed = True

    def _heard(self, name: str) -> _Place:
        place = self._places[name]
        place.heard_at, place.at, place.trouble = self._clock(), self.now(), Unheard.SILENT
        return place

    def _settle(self, place: _Place) -> None:
        """Work out what a table wants now, and give its tile a new number where it changed."""
        name = place.tile.name
        self._raise(place, {alarm.key: alarm for alarm in self._alarms_of(place)})
        shelved = (
            Raised(r.alarm, r.since, r.owner, self._shelves.get((name, r.alarm.code)))
            for r in place.raised.values()
        )
        alarms = tuple(sorted(shelved, key=by_urgency))
        tile = tile_of(place.tile, place.snapshot, self._link_of(place), place.at, alarms)
        if tile != place.tile or not place.number:
            self._number += 1
            place.tile, place.number = tile, self._number

    def _raise(self, place: _Place, alarms: dict[str, Alarm]) -> None:
        """Note which alarms came and which are over."""
        name = place.tile.name
        for key in place.raised.keys() - alarms.keys():
            del place.raised[key]
            self._over(place, key)
        for key, alarm in alarms.items():
            if key in place.raised:
                place.raised[key] = replace(place.raised[key], alarm=alarm)
            elif (stood := self._stood.pop((name, key), None)) is not None:
                place.raised[key] = Raised(alarm, stood.since, stood.owner)
            else:
                since = place.at if isinstance(alarm.thing, Unheard) else self._dated(place)
                place.raised[key] = Raised(alarm, since)
                fields = {"table": name, "alarm": key, "code": alarm.code}
                self._unkept.append((ALARM, {**fields, "since": since.isoformat()}))
        if place.snapshot is not None:  # what stood before this wall began, and is no longer
            for _, key in [it for it in self._stood if it[0] == name]:
                del self._stood[name, key]
                self._over(place, key)

    def _over(self, place: _Place, key: str) -> None:
        at = self._dated(place).isoformat()
        self._unkept.append((OVER, {"table": place.tile.name, "alarm": key, "at": at}))

    def _dated(self, place: _Place) -> datetime:
        return place.at if place.snapshot is None else place.snapshot.wall_time

    def _alarms_of(self, place: _Place) -> Iterator[Alarm]:
        yield from alarms_in(place.snapshot)
        if self._is_over(place):
            return
        if place.is_silent:
            yield unheard_alarm(Unheard.SILENT)
        elif self._clock() - place.heard_at > ALARM_S:
            yield unheard_alarm(place.trouble)

    def _link_of(self, place: _Place) -> Link:
        if self._is_over(place):
            return Link.ENDED
        if place.is_silent or self._clock() - place.heard_at > OLD_S:
            return Link.OLD
        return Link.WAITING if place.snapshot is None else Link.LIVE

    def _is_over(self, place: _Place) -> bool:
        return place.snapshot is not None and place.snapshot.feed is Feed.ENDED

    def _say(self, kind: str, fields: dict[str, object]) -> None:
        """Keep what a person says, after all that happened before; raises TableError."""
        self._ledger.keep([*self._unkept, (kind, fields)])
        self._unkept.clear()

    def _keep(self) -> None:
        """Keep what happened; a journal that fails hides nothing from the wall."""
        if not self._unkept:
            return
        try:
            self._ledger.keep(self._unkept)
        except TableError:
            return  # they wait, in order, for the next time; the wall says so meanwhile
        self._unkept.clear()
