"""A simulated tower light on the terminal screen, with faults typed at the keyboard."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.text import Text

from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import Lamp, Mode

STYLES = {
    Lamp.RED: "bold red",
    Lamp.YELLOW: "bold yellow",
    Lamp.GREEN: "bold green",
    Lamp.BUZZER: "bold white",
}
SYNTAX = "unplug | replug | delay SECONDS | garble COUNT | quit"
LOOK_S = 0.5


def draw(peer: TowerLightPeer) -> Text:
    """Draw the tower, the red lamp on top; a lamp that blinks does so where terminals can."""
    picture = Text()
    for lamp, mode in peer.lamps.items():
        style = "dim" if mode is Mode.OFF else STYLES[lamp]
        blinking = " blink" if mode is Mode.BLINK else ""
        mark = "○" if mode is Mode.OFF else "●"
        picture.append(f" {mark} {lamp.name:<6} {mode.name}\n", style + blinking)
    return picture if peer.is_plugged else Text(" ✕\n" * len(Lamp), "dim")


def obey(peer: TowerLightPeer, command: str) -> str | None:
    """Carry out a typed command; return the syntax when it is none.

    Raises EOFError on `quit`.
    """
    match command.split():
        case ["unplug"]:
            peer.unplug()
        case ["replug"]:
            peer.replug()
        case ["delay", seconds] if seconds.replace(".", "", 1).isdigit():
            peer.delay(float(seconds))
        case ["garble", count] if count.isdigit():
            peer.garble(int(count))
        case ["quit"]:
            raise EOFError
        case []:
            pass
        case _:
            return SYNTAX
    return None


def run(
    link: Path | str, console: Console | None = None, commands: Iterable[str] = sys.stdin
) -> None:
    """Simulate a tower light under a link until `quit`, Ctrl-C or SIGTERM.

    On a terminal the tower is drawn; elsewhere each burst of bytes is a line: seconds,
    bytes, what is lit.
    """
    console = console or Console()
    done = threading.Event()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with TowerLightPeer(link) as peer:
            listener = threading.Thread(
                target=_listen, args=(peer, console, commands, done), daemon=True
            )
            listener.start()
            _follow(peer, console, done)
    except KeyboardInterrupt:
        done.set()
    finally:
        signal.signal(signal.SIGTERM, before)


def _listen(
    peer: TowerLightPeer, console: Console, commands: Iterable[str], done: threading.Event
) -> None:
    """Obey each typed line; the end of the input is not the end of the light."""
    for command in commands:
        try:
            answer = obey(peer, command)
        except EOFError:
            done.set()
            return
        if answer:
            console.print(answer)


def _follow(peer: TowerLightPeer, console: Console, done: threading.Event) -> None:
    """Show every change until it is done."""
    live = Live(draw(peer), console=console, auto_refresh=False) if console.is_terminal else None
    seen = 0
    with live or nullcontext():
        while not done.is_set():
            peer.wait_for(partial(_has_more, seen), LOOK_S)
            fresh = peer.received[seen:]
            seen += len(fresh)
            if live is not None:
                live.update(draw(peer), refresh=True)
            elif fresh:
                console.print(_line(peer, fresh), highlight=False)


def _has_more(seen: int, peer: TowerLightPeer) -> bool:
    return len(peer.received) > seen


def _line(peer: TowerLightPeer, fresh: Sequence[tuple[float, int]]) -> str:
    """Return the time of the last byte, the bytes, and what the lamps do after them."""
    numbers = [f"{byte:02x}" for _, byte in fresh]
    lit = [f"{lamp.name}={mode.name}" for lamp, mode in peer.lamps.items() if mode != Mode.OFF]
    return " ".join([f"{fresh[-1][0]:.3f}", *numbers, *lit])
