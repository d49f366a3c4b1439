"""The tower light on real terminals: every signal, byte by byte."""

import threading

import pytest

from engine.signals import Signal
from hardware.choosing import light_place
from hardware.indicators import NoLight
from hardware.port import LineError
from hardware.self_test import Check, light_test
from hardware.simulators.tower_light import TowerLightPeer
from hardware.tower_light import LIT, WORDS, Lamp, Mode, encode

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
    peer: TowerLightPeer, opened, signal: Signal, sent: str, lit: dict[Lamp, Mode]
) -> None:
    opened(peer.link).show(signal)

    assert peer.wait_for(lambda light: light.lamps == DARK | lit)
    assert received(peer)[:4] == bytes.fromhex(sent)


def test_a_later_signal_leaves_nothing_of_the_earlier_one(peer: TowerLightPeer, opened) -> None:
    light = opened(peer.link)
    for signal, _, lit in SIGNALS:
        light.show(signal)
        assert peer.wait_for(lambda peer, lit=lit: peer.lamps == DARK | lit)


def test_the_same_signal_again_sends_nothing(peer: TowerLightPeer, opened) -> None:
    light = opened(peer.link)
    light.show(Signal.WAITING)  # a blinking signal is refreshed every 5 s only
    assert peer.wait_for(lambda light: len(light.received) == 4)

    for _ in range(50):
        light.show(Signal.WAITING)
    light.show(Signal.STOP)

    assert peer.wait_for(lambda light: light.lamps[Lamp.RED] is Mode.ON)
    assert received(peer).hex(" ") == "21 22 28 44 22 24 28 11"


def test_steady_signal_is_sent_again_so_that_a_light_that_lost_it_is_right_again(
    peer: TowerLightPeer, opened
) -> None:
    peer.garble(4)

    opened(peer.link).show(Signal.STOP)

    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.RED: Mode.ON})
    assert received(peer)[:4] == bytes.fromhex("a2 a4 a8 91")


def test_time_of_sending_is_told_once_for_each_signal(peer: TowerLightPeer, opened) -> None:
    told: list[tuple[Signal, float]] = []
    light = opened(peer.link, on_sent=lambda signal, at: told.append((signal, at)))

    for signal in (Signal.CLEAR, Signal.STOP):
        light.show(signal)
        assert peer.wait_for(lambda peer, lit=LIT[signal]: peer.lamps == DARK | lit)

    light.close()  # ends the line's thread, so that nothing more can be told
    assert [signal for signal, _ in told] == [Signal.CLEAR, Signal.STOP]
    assert told[0][1] < told[1][1]


def test_buzzer_sounds_once_for_a_stop_and_is_put_out(peer: TowerLightPeer, opened) -> None:
    light = opened(peer.link, may_buzz=lambda: True)

    light.show(Signal.STOP)

    assert peer.wait_for(lambda light: light.lamps[Lamp.BUZZER] is Mode.ON)
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.RED: Mode.ON})
    light.show(Signal.DOUBT)
    assert peer.wait_for(lambda light: light.lamps == DARK | {Lamp.YELLOW: Mode.ON})
    assert received(peer).hex(" ") == "22 24 11 18 22 24 28 11 21 24 28 12"


def test_closing_leaves_the_tower_dark(peer: TowerLightPeer, opened) -> None:
    light = opened(peer.link)
    light.show(Signal.CLEAR)
    assert peer.wait_for(lambda light: light.lamps[Lamp.GREEN] is Mode.ON)

    light.close()

    assert peer.wait_for(lambda light: light.lamps == DARK)


def test_a_signal_that_nobody_stands_by_turns_into_a_fault(peer: TowerLightPeer, opened) -> None:
    now, clear = [100.0], encode(LIT[Signal.CLEAR])
    light = opened(peer.link, stale_s=2.0, clock=lambda: now[0])

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


def test_a_closed_light_leaves_no_thread(peer: TowerLightPeer, opened) -> None:
    light = opened(peer.link)
    for signal in Signal:
        light.show(signal)

    light.close()

    assert not [t for t in threading.enumerate() if t.name == f"line {peer.link}"]


def test_no_light_takes_every_signal() -> None:
    light = NoLight()
    for signal in Signal:
        light.show(signal)
    light.point({})
    light.close()


def test_self_test_walks_through_every_signal_and_ends_dark(peer: TowerLightPeer) -> None:
    ticks = []
    for tick in light_test(light_place(str(peer.link)), pause=lambda _: None):
        if tick.signal is not None:
            assert peer.wait_for(lambda light, lit=LIT[tick.signal]: light.lamps == DARK | lit)
        ticks.append(tick)

    assert all(tick.passed for tick in ticks)
    assert {tick.signal for tick in ticks if tick.check is Check.SHOWS} == set(Signal)
    assert (ticks[-1].check, ticks[-1].sent) == (Check.DARK, WORDS.dark)
    assert peer.wait_for(lambda light: light.lamps == DARK)


def test_self_test_of_a_port_that_does_not_exist_names_it(link) -> None:
    with pytest.raises(LineError, match=f"there is no serial port {link}"):
        next(light_test(light_place(str(link))))


def test_self_test_that_is_broken_off_leaves_the_tower_dark(peer: TowerLightPeer) -> None:
    ticks = light_test(light_place(str(peer.link)), pause=lambda _: None)
    assert [next(ticks).check, next(ticks).check] == [Check.OPENS, Check.SHOWS]
    assert peer.wait_for(lambda light: light.lamps[Lamp.GREEN] is Mode.ON)

    ticks.close()

    assert peer.wait_for(lambda light: light.lamps == DARK)
