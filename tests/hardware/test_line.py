"""A line that is opened, lost, and found again."""

import socket
import threading
from pathlib import Path

import pytest

from engine.faults import Fault
from engine.signals import Signal
from hardware.line import Line, LineState, Outgoing, Timing
from hardware.port import LineError, Port, PortSettings, Trouble
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import Lamp, Mode, TowerLight

UP, DOWN = LineState.UP, LineState.DOWN
AT_ONCE = PortSettings(settle_s=0)
QUICK = Timing(poll_s=0.02, first_retry_s=0.02, last_retry_s=0.02)


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def shows(lamp: Lamp, mode: Mode):
    return lambda light: light.lamps[lamp] is mode


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


def test_line_runs_over_a_socket_and_notices_its_end(witness) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        line = Line(
            f"socket://127.0.0.1:{server.getsockname()[1]}", AT_ONCE, QUICK, on_health=witness
        )
        line.start()
        line.put(Outgoing(b"state"))
        device, _ = server.accept()

        assert device.recv(5, socket.MSG_WAITALL) == b"state"
        device.close()

        assert witness.hears(UP, DOWN)
    line.close()


def test_line_runs_over_loop(witness) -> None:
    sent = threading.Event()
    line = Line("loop://", AT_ONCE, QUICK, on_health=witness)
    line.start()
    line.put(Outgoing(b"state", on_sent=lambda at: sent.set()))

    assert sent.wait(10)
    line.close()
    assert witness.hears(UP)


def test_port_that_is_missing_at_the_start_is_found_later(link: Path, witness) -> None:
    line = Line(str(link), AT_ONCE, QUICK, on_health=witness)
    line.start()
    TowerLight(line).show(Signal.STOP)
    assert witness.hears(DOWN)
    assert line.health.detail == f"there is no serial port {link}"

    with TowerLightPeer(link) as peer:
        assert witness.hears(DOWN, UP)
        assert peer.wait_for(shows(Lamp.RED, Mode.ON))
        line.close()


def test_busy_port_is_taken_as_soon_as_it_is_free(peer: TowerLightPeer, witness) -> None:
    other = Port(str(peer.link))
    line = Line(str(peer.link), AT_ONCE, QUICK, on_health=witness)
    line.start()
    TowerLight(line).show(Signal.CLEAR)
    assert witness.hears(DOWN)
    assert line.health.trouble is Trouble.BUSY

    other.close()

    assert witness.hears(DOWN, UP)
    assert peer.wait_for(shows(Lamp.GREEN, Mode.ON))
    line.close()


def test_unplugged_light_is_noticed_and_shows_the_latest_state_when_it_is_back(
    peer: TowerLightPeer, line: Line, witness
) -> None:
    light = TowerLight(line)
    light.show(Signal.CLEAR)
    assert peer.wait_for(shows(Lamp.GREEN, Mode.ON))

    peer.unplug()
    assert witness.hears(UP, DOWN)
    light.show(Signal.STOP)
    peer.replug()

    assert witness.hears(UP, DOWN, UP)
    assert peer.wait_for(shows(Lamp.RED, Mode.ON))
    assert peer.lamps[Lamp.GREEN] is Mode.OFF


def test_silent_line_notices_loss_without_writing(
    peer: TowerLightPeer, line: Line, witness
) -> None:
    assert witness.hears(UP)

    peer.unplug()

    assert witness.hears(UP, DOWN)
    assert peer.received == ()


def test_vanished_path_is_a_loss_even_if_the_old_terminal_lives(
    peer: TowerLightPeer, line: Line, witness
) -> None:
    assert witness.hears(UP)

    peer.link.unlink()

    assert witness.hears(UP, DOWN)


def test_path_that_names_another_device_is_opened_anew(
    peer: TowerLightPeer, line: Line, witness, tmp_path: Path
) -> None:
    TowerLight(line).show(Signal.STOP)
    assert peer.wait_for(shows(Lamp.RED, Mode.ON))

    with TowerLightPeer(tmp_path / "other") as other:
        fresh = tmp_path / "fresh"
        fresh.symlink_to(other.link.readlink())
        fresh.replace(peer.link)

        assert witness.hears(UP, DOWN, UP)
        assert other.wait_for(shows(Lamp.RED, Mode.ON))
        line.close()


def test_device_that_takes_no_more_bytes_is_a_fault(peer: TowerLightPeer, witness) -> None:
    peer.delay(60)
    line = Line(str(peer.link), AT_ONCE, QUICK, on_health=witness)
    line.start()

    line.put(Outgoing(bytes(1_000_000)))

    assert witness.hears(UP, DOWN, timeout_s=20)
    assert line.health.trouble is Trouble.STUCK
    peer.unplug()
    line.close()


def test_failing_listener_does_not_end_the_line(peer: TowerLightPeer, witness) -> None:
    def listener(health) -> None:
        witness(health)
        raise RuntimeError("the page is broken")

    line = Line(str(peer.link), AT_ONCE, QUICK, on_health=listener)
    line.start()
    TowerLight(line).show(Signal.CLEAR)

    assert peer.wait_for(shows(Lamp.GREEN, Mode.ON))
    peer.unplug()
    assert witness.hears(UP, DOWN)
    line.close()


def test_forty_replugs_leak_neither_threads_nor_files(peer: TowerLightPeer, witness) -> None:
    line = Line(str(peer.link), AT_ONCE, QUICK, on_health=witness)
    line.start()
    light = TowerLight(line)
    states = [UP]
    assert witness.hears(*states)
    files, threads = open_files(), threading.active_count()

    for turn in range(40):
        peer.unplug()
        assert witness.hears(*(states := [*states, DOWN]))
        light.show(Signal.STOP if turn % 2 else Signal.CLEAR)
        peer.replug()
        assert witness.hears(*(states := [*states, UP]))
        assert peer.wait_for(shows(Lamp.RED if turn % 2 else Lamp.GREEN, Mode.ON))

    assert open_files() == files
    assert threading.active_count() == threads
    line.close()
