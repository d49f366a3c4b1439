"""The simulated light that a person starts and breaks by hand."""

import io
import threading
from pathlib import Path

import pytest
from rich.console import Console

from hardware.port import Port
from hardware.simulators.screen import SYNTAX, draw, obey, run
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import Lamp, Mode


def test_drawing_tells_lamps_apart_by_place_and_word(peer: TowerLightPeer) -> None:
    port = Port(str(peer.link))
    port.write(bytes.fromhex("11 44"))
    assert peer.wait_for(lambda light: len(light.received) == 2)

    assert draw(peer).plain.splitlines() == [
        " ● RED    ON",
        " ○ YELLOW OFF",
        " ● GREEN  BLINK",
        " ○ BUZZER OFF",
    ]
    port.close()
    peer.unplug()
    assert "ON" not in draw(peer).plain


@pytest.mark.parametrize("typed", ["help", "delay soon", "garble -1", "unplug now"])
def test_wrong_command_is_answered_with_the_syntax(peer: TowerLightPeer, typed: str) -> None:
    assert obey(peer, typed) == SYNTAX
    assert peer.is_plugged


def test_plug_is_pulled_and_put_back_by_command(peer: TowerLightPeer) -> None:
    assert obey(peer, "unplug\n") is None
    assert not peer.link.is_symlink()
    assert obey(peer, "replug\n") is None
    Port(str(peer.link)).close()


def test_garbled_byte_names_no_mode_and_changes_nothing(peer: TowerLightPeer) -> None:
    obey(peer, "garble 1")
    port = Port(str(peer.link))

    port.write(bytes.fromhex("11 12"))

    assert peer.wait_for(lambda light: len(light.received) == 2)
    assert [byte for _, byte in peer.received] == [0x91, 0x12]
    assert peer.lamps[Lamp.RED] is Mode.OFF
    assert peer.lamps[Lamp.YELLOW] is Mode.ON
    port.close()


def test_bytes_are_printed_where_nothing_can_be_drawn(link: Path) -> None:
    """The typed `quit` comes only after the bytes have been printed."""
    printed = io.StringIO()
    is_printed = threading.Event()

    class Screen(Console):
        def print(self, *things, **options) -> None:
            super().print(*things, **options)
            if "RED=ON" in printed.getvalue():
                is_printed.set()

    def typed():
        port = Port(str(link))
        port.write(bytes.fromhex("22 24 28 11"))
        is_printed.wait(10)
        port.close()
        yield "quit\n"

    run(TowerLightPeer(link), Screen(file=printed, width=200), typed())

    words = printed.getvalue().split()
    assert [word for word in words if len(word) == 2] == ["22", "24", "28", "11"]
    assert words[-1] == "RED=ON"
    assert not link.is_symlink()


def test_link_never_replaces_a_file(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")

    with pytest.raises(FileExistsError, match="precious exists and is not a link"):
        TowerLightPeer(precious).start()

    assert precious.read_text() == "mine"
