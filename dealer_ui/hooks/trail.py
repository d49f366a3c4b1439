"""Who made hooks and took them away: a journal beside their file, chained and only added to."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

from dealer_ui.hooks.store import Hook
from journal.personal import Personal
from journal.rows import Versions
from journal.store import SqlJournal

KIND = "hook"


class HookTrail:
    """The journal of a file of hooks, which `kozyr journal verify` checks like any other."""

    def __init__(self, file: Path, who: str) -> None:
        """Open or begin the journal of a file, for what this person does; raises TableError."""
        path = file.with_suffix(".journal")
        self._journal = SqlJournal(path, Versions(version("kozyr"), "", ""), alone=False)
        self._who = who

    def added(self, hook: Hook) -> None:
        """Keep that a hook was made; raises TableError."""
        told = {"scopes": sorted(hook.scopes), "events": sorted(hook.events)}
        self._note("hook-added", hook, told)

    def removed(self, hook: Hook) -> None:
        """Keep that a hook was taken away; raises TableError."""
        self._note("hook-removed", hook, {})

    def close(self) -> None:
        """Let go of it."""
        self._journal.close()

    def _note(self, did: str, hook: Hook, told: dict[str, object]) -> None:
        about = {"hook": hook.name, "to": place_of(hook.address)}
        self._journal.record(KIND, 0.0, {"did": did, "who": Personal(self._who), **about, **told})


def place_of(address: str) -> str:
    """Return where an address leads; what stands before and behind that may be a secret.

    >>> place_of("https://kozyr:secret@board.local:8443/kozyr?key=secret")
    'https://board.local:8443'
    """
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
