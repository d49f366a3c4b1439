"""The broker as a process of ours: begun, ready, told anew who may speak, ended."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from dealer_ui.floor.broker_files import CONFIG, PID, PORTS
from dealer_ui.floor.credentials import write_secret
from dealer_ui.floor.subjects import FloorError, lacking
from engine.faults import Cause

PROGRAM = "nats-server"
READY_S, END_S, LOOK_S = 20.0, 10.0, 0.05


def program() -> str:
    """Return where the broker's program lies; raises FloorError where it is not installed."""
    beside = Path(sys.executable).with_name(PROGRAM)
    found = str(beside) if beside.exists() else shutil.which(PROGRAM)
    if found is None:
        raise lacking(PROGRAM)
    return found


class Broker:
    """A running broker; one that a dead program of ours left behind is ended first."""

    def __init__(self, folder: Path, config: str) -> None:
        """Begin, and wait until it answers; raises FloorError with its own words, and OSError."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _end_left_behind(folder)
        self._begin(config)

    @property
    def ports(self) -> dict[str, int]:
        """Return on which port it answers whom: clients (`nats`), leaves, MQTT."""
        return {kind: int(urls[0].rsplit(":", 1)[1]) for kind, urls in self._told().items() if urls}

    def _told(self) -> dict[str, list[str]]:
        """Return what it has written down of itself; nothing while it has not, or is at it."""
        for path in (self._folder / PORTS).glob("*.ports"):
            with suppress(ValueError, FileNotFoundError):
                told: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
                return told
        return {}

    @property
    def is_running(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process is not None and self._process.poll() is None

    def admit(self, config: str) -> None:
        """Let it know anew who may speak; nobody's connection is lost. Raises OSError."""
        write_secret(self._folder / CONFIG, config)
        if self._process is not None:
            self._process.send_signal(signal.SIGHUP)

    def begin_again(self) -> None:
        """Begin anew after it has ended; what was written stands. Raises FloorError, OSError."""
        self._begin((self._folder / CONFIG).read_text(encoding="utf-8"))

    def stop(self) -> None:
        """End it in order."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _begin(self, config: str) -> None:
        write_secret(self._folder / CONFIG, config)
        shutil.rmtree(self._folder / PORTS, ignore_errors=True)
        (self._folder / PORTS).mkdir()
        with (self._folder / "broker.log").open("ab") as log:
            command = [program(), "--config", str(self._folder / CONFIG)]
            quiet = subprocess.DEVNULL
            self._process = subprocess.Popen(  # noqa: S603 - our own program and file
                command, stdin=quiet, stdout=log, stderr=log, start_new_session=True
            )
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + READY_S
        while not self._told():
            if not self.is_running or time.monotonic() > until:
                self.stop()
                words = self.last_words
                raise FloorError(f"{PROGRAM}: {words}", Cause("floor-broker-ended", PROGRAM), words)
            time.sleep(LOOK_S)

    @property
    def last_words(self) -> str:
        """What it wrote last into its log."""
        log = (self._folder / "broker.log").read_text(encoding="utf-8", errors="replace")
        said = [line for line in log.splitlines() if line]
        return said[-1] if said else "it did not begin"


def _end_left_behind(folder: Path) -> None:
    """End the broker of this folder that outlived its program: two cannot share the streams."""
    with suppress(OSError, ValueError):
        number = int((folder / PID).read_text(encoding="utf-8"))
        if _is_of(folder, number):
            os.kill(number, signal.SIGTERM)
        until = time.monotonic() + END_S
        while _is_of(folder, number) and time.monotonic() < until:
            time.sleep(LOOK_S)


def _is_of(folder: Path, number: int) -> bool:
    """Tell whether a process is a broker of this folder: numbers are given again."""
    command = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
    return os.fsencode(folder / CONFIG) in command
