"""A simulated device on the terminal screen, with faults typed at the keyboard."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, suppress
from functools import partial

from rich.console import Console
from rich.live import Live
from rich.text import Text

from hardware.simulators.peer import Device, Peer

SYNTAX = (
    "unplug | replug [LINK] | reset | delay SECONDS | garble COUNT | drop COUNT | "
    "duplicate COUNT | noise PERCENT | stick | unstick | fill | drain | quit"
)
STYLES = {"RED": "bold red", "YELLOW": "bold yellow", "GREEN": "bold green"}
LOOK_S = 0.5


def draw(peer: Peer[Device]) -> Text:
    """Draw the device, a lamp on each line; a lamp that blinks does so where terminals can."""
    rows = peer.rows
    if not peer.is_plugged:
        return Text(" ✕\n" * len(rows), "dim")
    picture = Text()
    for shown in rows:
        name = next((style for word, style in STYLES.items() if word in shown), "bold")
        style = "dim" if shown.startswith("○") else name
        picture.append(f" {shown}\n", style + (" blink" if "BLINK" in shown else ""))
    return picture


def obey(peer: Peer[Device], command: str) -> str | None:
    """Carry out a typed command; return the syntax when it is none.

    Raises EOFError on `quit`.
    """
    words = command.split()
    match words:
        case []:
            return None
        case ["quit"]:
            raise EOFError
        case ["delay" | "noise", amount] if amount.replace(".", "", 1).isdigit():
            _set_amount(peer, words[0], float(amount))
            return None
        case ["garble" | "drop" | "duplicate", count] if count.isdigit():
            _set_mishaps(peer, words[0], int(count))
            return None
        case _:
            return None if _do(peer, words) or peer.obey(words) else SYNTAX


def _do(peer: Peer[Device], words: list[str]) -> bool:
    match words:
        case ["unplug"]:
            peer.unplug()
        case ["replug"]:
            peer.replug()
        case ["replug", link]:
            peer.replug(link)
        case ["reset"]:
            peer.reset()
        case ["stick" | "unstick"]:
            peer.stick(stuck=words == ["stick"])
        case ["fill" | "drain"]:
            peer.fill(full=words == ["fill"])
        case _:
            return False
    return True


def _set_amount(peer: Peer[Device], what: str, amount: float) -> None:
    if what == "delay":
        peer.delay(amount)
    else:
        peer.noise.rate = amount / 100


def _set_mishaps(peer: Peer[Device], what: str, count: int) -> None:
    match what:
        case "garble":
            peer.garble(count)
        case "drop":
            peer.mishaps.to_drop = count
        case _:
            peer.mishaps.to_duplicate = count


def run(
    peer: Peer[Device],
    console: Console | None = None,
    commands: Iterable[str] | None = None,
    seconds: float = 0.0,
) -> None:
    """Simulate a device until `quit`, Ctrl-C or SIGTERM, or for so many seconds.

    On a terminal the device is drawn; elsewhere each burst of bytes is a line: seconds, bytes,
    what is lit.
    """
    console = console or Console()
    done = threading.Event()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    timer = threading.Timer(seconds, done.set) if seconds else None
    try:
        with peer:
            typed = sys.stdin if commands is None else commands
            arguments = (peer, console, typed, done)
            threading.Thread(target=_listen, args=arguments, daemon=True).start()
            if timer is not None:
                timer.start()
            _follow(peer, console, done)
    except KeyboardInterrupt:
        done.set()
    finally:
        if timer is not None:
            timer.cancel()
        signal.signal(signal.SIGTERM, before)


def _listen(
    peer: Peer[Device], console: Console, commands: Iterable[str], done: threading.Event
) -> None:
    """Obey each typed line; the end of the input is not the end of the device."""
    with suppress(OSError):  # there is no keyboard here
        for command in commands:
            try:
                answer = obey(peer, command)
            except (EOFError, ValueError) as error:
                if isinstance(error, EOFError):
                    done.set()
                    return
                answer = str(error)
            if answer:
                console.print(answer, highlight=False)


def _follow(peer: Peer[Device], console: Console, done: threading.Event) -> None:
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


def _has_more(seen: int, peer: Peer[Device]) -> bool:
    return len(peer.received) > seen


def _line(peer: Peer[Device], fresh: Sequence[tuple[float, int]]) -> str:
    """Return the time of the last byte, the bytes, and what is lit after them."""
    numbers = [f"{byte:02x}" for _, byte in fresh]
    lit = ["=".join(shown.split()[1:]) for shown in peer.rows if not shown.startswith("○")]
    return " ".join([f"{fresh[-1][0]:.3f}", *numbers, *lit])
