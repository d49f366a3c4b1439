"""The figures of a wall of tables, for Prometheus: which tables are heard, who is wanted where."""

from __future__ import annotations

import threading
from collections import Counter as Counts
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version

from prometheus_client import CollectorRegistry
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector

from dealer_ui.operating.meters import Asked
from dealer_ui.pit.alarms import Grade
from dealer_ui.pit.tiles import Link
from dealer_ui.pit.wall import Wall


def pit_registry(wall: Wall) -> CollectorRegistry:
    """Return the figures of a wall, looked up whenever somebody asks."""
    registry = CollectorRegistry()
    registry.register(Asked(partial(figures_of, wall)))
    ProcessCollector(registry=registry)
    return registry


def figures_of(wall: Wall) -> Iterator[Metric]:
    """Yield how each table is heard, and how many alarms of each grade stand."""
    tiles = wall.changes().by_urgency
    links = GaugeMetricFamily("kozyr_pit_tables", "Tables by how they are heard.", labels=("link",))
    heard = Counts(tile.link for tile in tiles)
    for link in Link:
        links.add_metric((str(link),), heard[link])
    yield links

    graded = GaugeMetricFamily("kozyr_pit_alarms", "Alarms that stand.", labels=("grade",))
    alarms = Counts(raised.alarm.grade for tile in tiles for raised in tile.alarms)
    for grade in Grade:
        graded.add_metric((grade.name.lower(),), alarms[grade])
    yield graded

    told = "Whether all that happened stands in the wall's journal."
    yield GaugeMetricFamily("kozyr_pit_journal_kept", told, float(wall.is_kept))
    yield GaugeMetricFamily("kozyr_threads", "Threads of the program.", threading.active_count())
    about = GaugeMetricFamily("kozyr_build_info", "What runs here.", labels=("version",))
    about.add_metric((version("kozyr"),), 1.0)
    yield about
