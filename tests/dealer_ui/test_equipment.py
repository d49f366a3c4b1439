"""The technician's page of a running table: every device as it is now, on a real line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.device_cards import (
    DeviceCard,
    DeviceKind,
    Fact,
    VideoCard,
    camera_card,
    light_card,
    shoe_card,
)
from dealer_ui.live import Hub
from dealer_ui.snapshot import OpenFault
from engine.faults import Fault
from engine.signals import Signal
from hardware.choosing import Wishes, light_place, open_light
from hardware.line import LineState, Listeners
from hardware.shoe_words import Ability
from hardware.shoes import ShoeWishes, open_shoe
from hardware.simulators.peer import Peer
from hardware.simulators.shoe import ShoeDevice
from hardware.simulators.tower_light import TowerLightPeer
from tests.dealer_ui.scenes import BEATING
from tests.hardware.conftest import QUICK, Witness
from vision.disk import Budget, VideoStore

LANGUAGES = ("ru", "be", "en")


def client(*cards, snapshot=None):
    hub = Hub(clock=lambda: 0.0)
    if snapshot is not None:
        hub.publish(snapshot)
    return TestClient(create_app(hub, commands=CommandQueue(), cards=list(cards)))


def names(card):
    return {fact.name for fact in card.facts}


def test_a_light_says_how_its_line_is_and_how_often_it_was_lost(tmp_path):
    witness = Witness()
    wishes = Wishes(
        listeners=Listeners(on_health=witness), timing=QUICK, has_will=False, settles=False
    )
    with TowerLightPeer(tmp_path / "light") as peer:
        light = open_light(light_place(str(peer.link)), wishes)
        light.show(Signal.CLEAR)
        assert witness.hears(LineState.UP)
        assert (light_card(light).state, names(light_card(light))) == (LineState.UP, {"write-only"})

        peer.unplug()
        assert witness.hears(LineState.UP, LineState.DOWN)
        card = light_card(light)
        assert (card.state, card.name) == (LineState.DOWN, str(peer.link))
        assert str(peer.link) in card.trouble
        assert Fact("losses", {"count": 1}) in card.facts
        light.close()


def test_a_shoe_says_what_its_last_heartbeat_said(tmp_path):
    device = ShoeDevice()
    with Peer(tmp_path / "shoe", device) as peer:
        shoe = open_shoe(str(peer.link), ShoeWishes(interlock=True, timing=QUICK, settles=False))
        device.obey(["lid", "open"], 0.0)
        assert peer.wait_for(lambda _: {"out", "lid-open", "locked"} <= names(shoe_card(shoe)))
        card = shoe_card(shoe)
        shoe.close()

    assert {"about", "out", "lid-open", "locked"} <= names(card)
    assert shoe.abilities & Ability.LOCKS


class Recorder:
    lost, why = 3, None


def test_the_video_says_for_how_long_the_disk_will_do(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "000001.mp4").write_bytes(bytes(1_000_000))
    lines = ["number,taken_at,segment,pts", "0,0.0,000001.mp4,0", "1,36.0,000001.mp4,3240000", ""]
    (folder / "000001.csv").write_text("\n".join(lines), encoding="ascii")
    store = VideoStore(tmp_path, Budget(most=10**9, reserve=0), free=lambda _: 10**12)

    told = {fact.name: fact.values for fact in VideoCard(store, Recorder(), lambda: 0.0)().facts}

    assert store.recorded_s() == 36.0
    assert told == {
        "disk": {"used": "0.0", "most": "1.0", "free": "1000.0"},
        "hourly": {"rate": "0.1"},
        "until-full": {"hours": "10.0"},
        "kept": {"hours": "10"},
        "frames-lost": {"count": 3},
    }


class Camera:
    name, loose = "/dev/v4l/by-id/usb-Acme", ("focus", "white balance")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_everything_in_every_language(lang):
    facts = (
        *(Fact(name) for name in ("reads-back", "write-only", "locked", "unlocked", "lid-open")),
        *(Fact(name) for name in ("jammed", "empty", "loose-exposure")),
        *(Fact(name, {"count": n}) for name in COUNTED for n in (1, 2, 5)),
        Fact("about", {"about": "kozyr-nano"}),
        Fact("out", {"number": 7, "allowed": 2}),
    )
    cards = [
        DeviceCard(kind, "X", state, 90.0, "gone", facts)
        for kind in DeviceKind
        for state in LineState
    ]
    made = [lambda card=card: card for card in cards]
    answer = client(*made, lambda: camera_card(Camera()), snapshot=BEATING).get(
        f"/equipment?lang={lang}"
    )

    assert answer.status_code == 200
    assert answer.text.count("kozyr-nano") == len(cards)


COUNTED = ("losses", "missed", "lost", "damaged", "frames-lost")


def test_what_is_broken_stands_first_and_programs_can_ask_too():

    broken = replace(BEATING, faults=(OpenFault(Fault.SHOE_JAMMED, "/dev/shoe"),))
    asked = client(lambda: DeviceCard(DeviceKind.SHOE, "/dev/shoe"), snapshot=broken)

    page = asked.get("/equipment/list?lang=en").text
    assert page.index("Cards are stuck in the shoe") < page.index("/dev/shoe</p>")
    (told,) = asked.get("/api/equipment").json()
    assert (told["kind"], told["state"], told["name"]) == ("shoe", "up", "/dev/shoe")
    assert client().get("/equipment").status_code == 200
