"""Where records of a tournament are checked and kept, for the command line and for the page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path

from dealer_ui import tournament_words as saying
from dealer_ui.prompts import Catalogue
from engine.tournament import Story, check, fold
from engine.tournament_events import Event, Record
from engine.verdict import Severity
from journal.rows import Versions
from journal.tournament import TournamentJournal, read_records


@dataclass(frozen=True, slots=True)
class Kept:
    """A record that is on the disk, and what is wrong with what it tells."""

    number: int
    sentences: tuple[str, ...]


class BrokenRuleError(Exception):
    """What would break a rule, and so was not recorded; the sentences say which."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        """Say what is wrong."""
        super().__init__(" ".join(sentences))
        self.sentences = sentences


def versions_of(rules: str) -> Versions:
    """Say what judges a tournament."""
    return Versions(version("kozyr"), "", rules)


def keep_in(
    file: Path, make: Callable[[Story], Event], words: Catalogue, *, happened: bool = False
) -> Kept:
    """Check a record and keep it; what breaks a rule is kept only when it has happened already.

    Raises BrokenRuleError, TournamentError for what makes no sense, and TableError.
    """
    before = fold(read_records(file)).tournament.plan
    journal = TournamentJournal(file, versions_of(before.rules if before else ""))
    try:
        records = journal.records
        story = fold(records)
        event = make(story)
        found = check(records, event)
        sentences = tuple(saying.told(words, one, story.tournament.plan) for one in found)
        if not happened and any(one.violation.severity >= Severity.STOP for one in found):
            raise BrokenRuleError(sentences)
        return Kept(journal.keep(event), sentences)
    finally:
        journal.close()


class Office:
    """The tournament as its page has it: read anew each time, written by one hand at a time."""

    def __init__(
        self,
        file: Path,
        delay_s: float = 0.0,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Look at a tournament; the public screen is so many seconds behind."""
        self._file, self._delay, self._clock = file, timedelta(seconds=delay_s), clock
        self._hand = threading.Lock()

    def records(self) -> tuple[Record, ...]:
        """Return every record; raises TableError."""
        return read_records(self._file)

    def shown(self) -> Story:
        """Return the tournament as the hall may see it; raises TableError."""
        until = self._clock() - self._delay
        told = [one for one in self.records() if datetime.fromisoformat(one.at) <= until]
        return fold(told)

    def keep(self, make: Callable[[Story], Event], words: Catalogue, *, happened: bool) -> Kept:
        """Check and keep a record; raises what `keep_in` raises."""
        with self._hand:
            return keep_in(self._file, make, words, happened=happened)
