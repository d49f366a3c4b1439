"""The demo: a recording that ships with us, a simulated light, the page, the summary."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import typer

from calibration.profile import load_profile
from dealer_ui.endings import RunFailedError
from dealer_ui.lamps import lamps_line
from dealer_ui.ordering import watch_order
from dealer_ui.orders import Order, Pace
from dealer_ui.prompts import Catalogue
from dealer_ui.running import Ending
from dealer_ui.serving import Address, free_address
from dealer_ui.settings import Settings
from engine.faults import Cause
from engine.house import load_rules
from hardware.simulators.tower_light import TowerLightPeer

RECORDING = "demo.mp4"
PROFILE = "demo.toml"
TRUTH = "demo.truth.json"


@dataclass(frozen=True, slots=True)
class Demo:
    """How the demo shall run."""

    settings: Settings
    address: Address
    journal: Path | None = None
    events: Path | None = None
    opens_browser: bool = True
    keeps_pace: bool = True


def run_demo(plan: Demo, *, loop: bool) -> None:
    """Play the recording once, or until Ctrl-C.

    Raises RunFailedError when what was flagged is not what is wrong in the recording.
    """
    words = Catalogue.load(plan.settings.lang)
    typer.echo(words.text("cli.demo-begins"))
    with _recording() as folder, _simulated_light(words) as port:
        order = _order(plan, folder, port)
        if plan.opens_browser and _has_browser():
            threading.Timer(1.0, webbrowser.open, (order.serve.url if order.serve else "",)).start()
        while True:
            ending, tally = watch_order(order)
            if ending is Ending.STOPPED:
                return
            if tally.flags != (mistakes := mistakes_in(folder)):
                found = (("mistakes", mistakes), ("flags", tally.flags))
                raise RunFailedError(Cause("demo-differs", ""), figures=found)
            if not loop:
                return


def _order(plan: Demo, folder: Path, port: Path) -> Order:
    film = folder / RECORDING
    profile = load_profile(folder / PROFILE)
    return Order(
        source=str(film),
        profile=profile,
        rules=load_rules(profile.rules),
        settings=plan.settings,
        light=str(port),
        journal=plan.journal,
        events=plan.events,
        serve=free_address(plan.address),
        pace=Pace.STEADY if plan.keeps_pace else Pace.FAST,
    )


def mistakes_in(folder: Path) -> int:
    """Return how many mistakes the recording was drawn with."""
    truth = json.loads((folder / TRUTH).read_text(encoding="utf-8"))
    return len(truth["flags_expected"])


@contextmanager
def _recording() -> Iterator[Path]:
    """Give the folder of the recording, also when we are run from an archive."""
    with as_file(files("vision.scene") / "demo") as folder:
        yield folder


@contextmanager
def _simulated_light(words: Catalogue) -> Iterator[Path]:
    """Plug a simulated light in and draw its lamps whenever they change."""
    with tempfile.TemporaryDirectory(prefix="kozyr-") as folder:
        port = Path(folder) / "tower-light"
        with TowerLightPeer(port) as peer:
            typer.echo(words.text("cli.light-at", port=port))
            stop = threading.Event()
            drawing = threading.Thread(target=_draw_lamps, args=(peer, stop, typer.echo))
            drawing.start()
            try:
                yield port
            finally:
                stop.set()
                drawing.join()


def _draw_lamps(peer: TowerLightPeer, stop: threading.Event, say: Callable[[str], None]) -> None:
    shown = dict(peer.lamps)
    while not stop.is_set():
        if peer.wait_for(lambda p: p.lamps != shown, 0.2):  # noqa: B023 - asked before it changes
            shown = dict(peer.lamps)
            say(f"       {lamps_line(shown)}")


def _has_browser() -> bool:
    """Tell whether somebody sits before a screen here."""
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return not os.environ.get("CI") and (has_screen or sys.platform == "darwin")
