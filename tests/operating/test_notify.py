"""Systemd is told that a program is ready and lives, by the line itself and by nothing else."""

from __future__ import annotations

import socket

import pytest

from dealer_ui.operating.notify import SOCKET, Heart, Notifier, beating
from tests.dealer_ui.test_metrics import Clock


class Listener:
    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)
        self.socket.setblocking(False)

    def heard(self):
        told = []
        try:
            while True:
                told.append(self.socket.recv(4096).decode())
        except BlockingIOError:
            return told


@pytest.fixture
def listener(place):
    made = Listener(place[1])
    yield made
    made.socket.close()


@pytest.fixture(params=["file", "abstract"])
def place(request, tmp_path):
    """Return an address as systemd writes it, and the one that a socket is bound to."""
    if request.param == "file":
        return (str(tmp_path / "n"),) * 2
    return f"@{tmp_path}", f"\0{tmp_path}"


def test_a_line_says_once_that_it_is_ready_and_each_second_that_it_lives(place, listener):
    clock = Clock()
    with beating({SOCKET: place[0]}) as heart:
        heart._clock = clock
        for _ in range(21):  # ten times a second, for two seconds
            heart.publish(None)
            clock.now += 0.1
    assert listener.heard() == ["READY=1\nWATCHDOG=1", "WATCHDOG=1", "STOPPING=1"]


def test_a_line_that_hangs_says_nothing(place, listener):
    clock = Clock()
    Heart(Notifier(place[0]), clock)
    clock.now += 60
    assert listener.heard() == []


@pytest.mark.parametrize("environment", [{}, {SOCKET: ""}, {SOCKET: "/nowhere/at/all"}])
def test_nobody_listening_is_no_trouble(environment):
    with beating(environment) as heart:
        heart.beat()
