"""The tower light on real terminals: every signal, byte by byte."""

import threading

import pytest

from engine.signals import Signal
from hardware.line import Line, Timing
from hardware.port import LineError, PortSettings
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import (
    ALL_OFF,
    LIT,
    Lamp,
    LightStep,
    Mode,
    NoLight,
    TowerLight,
    encode,
    light_test,
)

AT_ONCE = PortSettings(settle_s=0)
DARK = dict.fromkeys(Lamp, Mode.OFF)

# Adafruit's example for product 5125: RED_ON 0x11 RED_OFF 0x21 RED_BLINK 0x41, YELLOW .2,
# GREEN .4, BUZZER .8
SIGNALS = [
    (Signal.CLEAR, "21 22 28 14", {Lamp.GREEN: Mode.ON}),
    (Signal.WAITING, "21 22 28 44", {Lamp.GREEN: Mode.BLINK}),
    (Signal.DOUBT, "21 24 28 12", {Lamp.YELLOW: Mode.ON}),
    (Signal.STOP, "22 24 28 11", {Lamp.RED: Mode.ON}),
    (Signal.FAULT, "21 24 28 42", {Lamp.YELLOW: Mode.BLINK}),
]


def received(peer: TowerLightPeer) -> bytes:
    return bytes(byte for _, byte in peer.received)


@pytest.mark.parametrize(("signal", "sent", "lit"), SIGNALS)
def test_signal_is_one_byte_for_each_lamp_the_others_put_out_first(
    peer: TowerLightPeer, line: Line, signal: Signal, sent: str, lit: dict[Lamp, Mode]
) -> None:
    TowerLight(line).show(signal)

    assert peer.wait_for(lambda light: light.lamps == DARK | lit)
    assert received(peer)[:4] == bytes.fromhex(sent)


def test_every_signal_has_a_look_of_its_own_and_none_is_dark() -> None:
    looks = [frozenset(lit.items()) for lit in LIT.values()]

    assert set(LIT) == set(Signal)
    assert len(set(looks)) == len(looks)
    assert all(look for look in looks)


def test_a_later_signal_leaves_nothing_of_the_earlier_one(peer: TowerLightPeer, line: Line) -> None:
    light = TowerLight(line)
    for signal, _, lit in SIGNALS:
        light.show(signal)
        assert peer.wait_for(lambda peer, lit=lit: peer.lamps == DARK | lit)


def test_the_same_signal_again_sends_nothing(peer: TowerLightPeer, line: Line) -> None:
    light = TowerLight(line)
    light.show(Signal.WAITING)  # a blinking signal is refreshed every 5 s only
    assert peer.wait_for(lambda light: len(light.received) == 4)

    for _ in range(50):
        light.show(Signal.WAITING)
    light.show(Signal.STOP)

    assert peer.wait_for(lambda light: light.lamps[Lamp.RED] is Mode.ON)
    assert received(peer).hex(" ") == "21 22 28 44 22 24 28 11"


def test_steady_signal_is_sent_again_so_that_a_light_that_lost_it_is_right_again(
    peer: TowerLightPeer, line: Line
) -> None:
    peer.garble(4)

    TowerLight(line).show(Signal.STOP)

    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.RED: Mode.ON})
    assert received(peer)[:4] == bytes.fromhex("a2 a4 a8 91")


def test_time_of_sending_is_told_once_for_each_signal(peer: TowerLightPeer, line: Line) -> None:
    told: list[tuple[Signal, float]] = []
    light = TowerLight(line, on_sent=lambda signal, at: told.append((signal, at)))

    for signal in (Signal.CLEAR, Signal.STOP):
        light.show(signal)
        assert peer.wait_for(lambda peer, lit=LIT[signal]: peer.lamps == DARK | lit)

    light.close()  # ends the line's thread, so that nothing more can be told
    assert [signal for signal, _ in told] == [Signal.CLEAR, Signal.STOP]
    assert told[0][1] < told[1][1]


def test_buzzer_sounds_once_for_a_stop_and_is_put_out(peer: TowerLightPeer, line: Line) -> None:
    light = TowerLight(line, buzzes=True)

    light.show(Signal.STOP)

    assert peer.wait_for(lambda light: light.lamps[Lamp.BUZZER] is Mode.ON)
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.RED: Mode.ON})
    light.show(Signal.DOUBT)
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.YELLOW: Mode.ON})
    assert received(peer).hex(" ") == "22 24 11 18 22 24 28 11 21 24 28 12"


def test_closing_leaves_the_tower_dark(peer: TowerLightPeer, line: Line) -> None:
    light = TowerLight(line)
    light.show(Signal.CLEAR)
    assert peer.wait_for(lambda light: light.lamps[Lamp.GREEN] is Mode.ON)

    light.close()

    assert peer.wait_for(lambda light: light.lamps == DARK)


def test_a_signal_that_nobody_stands_by_turns_into_a_fault(peer: TowerLightPeer) -> None:
    now, clear = [100.0], encode(LIT[Signal.CLEAR])
    line = Line(str(peer.link), AT_ONCE, Timing(poll_s=0.02, stale_s=2.0), clock=lambda: now[0])
    line.start()
    light = TowerLight(line)

    light.show(Signal.CLEAR)
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.GREEN: Mode.ON})
    now[0] += 1.9
    light.show(Signal.CLEAR)
    assert peer.wait_for(lambda light: received(light) == 2 * clear)  # refreshed, still clear
    now[0] += 1.9
    assert peer.wait_for(lambda light: received(light) == 3 * clear)
    now[0] += 0.2
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.YELLOW: Mode.BLINK})

    light.show(Signal.CLEAR)
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.GREEN: Mode.ON})
    light.close()


def test_show_neither_blocks_nor_raises_without_a_port(link) -> None:
    line = Line(str(link))
    line.start()
    light = TowerLight(line)

    for signal in Signal:
        light.show(signal)

    light.close()
    assert not [t for t in threading.enumerate() if str(link) in t.name]


def test_no_light_takes_every_signal() -> None:
    light = NoLight()
    for signal in Signal:
        light.show(signal)
    light.close()


def test_self_test_walks_through_every_signal_and_ends_dark(peer: TowerLightPeer) -> None:
    steps = []
    for step in light_test(str(peer.link), pause=lambda _: None):
        lit = LIT[step.signal] if step.signal else {}
        assert peer.wait_for(lambda light, lit=lit: light.lamps == DARK | lit)
        steps.append(step)

    assert {step.signal for step in steps} == {*Signal, None}
    assert steps[-1] == LightStep(None, ALL_OFF)


def test_self_test_of_a_port_that_does_not_exist_names_it(link) -> None:
    with pytest.raises(LineError, match=f"there is no serial port {link}"):
        next(light_test(str(link)))


def test_self_test_that_is_broken_off_leaves_the_tower_dark(peer: TowerLightPeer) -> None:
    steps = light_test(str(peer.link), pause=lambda _: None)
    next(steps)
    assert peer.wait_for(lambda light: light.lamps[Lamp.GREEN] is Mode.ON)

    steps.close()

    assert peer.wait_for(lambda light: light.lamps == DARK)
