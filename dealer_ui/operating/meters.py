"""The figures of one table, for Prometheus: counted by the line itself, read when asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from dealer_ui.device_cards import CardMaker
from dealer_ui.watching import Sight
from engine.entries import Entry
from engine.happenings import Happening
from engine.table import TableState
from vision.frames import Frame

SECONDS = (0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.2, 0.4, 0.7, 1.0, 2.0)
"""Where the bars of the project lie: 60 ms for a frame, 700 ms to the light."""


class Facts(Protocol):
    """What is not counted but looked up when somebody asks."""

    def __call__(self) -> Iterable[Metric]:
        """Return the figures as they are now."""
        ...


class Meters:
    """Counts what goes through the line; its own thread may count and another one read."""

    def __init__(
        self,
        about: Mapping[str, str],
        commands: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Name the table, its models, rules and release; tell ages by a clock (seconds).

        `commands` says how many of them wait.
        """
        self.registry = CollectorRegistry()
        self.cards: list[CardMaker] = []
        """What tells of each device; whoever opens one adds to them."""
        self.depths: dict[str, Callable[[], int]] = {"commands": commands}
        """How much waits in each queue."""
        self._clock = clock
        self._begun_at = clock()
        self._seen_at: float | None = None
        self._frames = Counter("kozyr_frames", "Frames judged.", registry=self.registry)
        self._frame_s = self._histogram("kozyr_frame_seconds", "A frame in the whole line.")
        self._look_s = self._histogram(
            "kozyr_inference_seconds", "A frame that was looked at: found, aligned, read, tracked."
        )
        self._rows = self._counter("kozyr_journal_rows", "Rows for the journal.", "kind")
        self._flags = self._counter("kozyr_flags", "Violations flagged.", "code", "verdict")
        self._withdrawn = Counter(
            "kozyr_flags_withdrawn", "Flags taken back.", registry=self.registry
        )
        self._doubts = Counter("kozyr_doubts", "Questions asked.", registry=self.registry)
        self._faults = self._counter("kozyr_faults", "Times that equipment failed.", "fault")
        about_it = GaugeMetricFamily("kozyr_build_info", "What runs here.", labels=tuple(about))
        about_it.add_metric(tuple(about.values()), 1.0)
        self.also(lambda: (about_it, self._age()))
        ProcessCollector(registry=self.registry)

    def also(self, facts: Facts) -> None:
        """Ask for these figures too, whenever somebody reads the meters."""
        self.registry.register(Asked(facts))

    def count(self, entry: Entry) -> None:
        """Count what a row of the journal says; nothing in it names a person."""
        self._rows.labels(entry.kind).inc()
        match entry.kind:
            case "flag":
                told = entry.payload
                self._flags.labels(str(told["code"]), str(told["verdict"])).inc()
            case "doubt":
                self._doubts.inc()
            case "retract" if str(entry.payload["retracts"]).startswith("f"):
                self._withdrawn.inc()
            case "fault":
                self._faults.labels(str(entry.payload["fault"])).inc()
            case _:
                pass

    def before(self, on_frame: Callable[[Frame, float], None]) -> Callable[[Frame, float], None]:
        """Count a frame that is done before somebody else hears of it."""

        def counted(frame: Frame, seconds: float) -> None:
            self._frames.inc()
            self._frame_s.observe(seconds)
            self._seen_at = self._clock()
            on_frame(frame, seconds)

        return counted

    def timed(self, sight: Sight, looks: Callable[[], int]) -> Sight:
        """Measure the frames at which a sight has looked; `looks` counts them."""
        return _TimedSight(sight, looks, self._clock, self._look_s.observe)

    def _age(self) -> Metric:
        since = self._begun_at if self._seen_at is None else self._seen_at
        told = "Seconds since a frame was judged last."
        return GaugeMetricFamily("kozyr_frame_age_seconds", told, self._clock() - since)

    def _histogram(self, name: str, told: str) -> Histogram:
        return Histogram(name, told, buckets=SECONDS, registry=self.registry)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, registry=self.registry)


class Asked(Collector):
    """Figures that are looked up when somebody asks for them."""

    def __init__(self, facts: Facts) -> None:
        """Ask for these."""
        self._facts = facts

    def describe(self) -> Iterable[Metric]:
        """Describe nothing beforehand."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Return them as they are now."""
        return self._facts()


class _TimedSight:
    """A sight whose looks are measured."""

    def __init__(
        self,
        sight: Sight,
        looks: Callable[[], int],
        clock: Callable[[], float],
        observe: Callable[[float], None],
    ) -> None:
        self._sight, self._looks, self._clock, self._observe = sight, looks, clock, observe

    def see(self, frame: Frame) -> TableState | None:
        begun, before = self._clock(), self._looks()
        try:
            return self._sight.see(frame)
        finally:
            if self._looks() > before:
                self._observe(self._clock() - begun)

    def news(self) -> Iterable[Happening]:
        return self._sight.news()
