from collections.abc import Iterator
from pathlib import Path
from threading import Condition

import pytest

from hardware.line import Health, Line, LineState, Timing
from hardware.port import PortSettings
from hardware.simulators.tower_light import TowerLightPeer


class Witness:
    """Hears the health of a line and lets a test wait for it."""

    def __init__(self) -> None:
        self.news = Condition()
        self.heard: list[Health] = []

    def __call__(self, health: Health) -> None:
        with self.news:
            self.heard.append(health)
            self.news.notify_all()

    def hears(self, *states: LineState, timeout_s: float = 10) -> bool:
        """Wait until the line has gone through exactly these states, in this order."""
        with self.news:
            return self.news.wait_for(
                lambda: tuple(h.state for h in self.heard) == states, timeout_s
            )


@pytest.fixture
def link(tmp_path: Path) -> Path:
    return tmp_path / "usb-tower-light"


@pytest.fixture
def peer(link: Path) -> Iterator[TowerLightPeer]:
    with TowerLightPeer(link) as light:
        yield light


@pytest.fixture
def witness() -> Witness:
    return Witness()


@pytest.fixture
def line(link: Path, witness: Witness) -> Iterator[Line]:
    line = Line(str(link), PortSettings(settle_s=0), Timing(poll_s=0.02), on_health=witness)
    line.start()
    yield line
    line.close()
