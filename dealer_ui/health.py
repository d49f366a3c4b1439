"""How a run is: frames a second, delays, progress; for the page and for the summary."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from dealer_ui.console import Tally
from dealer_ui.hearing import Ears
from dealer_ui.showing import ShownTable
from dealer_ui.watching import Watching
from engine.signals import Signal
from vision.camera import Camera
from vision.frames import Frame

SMOOTH = 0.1
"""How much of the frame rate shown comes from the newest frame."""


class Progress(Protocol):
    """What shows how far a recording has been watched."""

    def advance(self, done: int, of: int | None) -> None:
        """Say how many frames are done, and of how many where that is known."""
        ...


class Gauge:
    """Measures a run from the watching thread and from the light's thread."""

    def __init__(self, tally: Tally, shown: ShownTable, ears: Ears) -> None:
        """Note delays in the tally and the health on the page."""
        self._tally = tally
        self._shown = shown
        self._ears = ears
        self._watching: Watching | None = None
        self._camera: Camera | None = None
        self._before: Frame | None = None
        self._apart_s = 0.0
        self._latency_s: float | None = None
        self.progress: Progress | None = None

    def follow(self, watching: Watching, camera: Camera) -> None:
        """Begin to measure a run."""
        self._watching, self._camera = watching, camera

    def on_sent(self, signal: Signal, sent_at: float) -> None:
        """Note when a new signal went out on the light's line (monotonic seconds)."""
        del signal
        if self._watching is not None and self._watching.arrived_at:
            self._latency_s = sent_at - self._watching.arrived_at + self._watching.age_s
            self._tally.latencies_s.append(self._latency_s)

    def on_frame(self, frame: Frame, seconds: float) -> None:
        """Note a frame that is done, and how many seconds it took."""
        self._tally.frames += 1
        self._tally.film_s = frame.taken_at
        self._tally.busy_s += seconds
        if self._before is not None:
            apart_s = frame.taken_at - self._before.taken_at
            self._apart_s += (SMOOTH if self._apart_s else 1.0) * (apart_s - self._apart_s)
        self._before = frame
        self._show(frame)

    def _show(self, frame: Frame) -> None:
        length = self._camera.length if self._camera else None
        self._shown.handled_command = self._ears.handled_command
        self._shown.seen_at = frame.taken_at
        self._shown.health = replace(
            self._shown.health,
            frames_per_second=round(1 / self._apart_s, 1) if self._apart_s > 0 else None,
            latency_ms=None if self._latency_s is None else round(1000 * self._latency_s),
            age_s=self._age_s(),
            progress=None if length is None else min(1.0, (frame.number + 1) / length),
        )
        if self.progress is not None:
            self.progress.advance(frame.number + 1, length)

    def _age_s(self) -> float | None:
        """Return how old the newest judged picture is; of a recording that is not played, none."""
        age_s = 0.0 if self._watching is None else self._watching.judged_age_s
        return round(age_s, 2) if age_s > 0 else None
