"""What a manager's pages are about: a tournament, the journal of a table, or both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dealer_ui.figures import Figures, figures_of
from dealer_ui.tournament_office import Office
from dealer_ui.tournament_shelf import TournamentShelf
from journal.replay import Rulebook


@dataclass(frozen=True, slots=True)
class Management:
    """The tournament's office, and the journal that figures are taken from."""

    rules: Rulebook
    named: Office | None = None
    """The office of the tournament that the settings name."""
    journal: Path | None = None
    shelf: TournamentShelf | None = None
    """Where the manager may announce another tournament."""

    @property
    def office(self) -> Office | None:
        """Return the office of the tournament that is played; raises TableError."""
        return self.named if self.shelf is None else self.shelf.office()

    def figures(self, month: str = "") -> Figures | None:
        """Read the figures anew; raises TableError, RowError and RulesError."""
        return None if self.journal is None else figures_of(self.journal, self.rules, month)
