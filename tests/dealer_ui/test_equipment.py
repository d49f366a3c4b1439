"""The technician's page of a running table: every device as it is now, on a real line."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import numpy as np
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
from dealer_ui.hearing import line_happening
from dealer_ui.live import Hub
from dealer_ui.prompts import Catalogue
from dealer_ui.showing import snapshot_of
from dealer_ui.snapshot import OpenFault
from engine.faults import Fault, TableError
from engine.happenings import Broke
from engine.signals import Signal
from engine.troubles import broken
from hardware.choosing import Wishes, light_place, open_light
from hardware.line import Health, LineState, Listeners
from hardware.port import LineError, Trouble
from hardware.shoe_words import Ability
from hardware.shoes import ShoeWishes, open_shoe
from hardware.simulators.peer import Peer
from hardware.simulators.shoe import ShoeDevice
from hardware.simulators.tower_light import TowerLightPeer
from tests.dealer_ui.scenes import BEATING
from tests.dealer_ui.test_showing import DEALT, standing_after
from tests.hardware.conftest import QUICK, Witness
from vision.conduct import Conduct
from vision.disk import Budget, VideoStore
from vision.frames import Frame

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


def told_of_video(tmp_path, seconds, size):
    """Return a store with one segment, and what its card says."""
    folder = tmp_path / "run"
    folder.mkdir()
    with (folder / "000001.mp4").open("wb") as segment:
        segment.truncate(size)
    ends = f"1,{seconds},000001.mp4,{int(seconds * 90000)}"
    lines = ["number,taken_at,segment,pts", "0,0.0,000001.mp4,0", ends, ""]
    (folder / "000001.csv").write_text("\n".join(lines), encoding="ascii")
    store = VideoStore(tmp_path, Budget(most=10**9, reserve=0), free=lambda _: 10**12)
    facts = VideoCard(store, Recorder(), lambda: 0.0)().facts
    return store, {fact.name: fact.values for fact in facts}


def test_the_video_says_for_how_long_the_disk_will_do(tmp_path):
    store, told = told_of_video(tmp_path, seconds=3600.0, size=100_000_000)

    assert store.recorded_s() == 3600.0
    assert told == {
        "disk": {"used": 0.1, "most": 1.0, "free": 1000.0},
        "hourly": {"rate": pytest.approx(0.1)},
        "until-full": {"hours": 9.0},
        "kept": {"hours": 10.0},
        "frames-lost": {"count": 3},
    }


def test_of_too_little_video_nothing_is_foretold(tmp_path):
    _, told = told_of_video(tmp_path, seconds=599.0, size=1_000_000)

    assert set(told) == {"disk", "frames-lost", "forecast-later"}
    assert told["forecast-later"] == {"minutes": 10}


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
        Fact("forecast-later", {"minutes": 10}),
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
    (told,) = asked.get("/api/v1/equipment").json()
    assert (told["kind"], told["state"], told["name"]) == ("shoe", "up", "/dev/shoe")
    assert client().get("/equipment").status_code == 200


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("trouble", Trouble)
def test_why_a_line_is_lost_is_said_in_every_language_wherever_it_is_read(trouble, lang):
    error = LineError("/dev/light", trouble)
    health = Health(LineState.DOWN, 0.0, trouble, error.detail, error.cause)
    (broke,) = line_happening(health, 1.0)
    standing = broken(standing_after(DEALT), broke.thing)
    words = Catalogue.load(lang)
    (shown,) = snapshot_of(standing).faults

    told = words.particulars(shown)

    assert "/dev/light" in told
    assert (told == error.detail) is (lang == "en")
    card = DeviceCard(DeviceKind.LIGHT, "/dev/light", trouble=error.detail, cause=error.cause)
    page = client(lambda: card, snapshot=replace(BEATING, faults=(shown,)))
    assert unescape(page.get(f"/equipment?lang={lang}").text).count(told) == 2


@pytest.mark.parametrize(
    ("lang", "told"),
    [("ru", "cam: 160×120 вместо 320×240"), ("en", "cam: 160×120 instead of 320×240")],
)
def test_what_has_changed_about_a_camera_is_said_in_every_language(lang, told):
    conduct = Conduct("cam")
    conduct.check(Frame(np.zeros((240, 320, 3), np.uint8), 0.0, 0))
    with pytest.raises(TableError) as caught:
        conduct.check(Frame(np.zeros((120, 160, 3), np.uint8), 0.1, 1))
    thing = Broke.by(caught.value, 0.1).thing

    assert Catalogue.load(lang).particulars(thing) == told
