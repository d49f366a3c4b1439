"""Runs an open table to its end; however it ends, no green lamp is left behind."""

from __future__ import annotations

import logging
import signal
import tempfile
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum, unique
from pathlib import Path
from types import FrameType

from dealer_ui.endings import RunFailedError, about
from dealer_ui.snapshot import Feed
from dealer_ui.wiring import OpenTable
from engine.faults import Cause, TableError
from engine.signals import Signal
from vision.camera import CameraError

logger = logging.getLogger(__name__)

DARK_WITHIN_S = 0.2
"""The fault signal is seen so long before the light goes dark."""


@unique
class Ending(StrEnum):
    """How a run ended; the value is stored."""

    OVER = "over"
    STOPPED = "stopped"
    BROKEN_OFF = "broken-off"
    FAILED = "failed"


def run_to_end(table: OpenTable) -> Ending:
    """Watch until the recording is over or somebody stops it.

    Raises BadInputError for a recording that breaks off, RunFailedError when the watching itself
    fails; the journal says how it ended in every case.
    """
    begun = time.monotonic()
    try:
        with _stopped_like_ctrl_c():
            table.watching.run()
    except KeyboardInterrupt:
        ending = Ending.STOPPED
    except CameraError as error:
        _finish(table, Ending.BROKEN_OFF)
        raise about(error) from error
    except Exception as error:
        table.indicator.show(Signal.FAULT)
        _finish(table, Ending.FAILED)
        logger.exception("the watching failed")
        time.sleep(DARK_WITHIN_S)
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise RunFailedError(Cause("run-failed", str(_details(error))), what) from error
    else:
        ending = Ending.OVER
    table.tally.wall_s = time.monotonic() - begun
    _finish(table, ending)
    return ending


def _finish(table: OpenTable, ending: Ending) -> None:
    """Write down how the run ended, and tell the page that nothing more will come."""
    with suppress(TableError):  # a disk that is full has been shown already
        table.end(ending)
    table.shown.feed = Feed.ENDED
    table.shown.publish(table.watch.standing)


def _details(error: Exception) -> Path:
    """Write down what failed for whoever mends it; return where."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="kozyr-failure-", suffix=".txt", delete=False, encoding="utf-8"
    ) as report:
        traceback.print_exception(error, file=report)
    return Path(report.name)


@contextmanager
def _stopped_like_ctrl_c() -> Iterator[None]:
    """Let a stop from outside end the run in order: a killed process cannot put a lamp out."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    kept = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, former in kept.items():
            signal.signal(number, former)
