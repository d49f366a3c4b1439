"""Figures that are looked up when somebody asks: how a table stands, its devices, its disks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from dealer_ui.device_cards import CardMaker
from dealer_ui.live import Hub
from dealer_ui.snapshot import Condition, Health
from engine.faults import Fault
from engine.signals import Signal
from hardware.line import LineState
from vision.disk import free_bytes

PARTS = ("camera", "light", "shoe", "journal", "model")
Depths = Mapping[str, Callable[[], int]]


def standing_of(hub: Hub) -> Iterator[Metric]:
    """Yield how the table stands by its newest snapshot; nothing before the first one."""
    told = hub.latest
    yield _age(hub)
    if told is None:
        return
    open_now = {thing.fault for thing in told.faults}
    faults = {str(fault): float(fault in open_now) for fault in Fault}
    yield by_label("kozyr_fault_open", "Whether equipment is broken now.", "fault", faults)
    signals = {str(signal): float(signal is told.signal) for signal in Signal}
    yield by_label("kozyr_signal", "What the light shows.", "signal", signals)
    asked = float(told.doubt is not None)
    yield GaugeMetricFamily("kozyr_doubt_open", "Whether a question is open.", asked)
    yield GaugeMetricFamily("kozyr_prompts_open", "Open prompts.", len(told.prompts))
    yield from _health(told.health)


def _age(hub: Hub) -> Metric:
    age_s = hub.age_s
    told = (
        "Seconds since the line last told how the table stands; it does so several times a second."
    )
    return GaugeMetricFamily("kozyr_line_age_seconds", told, -1.0 if age_s is None else age_s)


def _health(health: Health) -> Iterator[Metric]:
    parts = {
        name: float(condition is Condition.WORKING)
        for name in PARTS
        if (condition := getattr(health, name)) is not Condition.ABSENT
    }
    yield by_label("kozyr_part_working", "Whether a part of the table works.", "part", parts)
    if health.frames_per_second is not None:
        told = "Frames a second, as the camera gives them."
        yield GaugeMetricFamily("kozyr_frames_per_second", told, health.frames_per_second)
    if health.latency_ms is not None:
        told = "From capture to signal, the newest one."
        yield GaugeMetricFamily("kozyr_signal_latency_seconds", told, health.latency_ms / 1000)
    told = "How old the newest judged picture was when it had been judged."
    yield GaugeMetricFamily("kozyr_judged_age_seconds", told, health.age_s or 0.0)


def devices_of(cards: Sequence[CardMaker]) -> Iterator[Metric]:
    """Yield whether each device can be reached; its name is told to nobody."""
    states = {str(card.kind): float(card.state is LineState.UP) for card in (c() for c in cards)}
    yield by_label("kozyr_device_up", "Whether a device can be reached.", "device", states)


def depths_of(depths: Depths) -> Iterator[Metric]:
    """Yield how much waits in each queue, and how many threads there are."""
    waiting = {name: float(depth()) for name, depth in depths.items()}
    yield by_label("kozyr_queue_depth", "What waits in a queue.", "queue", waiting)
    yield GaugeMetricFamily("kozyr_threads", "Threads of the program.", threading.active_count())


def disks_of(places: Mapping[str, Path]) -> Iterator[Metric]:
    """Yield the room that is left for the journal and for the video."""
    free = {}
    for name, place in places.items():
        there = next(path for path in (place, *place.absolute().parents) if path.is_dir())
        free[name] = float(free_bytes(there))
    yield by_label("kozyr_disk_free_bytes", "Room that is left.", "place", free)


def by_label(name: str, told: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a figure that has a value for each value of one label."""
    family = GaugeMetricFamily(name, told, labels=(label,))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family


def all_of(*facts: Callable[[], Iterable[Metric]]) -> Callable[[], Iterator[Metric]]:
    """Return several lookups as one."""
    return lambda: (metric for fact in facts for metric in fact())
