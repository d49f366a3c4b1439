"""What a hook is told of a journal's rows: nothing that a player may not see, and no name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import TypeAdapter

from dealer_ui.accounts.tokens import Scope
from dealer_ui.snapshot import Told
from dealer_ui.telling import UNSEEN_CARDS, tell
from engine.row_reading import read_move
from engine.verdict import Code
from journal.rows import Row

TEST = "test"
"""An event that somebody sends to see whether it arrives."""

TOLD = TypeAdapter(Told)

FIELDS: Mapping[str, tuple[str, ...]] = {
    "start": ("table",),
    "end": ("how",),
    "game": ("game", "rules", "players"),
    "action": ("id",),
    "retract": ("retracts",),
    "flag": ("id", "action", "code", "actor", "severity", "verdict", "clause"),
    "closed": ("flag", "how"),
    "doubt": ("id", "question"),
    "doubt-closed": ("doubt",),
    "result": ("result",),
    "call": ("who",),
    "fault": ("fault", "zones"),
    "mended": ("fault",),
}
"""The events, named as the rows are, and which fields of a row are told as they stand."""

EQUIPMENT = frozenset({"fault", "mended"})


def events_of(scopes: Iterable[Scope]) -> frozenset[str]:
    """Return the events that scopes open.

    >>> sorted(events_of([Scope.EQUIPMENT]))
    ['fault', 'mended']
    """
    held = frozenset(scopes)
    equipment = EQUIPMENT if Scope.EQUIPMENT in held else frozenset()
    return equipment | (FIELDS.keys() - EQUIPMENT if Scope.STATE in held else frozenset())


def told_of(row: Row) -> dict[str, object]:
    """Return what a hook is told of a row: its type, its time of day, and what happened."""
    content = row.content
    data: dict[str, object] = {name: content[name] for name in FIELDS[row.kind] if name in content}
    if row.kind == "action":
        data["move"] = TOLD.dump_python(tell(read_move(content)), mode="json")
    if row.kind == "flag" and (cards := _public(content)):
        data["cards"] = cards
    return {"type": row.kind, "timestamp": row.wall, "data": {"row": row.seq, **data}}


def _public(flag: Mapping[str, object]) -> list[object]:
    """Return the cards of a flag, without what is in a hand, as the dealer's page does."""
    code, cards = Code(str(flag["code"])), flag.get("cards")
    if code in UNSEEN_CARDS or not isinstance(cards, list):
        return []
    return cards[:1] if code is Code.TRUMP_WHILE_SUIT_AVAILABLE else cards
