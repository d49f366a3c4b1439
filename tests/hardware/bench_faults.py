"""Every fault on demand, typed at every simulated device: what the line says, and if it comes back.

usage: python tests/hardware/bench_faults.py
"""

from __future__ import annotations

import logging
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.seats import Actor
from engine.shoe import Allowance
from engine.signals import Signal
from hardware.choosing import Wishes, light_place, open_light
from hardware.line import LineState, Listeners
from hardware.modbus_maps import load_map
from hardware.shoes import ShoeWishes, open_shoe
from hardware.simulators.modbus_light import ModbusLightDevice
from hardware.simulators.peer import Peer
from hardware.simulators.screen import obey
from hardware.simulators.shoe import ShoeDevice
from hardware.simulators.stack_light import StackLightDevice
from hardware.simulators.tower_light import TowerLightDevice
from hardware.simulators.wled import WledDevice

DEVICES = {
    "tower": TowerLightDevice,
    "sl60": StackLightDevice,
    "wled": WledDevice,
    "modbus": lambda: ModbusLightDevice(load_map("relays")),
    "shoe": ShoeDevice,
}
FAULTS = {
    "drop 3": None,
    "delay 0.4": "delay 0",
    "garble 3": None,
    "duplicate 3": None,
    "noise 5": "noise 0",
    "reset": None,
    "stick": "unstick",
    "fill": "drain",
    "unplug": "replug",
    "unplug ": "replug OTHER",
}
"""What is typed, and what is typed to put it right."""

FAULT_S, BACK_S, STEP_S = 4.0, 8.0, 0.02


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Bench:
    """A device on a terminal, driven by what drives it at a table."""

    def __init__(self, kind, folder):
        self.kind, self.heard, self.news = kind, [], threading.Condition()
        self.number = 0
        self.links = Path(folder) / kind
        self.links.mkdir()
        self.peer = Peer(self.links / "usb-a", DEVICES[kind]()).start()
        listeners = Listeners(on_health=self.heard.append)
        words = f"{self.links}/usb-*"  # follows the device whatever its name is now
        if kind == "shoe":
            self.driven = open_shoe(words, ShoeWishes(interlock=True, listeners=listeners))
        else:
            wishes = Wishes(listeners=listeners, has_will=False)
            self.driven = open_light(light_place(f"{kind}:{words}"), wishes)
        self.tell()

    def tell(self):
        """Want something else than before, as a game does."""
        self.number += 1
        if self.kind == "shoe":
            self.driven.allow(Allowance(Actor.A, 1 + self.number % 3))
        else:
            self.driven.show(Signal.STOP if self.number % 2 else Signal.CLEAR)

    def looks(self):
        """Return what is to be seen of the device when it does as it was told."""
        return tuple(row for row in self.peer.rows if "heartbeat" not in row)

    def type(self, command):
        other = self.links / f"usb-{self.number}"
        assert obey(self.peer, command.replace("OTHER", str(other))) is None, command

    def trouble(self, seconds):
        """Return the first trouble that the line tells within so many seconds, and when."""
        before, begun = len(self.heard), time.monotonic()
        while time.monotonic() - begun < seconds:
            down = [h for h in self.heard[before:] if h.state is LineState.DOWN]
            if down:
                return str(down[0].trouble), time.monotonic() - begun
            time.sleep(STEP_S)
        return "", 0.0

    def back_s(self, wanted):
        """Return how long the device takes to show what it was last told; None for never."""
        begun = time.monotonic()
        while time.monotonic() - begun < BACK_S:
            if self.peer.is_plugged and self.looks() == wanted:
                return time.monotonic() - begun
            self.refresh()
            time.sleep(STEP_S)
        return None

    def refresh(self):
        """Say again what is wanted, as the table does four times a second."""
        if self.kind != "shoe":
            self.driven.show(Signal.STOP if self.number % 2 else Signal.CLEAR)

    def settled(self):
        """Return how the device looks once it is at rest."""
        time.sleep(0.5)
        return self.looks()

    def close(self):
        self.driven.close()
        self.peer.stop()


def looks_of(bench):
    """Return how a healthy device looks for each of the states that the bench asks for."""
    found = {}
    for _ in range(6):
        bench.tell()
        found[_wish(bench)] = bench.settled()
    return found


def _wish(bench):
    return bench.number % 3 if bench.kind == "shoe" else bench.number % 2


def walk(kind, folder):
    bench = Bench(kind, folder)
    time.sleep(3.0 if kind == "shoe" else 0.5)
    known, held = looks_of(bench), True
    for command, cure in FAULTS.items():
        bench.type(command.strip())
        bench.tell()
        told, after = bench.trouble(FAULT_S)
        if cure is not None:
            bench.type(cure)
        back = bench.back_s(known[_wish(bench)])
        said = f"{told} after {after:.2f} s" if told else "nothing"
        came = "NEVER" if back is None else f"{back:.2f} s"
        held = held and back is not None
        typed = command.strip() + (f", {cure}" if cure else "")
        say(f"{kind:<7} {typed:<22} line says: {said:<24} right again: {came}")
    bench.close()
    return held


if __name__ == "__main__":
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        kinds = sys.argv[1:] or list(DEVICES)
        held = [walk(kind, folder) for kind in kinds]
    say("held" if all(held) else "NOT HELD")
