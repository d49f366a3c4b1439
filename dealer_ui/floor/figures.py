"""The figures of a floor, for Prometheus: its tables, its broker, its ledger, what waits."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.process_collector import ProcessCollector

from dealer_ui.floor.parts import Parts
from dealer_ui.operating.lookups import all_of, by_label, depths_of, disks_of
from dealer_ui.operating.meters import Asked
from journal.floor.following import Flaw


def floor_registry(parts: Parts) -> CollectorRegistry:
    """Return the figures of a floor, looked up whenever somebody asks."""
    depths = {"rows": lambda: parts.folds.waiting}
    if parts.telling is not None:
        depths["mqtt"] = parts.telling.waiting
    registry = CollectorRegistry()
    registry.register(
        Asked(
            all_of(
                partial(_parts_of, parts),
                partial(_tables_of, parts),
                partial(_journals_of, parts),
                partial(_folds_of, parts),
                partial(depths_of, depths),
                partial(disks_of, {"broker": parts.broker.folder}),
            )
        )
    )
    ProcessCollector(registry=registry)
    return registry


def _parts_of(parts: Parts) -> Iterator[Metric]:
    up = {"broker": float(parts.broker.is_up)}
    if parts.ledger is not None:
        up["ledger"] = float(parts.folds.is_kept)
    yield by_label("kozyr_floor_up", "Whether a part of the floor works.", "part", up)
    told = "Times that the broker died and was begun again."
    yield CounterMetricFamily("kozyr_floor_broker_restarts", told, parts.broker.restarts)
    age_s = parts.loop.age_s
    told = "Seconds since the floor's loop went round last; -1 before the first time."
    yield GaugeMetricFamily("kozyr_floor_loop_age_seconds", told, -1.0 if age_s is None else age_s)
    about = GaugeMetricFamily("kozyr_build_info", "What runs here.", labels=("version",))
    about.add_metric((version("kozyr"),), 1.0)
    yield about


def _tables_of(parts: Parts) -> Iterator[Metric]:
    """Count tables that may join: heard now, silent now, or never heard since the floor began."""
    known, heard = set(parts.broker.register.tables), set(parts.presence.heard.copy())
    absent = parts.presence.absent
    counts = {
        "present": float(len((known & heard) - absent)),
        "absent": float(len(known & absent)),
        "never": float(len(known - heard)),
    }
    yield by_label("kozyr_floor_tables", "Tables by their heartbeat.", "heartbeat", counts)


def _journals_of(parts: Parts) -> Iterator[Metric]:
    if parts.ledger is None:
        return
    standings = tuple(parts.ledger.known.copy().values())
    yield GaugeMetricFamily("kozyr_floor_journals", "Journals in the ledger.", len(standings))
    found = Counts(one.finding.flaw for one in standings if one.finding is not None)
    told = "Journals in which rows are missing or do not follow."
    flaws = {str(flaw): float(found[flaw]) for flaw in Flaw}
    yield by_label("kozyr_floor_findings", told, "flaw", flaws)


def _folds_of(parts: Parts) -> Iterator[Metric]:
    folds = parts.folds
    yield CounterMetricFamily("kozyr_floor_rows", "Rows that are kept.", folds.rows)
    told = "Messages of tables that could not be read."
    yield CounterMetricFamily("kozyr_floor_unreadable", told, folds.unreadable)
    told = "How long the ledger took each time."
    count, total = folds.times, folds.seconds
    yield SummaryMetricFamily("kozyr_floor_fold_seconds", told, count, total)
    told = "How long the oldest row that is not kept has been at the floor."
    yield GaugeMetricFamily("kozyr_floor_lag_seconds", told, folds.lag_s)
