"""`kozyr devices`: what is plugged in, what works, what goes over the line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dealer_ui.cli.devices import Kind, peer_of
from dealer_ui.prompts import Catalogue
from dealer_ui.ticking import TickList, ticks_of
from hardware.port import Port

ROOT = Path(__file__).parents[2]


@pytest.fixture
def plugged(tmp_path):
    peers = []

    def plug(kind):
        peers.append(peer_of(kind, tmp_path / str(kind)).start())
        return peers[-1]

    yield plug
    for peer in peers:
        peer.stop()


@pytest.mark.parametrize(
    ("kind", "scheme", "ticks"),
    [
        (Kind.TOWER_LIGHT, "tower", 7),
        (Kind.STACK_LIGHT, "sl60", 7),
        (Kind.WLED, "wled", 13),
        (Kind.MODBUS, "modbus", 13),
        (Kind.SHOE, "shoe", 5),
        (Kind.COUNTING_SHOE, "shoe", 4),
    ],
)
def test_a_device_that_works_is_ticked_off(kozyr, plugged, kind, scheme, ticks):
    peer = plugged(kind)

    ended = kozyr("devices", "test", f"{scheme}:{peer.link}", "--seconds", 0, "--lang", "en")

    assert ended.code == 0, ended.err
    assert ended.out.count("[x]") == ticks
    assert "[ ]" not in ended.out


def test_a_device_that_does_not_answer_is_not_ticked_off(kozyr, plugged):
    peer = plugged(Kind.MODBUS)
    peer.stick()

    ended = kozyr("devices", "test", f"modbus:{peer.link}", "--seconds", 0, "--lang", "en")

    assert ended.code == 1
    assert "[ ] the device answers" in ended.out
    assert "does not answer" in ended.out


@pytest.mark.parametrize("lang", ["ru", "be", "en"])
def test_the_list_says_what_there_is(kozyr, lang):
    ended = kozyr("devices", "list", "--lang", lang)

    assert ended.code == 0
    assert ended.out


@pytest.mark.parametrize(("kind", "scheme"), [(Kind.TOWER_LIGHT, "tower"), (Kind.SHOE, "shoe")])
def test_every_byte_of_a_line_can_be_watched(kozyr, plugged, kind, scheme):
    peer = plugged(kind)

    ended = kozyr("devices", "trace", f"{scheme}:{peer.link}", "--seconds", 3)

    assert ended.code == 0
    lines = ended.out.splitlines()
    assert any("-> " in line for line in lines)
    assert scheme == "tower" or any("<- " in line for line in lines)


def test_faults_are_typed_at_the_keyboard(tmp_path):
    link = tmp_path / "shoe"
    command = [sys.executable, "-c", "from dealer_ui.main import run; run()"]
    with subprocess.Popen(
        [*command, "devices", "simulate", "shoe", "--link", link],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert str(link) in process.stdout.readline()
        port = Port(str(link))
        port.close()
        out, _ = process.communicate("unplug\ncard 1x\nnonsense\nquit\n", timeout=60)

    assert "unplug | replug" in out
    assert not link.is_symlink()
    assert process.returncode == 0


def test_a_light_that_cannot_say_what_it_shows_is_looked_at(plugged):
    peer, said = plugged(Kind.TOWER_LIGHT), []
    answers = iter([True, True, False, True, True])
    ticked = TickList(Catalogue.load("en"), said.append, lambda _question: next(answers))

    ticked.go_through(f"tower:{peer.link}", ticks_of(f"tower:{peer.link}", 0.0))

    assert ticked.failed == 1
    assert [line for line in said if line.startswith("[ ]")] == ["[ ] shows: yellow, steady"]


def test_nobody_is_asked_about_what_the_device_says_itself(plugged):
    peer, said = plugged(Kind.WLED), []
    ticked = TickList(Catalogue.load("en"), said.append, lambda _question: False)

    ticked.go_through(f"wled:{peer.link}", ticks_of(f"wled:{peer.link}", 0.0))

    assert ticked.failed == 0


def test_all_devices_of_a_table_are_gone_through_by_its_file(kozyr, plugged, tmp_path):
    light, shoe = plugged(Kind.TOWER_LIGHT), plugged(Kind.SHOE)
    file = tmp_path / "table.toml"
    file.write_text(f'light = "{light.link}"\nshoe = "{shoe.link}"\n', encoding="utf-8")

    ended = kozyr("devices", "test", "--settings", file, "--seconds", 0, "--lang", "en")

    assert ended.code == 0, ended.err
    assert ended.out.count("[x]") == 12
    assert "cannot say what it shows" in ended.out


def test_a_table_without_devices_has_nothing_to_test(kozyr):
    ended = kozyr("devices", "test", "--lang", "en")

    assert ended.code == 2
    assert "--settings" in ended.err
