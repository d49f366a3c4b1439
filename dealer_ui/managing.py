"""What a manager's pages are about: a tournament, the journal of a table, or both."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dealer_ui.figures import Figures, figures_of
from dealer_ui.tournament_office import Office
from journal.replay import Rulebook


@dataclass(frozen=True, slots=True)
class Management:
    """The tournament's office, and the journal that figures are taken from."""

    rules: Rulebook
    office: Office | None = None
    journal: Path | None = None

    def figures(self, month: str = "") -> Figures | None:
        """Read the figures anew; raises TableError, RowError and RulesError."""
        return None if self.journal is None else figures_of(self.journal, self.rules, month)
