"""The audit trail of accounts: a journal of its own, chained and only ever added to."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

from journal.personal import Personal
from journal.rows import Versions
from journal.store import SqlJournal

KIND = "account"
NAMES = frozenset({"who", "account"})
"""Fields that name people: they can be forgotten one day without breaking the chain."""


class JournalTrail:
    """Keeps who did what in a journal, which `kozyr journal verify` checks like any other."""

    def __init__(self, path: Path) -> None:
        """Open or begin it; several programs may add to it. Raises TableError."""
        self._journal = SqlJournal(path, Versions(version("kozyr"), "", ""), alone=False)

    def note(self, what: str, fields: Mapping[str, object]) -> None:
        """Keep a row; raises TableError."""
        told = {name: Personal(str(v)) if name in NAMES else v for name, v in fields.items()}
        self._journal.record(KIND, 0.0, {"did": what, **told})

    def close(self) -> None:
        """Let go of it."""
        self._journal.close()
