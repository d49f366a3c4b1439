"""For how long evidence is kept: what belongs to a case stays, the rest makes room in time."""

from __future__ import annotations

from collections.abc import Sequence

from engine.entries import Entry
from journal.evidence import EVIDENCE, REMOVED, EvidenceStore, Limits, files_in
from journal.incidents import incidents
from journal.rows import Row
from journal.rulings import decided


def held_files(rows: Sequence[Row]) -> frozenset[str]:
    """Return the hashes of all files that belong to a case."""
    held = decided(rows).held
    if not held:
        return frozenset()
    names = {(one.run, name) for one in incidents(rows) if one.id in held for name in one.names}
    hashes: set[str] = set()
    run = 0
    for row in rows:
        run = row.seq if row.begins_run else run
        if row.kind == EVIDENCE and (run, str(row.content["of"])) in names:
            hashes |= {kept.sha256 for kept in files_in(row.content)}
    return frozenset(hashes)


def swept(
    store: EvidenceStore, rows: Sequence[Row], limits: Limits, now_s: float
) -> tuple[Entry, ...]:
    """Remove what its time is over for, and return the row that says so, if anything went."""
    gone = store.clear(limits, held_files(rows), now_s)
    return (Entry(REMOVED, 0.0, {"sha256": list(gone)}),) if gone else ()
