"""Measure the light on a simulated tower: signal to last byte, loss to fault, replug to light.

usage: python tests/hardware/bench_light.py
"""

import logging
import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from engine.signals import Signal
from hardware.choosing import Wishes, light_place, open_light
from hardware.line import Health, LineState, Listeners
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import LIT, Mode

SIGNALS, REPLUGS = 500, 200


def say(what: str, seconds: list[float]) -> None:
    worst = quantiles(seconds, n=20)[-1]
    sys.stdout.write(f"{what}: median {median(seconds) * 1e3:.2f} ms, p95 {worst * 1e3:.2f} ms\n")


def measure_signals(peer: TowerLightPeer, light) -> list[float]:
    delays = []
    for turn in range(SIGNALS):
        signal = Signal.STOP if turn % 2 else Signal.CLEAR
        lamp, mode = next(iter(LIT[signal].items()))
        begun = time.monotonic()
        light.show(signal)
        peer.wait_for(lambda light, lamp=lamp, mode=mode: light.lamps[lamp] is mode)
        delays.append(peer.received[-1][0] - begun)
    return delays


def measure_replugs(peer: TowerLightPeer, light, heard: list[Health], news) -> tuple:
    lost, found = [], []
    for turn in range(REPLUGS):
        begun = time.monotonic()
        peer.unplug()
        with news:
            news.wait_for(lambda: heard[-1].state is LineState.DOWN)
        lost.append(time.monotonic() - begun)

        light.show(Signal.STOP if turn % 2 else Signal.CLEAR)
        begun = time.monotonic()
        peer.replug()
        peer.wait_for(lambda light: Mode.ON in light.lamps.values())
        found.append(time.monotonic() - begun)
    return lost, found


if __name__ == "__main__":
    logging.disable()
    heard, news = [], threading.Condition()

    def on_health(health: Health) -> None:
        with news:
            heard.append(health)
            news.notify_all()

    with tempfile.TemporaryDirectory() as folder, TowerLightPeer(Path(folder) / "light") as peer:
        wishes = Wishes(listeners=Listeners(on_health=on_health), has_will=False)
        light = open_light(light_place(str(peer.link)), wishes)
        light.show(Signal.WAITING)
        peer.wait_for(lambda light: len(light.received) == 4)
        say("signal decided -> last byte at the far end", measure_signals(peer, light))
        lost, found = measure_replugs(peer, light, heard, news)
        say("unplugged -> fault reported", lost)
        say("plugged in -> right signal shown", found)
        light.close()
