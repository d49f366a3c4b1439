"""What must hold when the dust has settled: journals tell the truth, and the floor has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

from sqlalchemy import create_engine, text

from engine.faults import Fault
from journal.personal import known
from journal.place import place_of
from journal.read import read_texts
from journal.replay import replay
from journal.rows import draft
from journal.verify import verify
from tests.chaos.house import House, Table, Watched, wait_for
from tests.chaos.playing import evenings
from tests.journal.played import EVENING, VERSIONS, rules

CAUGHT_UP_S = 60.0
"""So soon after the last harm the floor must have everything."""


def troubles(house: House) -> Iterator[str]:
    """Yield what does not hold, a sentence each; everything is running and nobody plays."""
    for table in house.journals:
        rows = table.rows()
        name = table.given.name
        if not wait_for(lambda t=table: len(house.folded(t)), len(rows), CAUGHT_UP_S):
            yield f"{name}: the floor has {len(house.folded(table))} of {len(rows)} rows"
        elif [row.hash for row in house.folded(table)] != [row.hash for row in rows]:
            yield f"{name}: the floor has other rows"
        report = verify(table.path)
        if not report.is_whole:
            yield f"{name}: {report}"
        if isinstance(table, Table):
            yield from _untrue(table)
    yield from _still_broken(house.watched)
    yield from _open_findings(house)


def _untrue(table: Table) -> Iterator[str]:
    """Compare a journal with what was truly played, row by row, and the state with the truth."""
    rows = table.rows()
    played = evenings(table.seed)
    entries, standing = [], None
    while len(entries) < len(rows):
        kept, standing = next(played)
        entries += kept
    drafts = (draft(one.kind, one.taken_at, one.payload, EVENING, VERSIONS) for one in entries)
    true = [(one.kind, json.loads(one.payload), one.taken_at) for one in drafts]
    texts = read_texts(table.path)
    told = [(row.kind, known(json.loads(row.payload), texts), row.taken_at) for row in rows]
    if told != true:
        yield f"{table.given.name}: {len(rows)} rows, and not those that were played"
        return
    *_, last = replay(rows, rules)
    if standing is not None and last.standing.game != standing.game:
        yield f"{table.given.name}: its journal tells another state"


def _still_broken(seen: Watched) -> Iterator[str]:
    """Yield what the watched table still complains of although everything is there again."""
    if not wait_for(lambda: _broken(seen), set(), CAUGHT_UP_S):
        yield f"seen: {', '.join(_broken(seen))} although everything is there again"


def _broken(seen: Watched) -> set[str]:
    """Return which of camera and lamp are gone by the journal of the program that runs now."""
    broken: set[str] = set()
    for row in seen.rows():
        match row.kind:
            case "start":
                broken.clear()
            case "fault":
                broken.add(str(row.content["fault"]))
            case "mended":
                broken.discard(str(row.content["fault"]))
    return broken & {Fault.CAMERA_LOST, Fault.LIGHT_LOST}


def _open_findings(house: House) -> Iterator[str]:
    """Yield what the floor still complains of."""
    engine = create_engine(place_of(f"{house.ledger.address}&journal=floor").url)
    with engine.connect() as connection:
        found = connection.execute(
            text("select table_name, flaw, seq from floor.findings where mended_at is null")
        )
        for table, flaw, seq in found:
            yield f"{table}: the floor says {flaw} at row {seq}"
    engine.dispose()


def moves_kept(house: House) -> int:
    return sum(chain(len(table.rows()) for table in house.journals))
