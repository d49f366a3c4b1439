"""Measure a bad line to a shoe: frames until the end, what was lost, and that nothing was wrong.

usage: python tests/hardware/bench_shoe.py [FRAMES] [RATE]
"""

import logging
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from hardware.shoe_host import Done, Lost
from hardware.shoe_words import identify
from hardware.simulators.shoe import ShoeDevice
from tests.hardware.cable import ShoeCable

FRAMES, RATE = 1_000_000, 0.01
AT_ONCE = 8


class Check:
    """Compares what was ordered with what was answered, carried out and told, as it goes on."""

    def __init__(self, cable: ShoeCable) -> None:
        self.cable = cable
        self.ordered, self.done, self.lost, self.carried, self.events, self.pulled = (
            0,
            0,
            0,
            0,
            0,
            0,
        )
        self.wrong = []
        self._waiting = []
        self._uncertain = []

    def order(self) -> None:
        command = identify(self.ordered % 251)
        self.ordered += 1
        self._waiting.append(command)
        self.cable.host.order(command)

    def settle(self) -> None:
        """Check everything that has come since the last time, and forget it."""
        for news in self.cable.news:
            if isinstance(news, Done | Lost):
                expected = self._waiting.pop(0)
                if news.command != expected:
                    self.wrong.append(f"answered {news}, ordered {expected}")
                self._uncertain.append((expected, isinstance(news, Lost)))
                self.done += isinstance(news, Done)
                self.lost += isinstance(news, Lost)
        self._compare()
        for event in self.cable.events:
            self.events += 1
            if event.payload[0] != self.events % 256:
                self.wrong.append(f"event {event.payload.hex()}, not card {self.events}")
        self.cable.news.clear()

    def _compare(self) -> None:
        """Every command that was done was carried out once, in order; a lost one perhaps."""
        carried = [payload for _, _, payload in self.cable.device.done]
        self.carried += len(carried)
        self.cable.device.done.clear()
        for command, was_lost in self._uncertain:
            if carried and carried[0] == command.payload:
                carried.pop(0)
            elif not was_lost:
                self.wrong.append(f"done, yet not carried out: {command}")
        self.wrong.extend(f"carried out unasked: {payload.hex()}" for payload in carried)
        self._uncertain.clear()


def measure(frames: int, rate: float) -> bool:
    """Send commands and pull cards until so many frames have gone over the line."""
    cable = ShoeCable(ShoeDevice(), rate, Random(1))
    check, begun = Check(cable), time.perf_counter()
    while cable.frames < frames:
        for _ in range(AT_ONCE):
            check.order()
        cable.device.pull()
        check.pulled += 1
        answered = check.ordered
        if not cable.until(
            lambda n=answered: check.done + check.lost + len(cable.done) + len(cable.lost) >= n, 300
        ):
            check.wrong.append("the line stands still")
            break
        check.settle()
    cable.noise.rate = 0.0
    cable.until(lambda: check.events + len(cable.events) >= check.pulled, 300)
    check.settle()
    say(check, cable, time.perf_counter() - begun)
    return not check.wrong


def say(check: Check, cable: ShoeCable, seconds: float) -> None:
    told = (
        f"frames over the line {cable.frames:,}, damaged {cable.host.damaged:,} towards us\n"
        f"commands ordered {check.ordered:,}, done {check.done:,}, reported lost {check.lost:,}\n"
        f"cards pulled {check.pulled:,}, told once and in order {check.events:,}\n"
        f"line given up and greeted anew {len(cable.broken)} times\n"
        f"wrong {len(check.wrong)} {check.wrong[:3]}\n"
        f"{cable.frames / seconds:,.0f} frames a second of this computer's time, "
        f"{check.ordered / (cable.now - 100.0):.1f} commands a second of the line's own\n"
    )
    sys.stdout.write(told)


if __name__ == "__main__":
    logging.disable()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else FRAMES
    damage = float(sys.argv[2]) if len(sys.argv) > 2 else RATE
    sys.exit(not measure(wanted, damage))
