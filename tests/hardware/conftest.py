from collections.abc import Iterator
from pathlib import Path
from threading import Condition

import pytest

from hardware.choosing import Wishes, light_place, open_light
from hardware.line import Health, LineState, Listeners, Timing
from hardware.modbus_maps import load_map
from hardware.simulators.modbus_light import ModbusLightDevice
from hardware.simulators.peer import Peer
from hardware.simulators.stack_light import StackLightDevice
from hardware.simulators.tower_light import TowerLightPeer
from hardware.simulators.wled import WledDevice

QUICK = Timing(poll_s=0.02, first_retry_s=0.02, last_retry_s=0.02)


class Witness:
    """Hears the health of a line and lets a test wait for it."""

    def __init__(self) -> None:
        self.news = Condition()
        self.heard: list[Health] = []

    def __call__(self, health: Health) -> None:
        with self.news:
            self.heard.append(health)
            self.news.notify_all()

    def hears(self, *states: LineState, timeout_s: float = 20) -> bool:
        """Wait until the line has gone through exactly these states, in this order."""
        with self.news:
            return self.news.wait_for(
                lambda: tuple(h.state for h in self.heard) == states, timeout_s
            )

    def sees(self, condition, timeout_s: float = 20) -> bool:
        """Wait until some health that was heard is as wanted."""
        with self.news:
            return self.news.wait_for(lambda: any(map(condition, self.heard)), timeout_s)


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


DEVICES = {
    "tower": lambda: None,
    "sl60": StackLightDevice,
    "wled": WledDevice,
    "modbus": lambda: ModbusLightDevice(load_map("relays")),
}


@pytest.fixture
def plugged(tmp_path: Path):
    """Plug in a simulated light of a kind; return the peer and the words that name it."""
    peers = []

    def plug(kind: str, query: str = "", device=None):
        link = tmp_path / f"usb-{kind}"
        device = device or DEVICES[kind]()
        peer = TowerLightPeer(link) if kind == "tower" else Peer(link, device)
        peers.append(peer.start())
        return peer, f"{kind}:{link}{query}"

    yield plug
    for peer in peers:
        peer.stop()


@pytest.fixture
def opened(witness: Witness):
    """Open lights by their words; whatever was opened is closed again."""
    lights = []

    def open_(words, **wishes):
        wishes = {
            "listeners": Listeners(on_health=witness),
            "timing": QUICK,
            "has_will": False,
            "settles": False,
        } | (wishes)
        light = open_light(light_place(str(words)), Wishes(**wishes))
        lights.append(light)
        return light

    yield open_
    for light in lights:
        light.close()
