"""How far a table's rows have been published, kept beside the leaf: a few numbers for a journal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Progress:
    """Up to which row the floor's broker has a journal; `round` counts the times it asked again.

    `until` is the end of the sheaf that was being sent: after a crash the very same one is sent
    again, under the same name, so that the broker knows it.
    """

    seq: int = 0
    round: int = 0
    until: int = 0


class ProgressFile:
    """The file; one that a power cut took costs only that rows are sent again."""

    def __init__(self, path: Path) -> None:
        """Read what is there."""
        self._path = path
        self._known = _read(path)

    def of(self, journal: str) -> Progress:
        """Return how far a journal is."""
        return self._known.get(journal, Progress())

    def note(self, journal: str, progress: Progress) -> None:
        """Note how far a journal is, for the next time that something is kept.

        A crash before that sends one sheaf again, which the broker knows by its name.
        """
        self._known[journal] = progress

    def keep(self, journal: str, progress: Progress) -> None:
        """Keep how far every journal is; raises OSError."""
        self.note(journal, progress)
        half = self._path.with_suffix(".half")
        half.write_text(json.dumps({n: asdict(p) for n, p in self._known.items()}), "utf-8")
        half.replace(self._path)


def _read(path: Path) -> dict[str, Progress]:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return {name: Progress(**numbers) for name, numbers in told.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
