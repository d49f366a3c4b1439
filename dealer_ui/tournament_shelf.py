"""Tournaments that were announced on the manager's page: each a journal of its own in a folder."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from dealer_ui.tournament_office import Office, versions_of
from engine.faults import TableError
from engine.tournament import check, fold
from engine.tournament_events import Opened
from journal.tournament import TournamentJournal

SUFFIX = ".kozyr"


class TournamentShelf:
    """Holds the tournament that the settings name, and those that were announced here."""

    def __init__(
        self,
        folder: Path,
        named: Office | None = None,
        delay_s: float = 0.0,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Keep announced ones in a folder; `named` is the one of the settings."""
        self.folder, self._named = folder, named
        self._delay_s, self._clock = delay_s, clock
        self._hand = threading.Lock()

    def office(self) -> Office | None:
        """Return the tournament that is played: the settings' own until its prizes are paid."""
        if self._named is not None and not _is_over(self._named):
            return self._named
        found = sorted(self.folder.glob(f"*{SUFFIX}"))
        return Office(found[-1], self._delay_s, self._clock) if found else self._named

    def may_announce(self) -> bool:
        """Whether another tournament may begin: none is played, or it is paid out."""
        office = self.office()
        return office is None or _is_over(office)

    def announce(self, plan: Opened) -> Path:
        """Begin the journal of a tournament and return where it lies.

        Raises TournamentError for a plan that makes no sense or while another one is played, and
        TableError and OSError where it cannot be kept.
        """
        with self._hand:
            check((), plan)
            office = None if self.may_announce() else self.office()
            if office is not None:
                check(office.records(), plan)  # it is opened already, and says so
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / f"{self._clock():%Y%m%d-%H%M%S}{SUFFIX}"
            journal = TournamentJournal(path, versions_of(plan.rules), begin=True)
            try:
                journal.keep(plan)
            finally:
                journal.close()
            return path


def _is_over(office: Office) -> bool:
    """Whether the prizes are paid; what cannot be read is not over, and its page says why not."""
    try:
        return fold(office.records()).tournament.payment is not None
    except TableError:
        return False
