"""A line that is opened, lost, and found again."""

import socket
import threading
import tracemalloc
from pathlib import Path
from random import Random

import pytest

from engine.faults import Fault
from engine.ports import Sighting
from engine.signals import Signal
from engine.standing import Standing, after_sighting
from engine.state import Phase
from hardware.line import Line, LineState, Listeners
from hardware.looks import Outgoing, Step
from hardware.port import LineError, Port, PortSettings, Trouble
from hardware.simulators.tower_light import TowerLightPeer
from hardware.slot import Slot
from hardware.telling import Telling, Words
from hardware.tower_light import LIT, WORDS, Lamp, Mode
from tests.engine.table import OpenTable
from tests.hardware.conftest import QUICK

AT_ONCE = PortSettings(settle_s=0)
DARK = dict.fromkeys(Lamp, Mode.OFF)
LEAK_BYTES = 300_000
"""The bytes that the simulated light remembers are less; a port or thread kept would be more."""
UP, DOWN = LineState.UP, LineState.DOWN


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def shows(lamp: Lamp, mode: Mode):
    return lambda light: light.lamps[lamp] is mode


@pytest.fixture
def lined(witness):
    """Start a line to a tower light under a url, which need not be there yet."""
    lines = []

    def start(url, words=WORDS, on_sent=None):
        slot = Slot(on_sent=on_sent)
        listeners = Listeners(on_health=witness)
        line = Line(str(url), Telling(slot, words), AT_ONCE, QUICK, listeners)
        line.start()
        lines.append(line)

        def show(signal: Signal) -> None:
            slot.show(signal)
            line.wake()

        return line, show

    yield start
    for line in lines:
        line.close()


def saying(data: bytes) -> Words:
    return Words(lambda _shown: Outgoing((Step(data, 1.0),)), b"")


def test_missing_port_is_one_sentence_that_names_it(link: Path) -> None:
    with pytest.raises(LineError) as caught:
        Port(str(link))

    assert caught.value.fault is Fault.LIGHT_LOST
    assert caught.value.trouble is Trouble.MISSING
    assert caught.value.detail == f"there is no serial port {link}"


def test_second_program_on_a_port_is_refused(peer: TowerLightPeer) -> None:
    first = Port(str(peer.link))

    with pytest.raises(LineError) as caught:
        Port(str(peer.link))

    assert caught.value.trouble is Trouble.BUSY
    assert str(peer.link) in caught.value.detail
    first.close()
    Port(str(peer.link)).close()


@pytest.mark.parametrize("url", ["/etc/hostname", "/dev/null", "/etc", "nosuch://x"])
def test_what_is_not_a_port_is_refused(url: str) -> None:
    with pytest.raises(LineError) as caught:
        Port(url)

    assert caught.value.trouble is Trouble.NOT_A_PORT
    assert url in caught.value.detail


def test_device_server_that_does_not_answer_is_named() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"socket://127.0.0.1:{unused.getsockname()[1]}"

        with pytest.raises(LineError, match="nothing answers at socket") as caught:
            Port(url)

    assert caught.value.trouble is Trouble.UNREACHABLE


def test_line_runs_over_a_socket_and_notices_its_end(witness, lined) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        _, show = lined(url, saying(b"state"))
        show(Signal.CLEAR)
        device, _ = server.accept()

        assert device.recv(5, socket.MSG_WAITALL) == b"state"
        device.close()

        assert witness.sees(lambda health: health.state is DOWN)


def test_line_runs_over_loop(witness, lined) -> None:
    sent = threading.Event()
    line, show = lined("loop://", saying(b"state"), on_sent=lambda signal, at: sent.set())
    show(Signal.CLEAR)

    assert sent.wait(10)
    line.close()
    assert witness.hears(UP)


def test_port_that_is_missing_at_the_start_is_found_later(link: Path, witness, lined) -> None:
    line, show = lined(link)
    show(Signal.STOP)
    assert witness.hears(DOWN)
    assert line.health.detail == f"there is no serial port {link}"

    with TowerLightPeer(link) as peer:
        assert witness.hears(DOWN, UP)
        assert peer.wait_for(shows(Lamp.RED, Mode.ON))
        line.close()


def test_busy_port_is_taken_as_soon_as_it_is_free(peer: TowerLightPeer, witness, lined) -> None:
    other = Port(str(peer.link))
    line, show = lined(peer.link)
    show(Signal.CLEAR)
    assert witness.hears(DOWN)
    assert line.health.trouble is Trouble.BUSY

    other.close()

    assert witness.hears(DOWN, UP)
    assert peer.wait_for(shows(Lamp.GREEN, Mode.ON))


def test_unplugged_light_is_noticed_and_shows_the_latest_state_when_it_is_back(
    peer: TowerLightPeer, lined, witness
) -> None:
    _, show = lined(peer.link)
    show(Signal.CLEAR)
    assert peer.wait_for(shows(Lamp.GREEN, Mode.ON))

    peer.unplug()
    assert witness.hears(UP, DOWN)
    show(Signal.STOP)
    peer.replug()

    assert witness.hears(UP, DOWN, UP)
    assert peer.wait_for(shows(Lamp.RED, Mode.ON))
    assert peer.lamps[Lamp.GREEN] is Mode.OFF


def test_silent_line_notices_loss_without_writing(peer: TowerLightPeer, lined, witness) -> None:
    lined(peer.link)
    assert witness.hears(UP)

    peer.unplug()

    assert witness.hears(UP, DOWN)
    assert peer.received == ()


def test_vanished_path_is_a_loss_even_if_the_old_terminal_lives(
    peer: TowerLightPeer, lined, witness
) -> None:
    lined(peer.link)
    assert witness.hears(UP)

    peer.link.unlink()

    assert witness.hears(UP, DOWN)


def test_path_that_names_another_device_is_opened_anew(
    peer: TowerLightPeer, lined, witness, tmp_path: Path
) -> None:
    line, show = lined(peer.link)
    show(Signal.STOP)
    assert peer.wait_for(shows(Lamp.RED, Mode.ON))

    with TowerLightPeer(tmp_path / "other") as other:
        fresh = tmp_path / "fresh"
        fresh.symlink_to(other.link.readlink())
        fresh.replace(peer.link)

        assert witness.hears(UP, DOWN, UP)
        assert other.wait_for(shows(Lamp.RED, Mode.ON))
        line.close()


def test_device_that_comes_back_under_another_name_is_found_by_its_pattern(
    peer: TowerLightPeer, lined, witness, tmp_path: Path
) -> None:
    _, show = lined(tmp_path / "*tower*")
    assert witness.hears(UP)

    peer.unplug()
    assert witness.hears(UP, DOWN)
    show(Signal.STOP)
    peer.replug(tmp_path / "usb-other-tower-1")

    assert witness.hears(UP, DOWN, UP)
    assert peer.wait_for(shows(Lamp.RED, Mode.ON))


def test_a_pattern_that_fits_two_devices_is_refused(
    peer: TowerLightPeer, lined, witness, tmp_path: Path
) -> None:
    with TowerLightPeer(tmp_path / "usb-tower-two"):
        line, _ = lined(tmp_path / "*tower*")

        assert witness.hears(DOWN)
        assert line.health.trouble is Trouble.MANY


def test_device_that_takes_no_more_bytes_is_a_fault(peer: TowerLightPeer, witness, lined) -> None:
    peer.fill()
    line, show = lined(peer.link, saying(bytes(1_000_000)))

    show(Signal.CLEAR)

    assert witness.sees(lambda health: health.trouble is Trouble.STUCK)
    peer.unplug()
    line.close()


def test_failing_listener_does_not_end_the_line(peer: TowerLightPeer, witness) -> None:
    def listener(health) -> None:
        witness(health)
        raise RuntimeError("the page is broken")

    slot = Slot()
    listeners = Listeners(on_health=listener)
    line = Line(str(peer.link), Telling(slot, WORDS), AT_ONCE, QUICK, listeners)
    line.start()
    slot.show(Signal.CLEAR)

    assert peer.wait_for(shows(Lamp.GREEN, Mode.ON))
    peer.unplug()
    assert witness.hears(UP, DOWN)
    line.close()


def test_every_byte_can_be_traced(peer: TowerLightPeer, opened) -> None:
    traced = []
    seen = threading.Event()

    def on_bytes(way, data, at) -> None:
        traced.append((str(way), data.hex()))
        seen.set()

    opened(peer.link, listeners=Listeners(on_bytes=on_bytes)).show(Signal.CLEAR)

    assert seen.wait(10)
    assert traced[0] == ("sent", "21222814")


def signals_of_a_game(chance):
    """Yield the signal after each move of games that are played one after the other."""
    while True:
        table = OpenTable(chance)
        standing = Standing(start=table.game, game=table.game)
        while table.game.phase is not Phase.OVER:
            move = table.move()
            table.play(move)
            standing = after_sighting(standing, Sighting(move, 0.0, 0))
            yield standing.signal


def test_two_hundred_replugs_during_games_leak_nothing(
    peer: TowerLightPeer, witness, lined, monkeypatch
) -> None:
    """Back in the right state each time, with no thread, file or memory more than before."""
    _, show = lined(peer.link)
    assert witness.hears(UP)
    files, threads = open_files(), threading.active_count()
    signals = signals_of_a_game(Random(1))
    monkeypatch.setattr("hardware.line.logger.disabled", True)  # pytest would keep every line
    tracemalloc.start()
    for turn in range(200):
        witness.heard.clear()
        peer.unplug()
        assert witness.hears(DOWN)
        signal = next(signals)
        show(signal)
        peer.replug()
        assert witness.hears(DOWN, UP, timeout_s=5)
        assert peer.wait_for(lambda light, lit=LIT[signal]: light.lamps == DARK | lit, 5)
        if turn == 50:
            before, _ = tracemalloc.get_traced_memory()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert open_files() == files
    assert threading.active_count() == threads
    assert after - before < LEAK_BYTES, after - before
