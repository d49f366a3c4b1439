"""What the pit boss's wall keeps for good: alarms as they came and went, and what people said."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from dealer_ui.pit.alarms import Owned, Shelf
from engine.entries import Entry
from journal.personal import Personal, told
from journal.read import JournalReader
from journal.rows import Row, Versions
from journal.store import SqlJournal

ALARM, OVER, SEEN = "pit-alarm", "pit-over", "pit-seen"
SHELF, UNSHELF, VIEW = "pit-shelf", "pit-unshelf", "pit-view"
KINDS = (ALARM, OVER, SEEN, SHELF, UNSHELF)
LOOKED_BACK = 5000
"""A wall that starts anew reads so many rows back: what stood before them is long over."""

Place = tuple[str, str]
"""A table, and the key or the code of an alarm there."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An alarm that stood when the wall was last looked after."""

    since: datetime
    owner: Owned | None = None


@dataclass(slots=True)
class Standing:
    """How everything stood by the rows: a fold over them."""

    alarms: dict[Place, Kept] = field(default_factory=dict)
    shelves: dict[Place, Shelf] = field(default_factory=dict)


def standing_of(rows: Iterable[Row]) -> Standing:
    """Return which alarms stood, who had taken them, and what was shelved."""
    stood = Standing()
    for row in rows:
        told = {name: str(value) for name, value in row.content.items()}
        place = told["table"], told.get("alarm", told.get("code", ""))
        match row.kind:
            case "pit-alarm":
                stood.alarms[place] = Kept(datetime.fromisoformat(told["since"]))
            case "pit-over":
                stood.alarms.pop(place, None)
            case "pit-seen" if place in stood.alarms:
                owner = Owned(told["by"], datetime.fromisoformat(told["at"]))
                stood.alarms[place] = replace(stood.alarms[place], owner=owner)
            case "pit-shelf":
                until = datetime.fromisoformat(told["until"])
                stood.shelves[place] = Shelf(told["by"], told["why"], until)
            case "pit-unshelf":
                stood.shelves.pop(place, None)
            case _:
                pass
    return stood


class PitLedger:
    """The pit's own journal: chained as a table's is, checked by `kozyr journal verify`."""

    def __init__(self, path: Path) -> None:
        """Open or begin it; raises TableError that names it, also when another wall has it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._journal = SqlJournal(path, Versions(version("kozyr"), "", ""))

    def standing(self) -> Standing:
        """Return how everything stood by the newest rows; raises TableError."""
        with closing(JournalReader(self._journal.path)) as reader:
            rows = reader.back(KINDS, None, LOOKED_BACK)
            return standing_of(told(reversed(rows), reader.texts()))

    def keep(self, entries: Iterable[tuple[str, dict[str, object]]]) -> None:
        """Keep rows for good; names and reasons stand apart from the chain. Raises TableError."""
        rows = [Entry(kind, 0.0, _marked(fields)) for kind, fields in entries]
        self._journal.record_all(rows)

    def close(self) -> None:
        """Let go of it."""
        self._journal.close()


def _marked(fields: dict[str, object]) -> dict[str, object]:
    names = {"by", "why"}
    return {name: Personal(str(v)) if name in names else v for name, v in fields.items()}
