"""Everything that a technician's pages are about, for one table; what its standing comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from calibration.profile import TableProfile
from dealer_ui.device_cards import DeviceCard
from dealer_ui.settings import Settings
from dealer_ui.snapshot import Condition, Snapshot
from dealer_ui.workshop.bundle import About, bundle
from dealer_ui.workshop.clock import ClockSeen
from dealer_ui.workshop.deck_shelf import DeckShelf
from dealer_ui.workshop.model_shelf import ModelShelf
from dealer_ui.workshop.retention import RetentionDesk
from dealer_ui.workshop.stock import Stores
from dealer_ui.workshop.works import Works
from dealer_ui.zone_desk import ZoneDesk
from engine.faults import TableError
from journal.read import read_texts
from vision.disk import GIGA
from vision.registry import label_of, read_registry

PARTS = ("camera", "light", "shoe", "model", "journal")


@dataclass(frozen=True, slots=True)
class TableAbout:
    """Which table this is, and what it was started with."""

    settings: Settings
    profile: TableProfile | None
    journal: Path | None
    rules: str
    models: str
    """The networks that the running table reads with."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the table and how it stands; None: nobody knows."""

    name: str
    condition: Condition | None
    free_gb: float | None = None


@dataclass(frozen=True, slots=True)
class Bench:
    """The workshop of one table."""

    table: TableAbout
    models: ModelShelf
    decks: DeckShelf
    retention: RetentionDesk
    stores: Stores
    works: Works
    free_bytes: Callable[[], float]
    clock: Callable[[], ClockSeen]
    versions: Callable[[], Mapping[str, str]]
    calibration: Callable[[], ZoneDesk] | None = None
    """Opens the calibration of the table's profile; None where it has no file."""

    def parts(self, now: Snapshot | None) -> tuple[Part, ...]:
        """Return every part as it stands."""
        health = None if now is None else now.health
        told = [Part(name, None if health is None else getattr(health, name)) for name in PARTS]
        free = self.free_bytes()
        least = self.retention.now().free_gb * GIGA
        disk = Condition.WORKING if free >= least else Condition.FAULTY
        kept = self.clock().is_kept
        clock = None if kept is None else Condition.WORKING if kept else Condition.FAULTY
        return (*told, Part("disk", disk, free / GIGA), Part("clock", clock))

    def is_stale(self) -> bool:
        """Whether other models are live than the table was started with; raises WeightsError."""
        return label_of(read_registry(self.models.folder)) != self.table.models

    def bundled(
        self, now: Snapshot | None, cards: Iterable[DeviceCard], people: Iterable[str]
    ) -> bytes:
        """Return the support bundle as the table stands now."""
        return bundle(
            About(
                self.table.settings,
                self.table.journal,
                self.models.folder,
                self.versions(),
                self._standing(now, cards),
                frozenset(people) | names_in(self.table.journal),
            )
        )

    def _standing(self, now: Snapshot | None, cards: Iterable[DeviceCard]) -> dict[str, object]:
        seen = self.clock()
        told: dict[str, object] = {
            "at": seen.at.isoformat(),
            "clock_kept": seen.is_kept,
            "rules": self.table.rules,
            "models": self.table.models,
            "parts": {part.name: part.condition for part in self.parts(now)},
            "free_gb": round(self.free_bytes() / GIGA, 1),
        }
        if now is not None:
            health = now.health
            told |= {
                "table": now.table_id,
                "signal": str(now.signal),
                "frames_per_second": health.frames_per_second,
                "latency_ms": health.latency_ms,
                "faults": [f"{f.fault} {f.detail}".strip() for f in now.faults],
            }
        told["devices"] = [
            {"kind": str(c.kind), "state": str(c.state), "trouble": c.trouble} for c in cards
        ]
        return told


def names_in(journal: Path | None) -> frozenset[str]:
    """Return whatever a journal keeps apart because it names people."""
    if journal is None or not journal.exists():
        return frozenset()
    try:
        return frozenset(text for text in read_texts(journal).values() if len(text) > 1)
    except TableError:
        return frozenset()
