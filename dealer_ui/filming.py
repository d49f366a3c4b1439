"""Opens the video of a run: its folder, its budget, and what the technician reads of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from dealer_ui.device_cards import VideoCard
from dealer_ui.settings import Settings
from vision.disk import GIGA, Budget, VideoStore
from vision.recorder import Recorder


def open_recorder(
    folder: Path, settings: Settings, on_trouble: Callable[[str | None], None]
) -> tuple[Recorder, VideoCard]:
    """Open the video of this run in a folder of its own: each run has its own clock."""
    budget = Budget(round(settings.video_budget_gb * GIGA), round(settings.video_reserve_gb * GIGA))
    run = folder / f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    store = VideoStore(folder, budget)
    recorder = Recorder(run, store=store, on_trouble=on_trouble)
    return recorder, VideoCard(store, recorder)
