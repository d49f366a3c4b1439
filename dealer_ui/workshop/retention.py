"""For how long is kept what: the settings' word, or what a technician chose on the page."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import tomlkit

from dealer_ui.settings import Settings
from engine.documents import toml_of
from journal.evidence import Limits
from vision.disk import GIGA, Budget

SUFFIX = ".retention.toml"
MOST_DAYS, MOST_GB = 36_500.0, 1_000_000.0


@dataclass(frozen=True, slots=True)
class Retention:
    """Days for evidence; gigabytes for evidence and for video; what stays free of the disk."""

    evidence_days: float
    evidence_gb: float
    video_gb: float
    free_gb: float

    @property
    def limits(self) -> Limits:
        """Return what holds for evidence."""
        return Limits(self.evidence_days, round(self.evidence_gb * GIGA))

    @property
    def budget(self) -> Budget:
        """Return what holds for video."""
        return Budget(round(self.video_gb * GIGA), round(self.free_gb * GIGA))


class RetentionDesk:
    """Says what holds now; what is chosen lies beside the journal and wins over the settings."""

    def __init__(self, settings: Settings, journal: Path | None) -> None:
        """Begin with the settings; without a journal there is nothing to choose for."""
        self.settled = Retention(
            settings.evidence_days,
            settings.evidence_budget_gb,
            settings.video_budget_gb,
            settings.video_reserve_gb,
        )
        self.file = None if journal is None else journal.with_suffix(SUFFIX)

    def now(self) -> Retention:
        """Return what holds; a file that cannot be read says nothing, so the settings hold."""
        if self.file is None:
            return self.settled
        try:
            told = toml_of(self.file.read_text(encoding="utf-8"))
            return Retention(**{name: float(told[name]) for name in asdict(self.settled)})
        except (OSError, ValueError, KeyError, TypeError):
            return self.settled

    @property
    def is_chosen(self) -> bool:
        """Whether something else than the settings holds."""
        return self.now() != self.settled

    def choose(self, wanted: Retention) -> None:
        """Let something else hold from now on; raises OSError, and then nothing has changed."""
        if self.file is None:
            raise OSError("no journal is kept here")
        draft = self.file.with_suffix(".new")
        draft.write_text(tomlkit.dumps(asdict(wanted)), encoding="utf-8")
        draft.replace(self.file)
