"""A dead program never leaves a green light behind."""

import subprocess
import sys
from pathlib import Path

import pytest

from hardware.choosing import fault_bytes
from hardware.last_will import execute
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import WORDS, Lamp, Mode

LAST_WILL = fault_bytes(WORDS)
DARK = dict.fromkeys(Lamp, Mode.OFF)


@pytest.fixture
def watcher(peer: TowerLightPeer):
    """Start a program that shows clear, and wait until it does."""
    command = [sys.executable, Path(__file__).with_name("watcher.py"), peer.link]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.GREEN: Mode.ON}, 60)
        yield process


def test_killed_program_leaves_the_fault_signal(peer: TowerLightPeer, watcher) -> None:
    watcher.kill()

    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.YELLOW: Mode.BLINK}, 60)


def test_program_that_ends_in_order_leaves_the_tower_dark(peer: TowerLightPeer, watcher) -> None:
    watcher.stdin.close()

    assert watcher.wait(60) == 0
    assert peer.wait_for(lambda light: light.lamps == DARK)
    sent = bytes(byte for _, byte in peer.received)
    assert sent.endswith(WORDS.dark)
    assert LAST_WILL not in sent


def test_will_is_sent_to_the_port(peer: TowerLightPeer) -> None:
    assert execute(str(peer.link), LAST_WILL)
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.YELLOW: Mode.BLINK})
