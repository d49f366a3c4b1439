"""A port that is named by its number is followed when it comes back under another number."""

from __future__ import annotations

import pytest

from engine.signals import Signal
from hardware import finding
from hardware.choosing import Wishes, light_place, open_light
from hardware.finding import lasting_name
from hardware.line import LineState, Listeners
from hardware.shoes import ShoeWishes, open_shoe
from hardware.simulators.peer import Peer
from hardware.simulators.shoe import ShoeDevice
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import Lamp, Mode
from tests.hardware.conftest import QUICK


@pytest.fixture
def links(tmp_path, monkeypatch):
    """Make folders for names by plug and by socket, as udev keeps them."""
    folders = {"by_id": tmp_path / "by-id", "by_path": tmp_path / "by-path"}
    for name, folder in folders.items():
        folder.mkdir()
        monkeypatch.setattr(finding, name.upper(), folder)
    return folders


def test_a_number_is_traded_for_the_plug_and_that_failing_for_the_socket(links, tmp_path):
    port, other = tmp_path / "ttyUSB0", tmp_path / "ttyUSB1"
    port.touch()
    other.touch()
    (links["by_id"] / "usb-gone").symlink_to(tmp_path / "ttyUSB7")
    (links["by_path"] / "pci-1").symlink_to(port)
    (links["by_path"] / "pci-2").symlink_to(other)
    (links["by_id"] / "usb-light").symlink_to(other)

    assert lasting_name(str(port)) == str(links["by_path"] / "pci-1")
    assert lasting_name(str(other)) == str(links["by_id"] / "usb-light")


def test_what_has_no_other_name_stands_for_itself(links, tmp_path):
    port = tmp_path / "ttyS0"
    port.touch()
    (links["by_path"] / "pci-1").symlink_to(port)
    for url in ("socket://shelf:4001", str(links["by_path"] / "pci-1"), str(tmp_path / "none")):
        assert lasting_name(url) == url
    (links["by_path"] / "pci-1").unlink()
    assert lasting_name(str(port)) == str(port)


@pytest.mark.parametrize("folder", ["by_id", "by_path"])
def test_a_light_named_by_its_number_comes_back_under_another_one(links, folder, witness):
    link = links[folder] / "usb-tower"
    with TowerLightPeer(link) as peer:
        number = link.resolve()
        wishes = Wishes(
            listeners=Listeners(on_health=witness), timing=QUICK, has_will=False, settles=False
        )
        light = open_light(light_place(str(number)), wishes)
        light.show(Signal.STOP)
        assert peer.wait_for(lambda lamp: lamp.lamps[Lamp.RED] is Mode.ON)

        taken = number.open("rb", buffering=0)  # the number stays taken, as with a hasty replug
        peer.unplug()
        assert witness.hears(LineState.UP, LineState.DOWN)
        peer.replug()
        assert link.resolve() != number
        assert peer.wait_for(lambda lamp: lamp.lamps[Lamp.RED] is Mode.ON)
        taken.close()
        light.close()


def test_a_shoe_named_by_its_number_is_followed_too(links):
    link = links["by_id"] / "usb-shoe"
    with Peer(link, ShoeDevice()) as peer:
        shoe = open_shoe(str(link.resolve()), ShoeWishes(timing=QUICK, settles=False))
        assert peer.wait_for(lambda _: shoe.host.welcome is not None)
        assert shoe.line.url == str(link)
        shoe.close()
