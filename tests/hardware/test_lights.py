"""Every kind of light: bytes as documented, the right look, what is read back, and what fails."""

import json
import threading
from datetime import time

import pytest

from engine.seats import Actor
from engine.signals import SeatSign, Signal
from hardware.busylights import BusyLight, phases
from hardware.choosing import Kind, light_place, strip_of
from hardware.line import LineState
from hardware.looks import LOOKS, PHASES, Rhythm, Shown
from hardware.modbus_light import read_frame, write_frame
from hardware.modbus_maps import load_map, read_map, shipped_maps
from hardware.port import LineError, Trouble
from hardware.quiet import buzzer, quiet_hours
from hardware.self_test import Check, light_test
from hardware.simulators.modbus_light import ModbusLightDevice
from hardware.simulators.wled import WledDevice
from hardware.slot import Slot
from hardware.stack_light import Lamp, encode, frame
from hardware.wled import Strip, segments

A, B = Actor.A, Actor.B
UP, DOWN = LineState.UP, LineState.DOWN
KINDS = ["tower", "sl60", "wled", "modbus"]


# SL60USB2: "USB Stack Light Serial Communications" (maker's PDF, 2024-04-27), the frames it prints
@pytest.mark.parametrize(
    ("lamp", "lit", "flashes", "wanted"),
    [
        (Lamp.RED, True, False, "a0 01 01 a2"),
        (Lamp.RED, False, False, "a0 01 00 a1"),
        (Lamp.RED, True, True, "a0 01 01 b3"),
        (Lamp.GREEN, True, True, "a0 02 01 b4"),
    ],
)
def test_a_stack_light_frame_is_as_its_maker_prints_it(lamp, lit, flashes, wanted):
    assert frame(lamp, lit=lit, flashes=flashes).hex(" ") == wanted


def test_a_stack_light_is_put_out_before_another_lamp_is_lit():
    assert encode(Lamp.YELLOW).hex(" ", 4) == "a00100a1 a00200a2 a00400a4 a00301a4"


# MODBUS Application Protocol V1.1b3: the coils of 6.11, the registers of 6.12, reading 6.1 and 6.3;
# the checksums are those of "MODBUS over serial line" V1.02, low byte first
@pytest.mark.parametrize(
    ("table", "first", "block", "wanted"),
    [
        ("coils", 0x13, (1, 0, 1, 1, 0, 0, 1, 1, 1, 0), "11 0f 00 13 00 0a 02 cd 01 bf 0b"),
        ("registers", 0x01, (0x0A, 0x0102), "11 10 00 01 00 02 04 00 0a 01 02 c6 f0"),
    ],
)
def test_a_modbus_block_is_written_as_the_standard_prints_it(table, first, block, wanted):
    assert write_frame(_map(table, first, len(block)), 0x11, block).hex(" ") == wanted


@pytest.mark.parametrize(
    ("table", "first", "count", "wanted"),
    [
        ("coils", 0x13, 0x25, "11 01 00 13 00 25 0e 84"),
        ("registers", 0x6B, 3, "11 03 00 6b 00 03 76 87"),
    ],
)
def test_a_modbus_block_is_read_as_the_standard_prints_it(table, first, count, wanted):
    assert read_frame(_map(table, first, count), 0x11).hex(" ") == wanted


def _map(table, first, count):
    lamps = "[lamps]\ntop = 0\nmiddle = 1\nbottom = 1\n"
    return read_map(f'table = "{table}"\nfirst = {first}\ncount = {count}\n{lamps}', "written")


# WLED documentation, interfaces/json-api: state object and segment object
def test_a_strip_is_told_every_segment_and_asked_to_answer():
    strip = Strip(tower=30, per_seat=5, seats=(A, B))
    stop = Shown(Signal.STOP, ((A, SeatSign.TURN), (B, SeatSign.STOP)))

    told = segments(strip, stop)

    assert [(s["start"], s["stop"]) for s in told] == [
        *((0, 10), (10, 20), (20, 30)),
        *((30, 35), (35, 40)),
    ]
    assert [s["col"][0] for s in told] == [
        *([255, 0, 0], [0, 0, 0], [0, 0, 0]),
        *([255, 255, 255], [255, 0, 0]),
    ]
    assert [s["fx"] for s in told] == [0, 0, 0, 0, 1]


def test_no_two_signals_differ_by_colour_alone():
    on_a_tower = {(look.place, look.rhythm) for look in LOOKS.values()}
    alone = {look.alone for look in LOOKS.values()}

    assert set(LOOKS) == set(Signal)
    assert len(on_a_tower) == len(alone) == len(Signal)


def test_no_lamp_flickers_faster_than_four_times_a_second():
    for rhythm, phases_of in PHASES.items():
        period_s = sum(seconds for _, seconds in phases_of)
        flashes = sum(lit for lit, _ in phases_of)
        assert rhythm is Rhythm.STEADY or flashes / period_s < 4, rhythm


LIT = {
    "sl60": {Signal.STOP: "● RED    ON", Signal.FAULT: "● YELLOW BLINK"},
    "tower": {Signal.STOP: "● RED    ON", Signal.FAULT: "● YELLOW BLINK"},
    "wled": {Signal.STOP: "  0-10  #ff0000 steady", Signal.FAULT: " 10-20  #ffa000 blinks"},
    "modbus": {Signal.STOP: "● top    1", Signal.FAULT: "● middle 1"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_light_shows_the_signal_and_again_after_it_was_plugged_in(
    plugged, opened, witness, kind
):
    peer, words = plugged(kind)
    light = opened(words)
    light.show(Signal.FAULT)
    assert peer.wait_for(lambda p: LIT[kind][Signal.FAULT] in p.rows)

    peer.unplug()
    assert witness.hears(UP, DOWN)
    light.show(Signal.STOP)
    peer.replug()

    assert peer.wait_for(lambda p: LIT[kind][Signal.STOP] in p.rows)
    assert not peer.wait_for(lambda p: LIT[kind][Signal.FAULT] in p.rows, 0.0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_light_that_forgot_its_state_is_told_it_again(plugged, opened, kind):
    peer, words = plugged(kind)
    opened(words).show(Signal.STOP)
    assert peer.wait_for(lambda p: LIT[kind][Signal.STOP] in p.rows)

    peer.reset()

    assert peer.wait_for(lambda p: LIT[kind][Signal.STOP] in p.rows)


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_garbled_bytes_do_not_last(plugged, opened, kind):
    peer, words = plugged(kind)
    peer.garble(6)

    opened(words).show(Signal.STOP)

    assert peer.wait_for(lambda p: LIT[kind][Signal.STOP] in p.rows)


@pytest.mark.parametrize("kind", ["wled", "modbus"])
def test_a_light_that_stops_answering_is_lost_and_found_again(plugged, opened, witness, kind):
    peer, words = plugged(kind)
    light = opened(words)
    light.show(Signal.CLEAR)
    assert witness.hears(UP)

    peer.stick()
    assert witness.sees(lambda health: health.trouble is Trouble.SILENT)
    light.show(Signal.STOP)
    peer.stick(stuck=False)

    assert peer.wait_for(lambda p: LIT[kind][Signal.STOP] in p.rows)


class StuckStrip(WledDevice):
    """Answers, and goes on showing what it shows."""

    def _obey(self, request):
        return self._answer()


def test_a_strip_that_shows_something_else_is_found_out(plugged, opened, witness):
    _, words = plugged("wled", device=StuckStrip())

    opened(words).show(Signal.CLEAR)

    assert witness.sees(lambda health: health.trouble is Trouble.WRONG_STATE)


def test_a_modbus_light_that_refuses_is_a_fault(plugged, opened, witness):
    _, words = plugged("modbus", "?map=registers&parity=N")

    opened(words).show(Signal.CLEAR)

    assert witness.sees(lambda health: health.trouble is Trouble.REFUSED)


def test_a_light_with_registers_blinks_by_itself(plugged, opened):
    device = ModbusLightDevice(load_map("registers"), unit=3)
    peer, words = plugged("modbus", "?map=registers&unit=3&parity=N", device)

    opened(words).show(Signal.FAULT)

    assert peer.wait_for(lambda p: "● middle 2" in p.rows)


def test_coils_are_made_to_blink(plugged, opened):
    peer, words = plugged("modbus")

    opened(words).show(Signal.FAULT)

    for wanted in ("● middle 1", "○ middle 0", "● middle 1"):
        assert peer.wait_for(lambda p, wanted=wanted: wanted in p.rows)


def test_seats_are_lit_where_a_strip_has_lamps_for_them(plugged, opened):
    peer, words = plugged("wled", "?leds=30&seats=AB&per-seat=5")
    light = opened(words)

    light.show(Signal.CLEAR)
    light.point({B: SeatSign.TURN})

    assert peer.wait_for(lambda p: " 35-40  #ffffff steady" in p.rows)
    light.point({})
    assert peer.wait_for(lambda p: " 35-40  #000000 steady" in p.rows)


@pytest.mark.parametrize("kind", KINDS)
def test_the_self_test_ticks_off_every_signal_of_every_kind(plugged, kind):
    _, words = plugged(kind)

    ticks = tuple(light_test(light_place(words), pause=lambda _: None))

    assert all(tick.passed for tick in ticks)
    assert [t.signal for t in ticks if t.check is Check.SHOWS] == [
        *(Signal.CLEAR, Signal.WAITING, Signal.DOUBT, Signal.STOP, Signal.FAULT)
    ]
    reads_back = [t.signal for t in ticks if t.check is Check.READS_BACK]
    assert len(reads_back) == (5 if kind in {"wled", "modbus"} else 0)


@pytest.mark.parametrize(
    ("words", "kind", "port"),
    [
        ("/dev/serial/by-id/usb-1a86", Kind.TOWER, "/dev/serial/by-id/usb-1a86"),
        ("tower:/dev/ttyUSB0", Kind.TOWER, "/dev/ttyUSB0"),
        ("sl60:usb:A50285BI", Kind.SL60, "usb:A50285BI"),
        ("wled:/dev/ttyACM0?leds=60&seats=AB", Kind.WLED, "/dev/ttyACM0"),
        ("modbus:socket://shelf:4001?unit=2", Kind.MODBUS, "socket://shelf:4001"),
        ("busylight:blink(1)", Kind.BUSYLIGHT, "blink(1)"),
        ("socket://shelf:4001", Kind.TOWER, "socket://shelf:4001"),
    ],
)
def test_the_words_after_light_choose_kind_and_port(words, kind, port):
    place = light_place(words)

    assert (place.kind, place.port) == (kind, port)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("sl60:/dev/x?unit=2", "has no option 'unit'"),
        ("wled:/dev/x?colour=red", "has no option 'colour'"),
    ],
)
def test_an_option_that_means_nothing_is_refused(words, message):
    with pytest.raises(ValueError, match=message):
        light_place(words)


@pytest.mark.parametrize("query", ["?leds=2", "?seats=Z", "?leds=many", "?per-seat=0"])
def test_a_strip_that_cannot_be_is_refused(query):
    with pytest.raises(ValueError):
        strip_of(light_place(f"wled:/dev/x{query}"))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ("", "table is missing"),
        ('table = "coils"\nfirst = 0\ncount = 2\n[lamps]\ntop = 0\n', "is missing"),
        (
            'table = "coils"\nfirst = 0\ncount = 2\n[lamps]\ntop = 0\nmiddle = 1\nbottom = 2\n',
            "outside the block",
        ),
        (
            'table = "coils"\nfirst = 0\ncount = 3\n[lamps]\ntop=0\nmiddle=1\nbottom=2\nblue=1\n',
            "no lamp is called 'blue'",
        ),
    ],
)
def test_a_register_map_with_a_mistake_is_refused_by_field(changed, message):
    with pytest.raises(ValueError, match=message):
        read_map(changed, "mine")


def test_every_shipped_register_map_can_be_used():
    assert [load_map(name).name for name in shipped_maps()] == ["registers", "relays"]


@pytest.mark.parametrize(
    ("wanted", "hours", "now", "sounds"),
    [
        (True, "22:00-08:00", time(21, 59), True),
        (True, "22:00-08:00", time(22, 0), False),
        (True, "22:00-08:00", time(3, 0), False),
        (True, "13:00-14:00", time(13, 30), False),
        (False, "22:00-08:00", time(12, 0), False),
    ],
)
def test_the_buzzer_keeps_quiet_hours(wanted, hours, now, sounds):
    assert buzzer(wanted=wanted, quiet=quiet_hours(hours), local_time=lambda: now)() is sounds


class FakeLamp:
    """A busy light as busylight-core gives it, without USB."""

    name = "blink(1)"

    def __init__(self):
        self.news = threading.Condition()
        self.colours = []
        self.gone = self.released = False

    def on(self, color):
        with self.news:
            if self.gone:
                raise OSError("no such device")
            self.colours.append(color)
            self.news.notify_all()

    def release(self):
        self.released = True

    def shows(self, colour):
        with self.news:
            return self.news.wait_for(lambda: colour in self.colours, 10)


def test_a_busy_light_shows_rhythms_and_is_found_again(witness):
    lamps = [FakeLamp(), FakeLamp()]
    found = iter(lamps)
    light = BusyLight("blink", Slot(), find=lambda _name: next(found), on_health=witness)
    light.start()
    light.show(Signal.STOP)
    assert lamps[0].shows((255, 0, 0))
    assert lamps[0].shows((0, 0, 0))  # the rhythm has its dark half

    lamps[0].gone = True

    assert witness.hears(UP, DOWN, UP)
    assert lamps[1].shows((255, 0, 0))
    light.close()
    assert lamps[1].colours[-1] == (0, 0, 0)
    assert lamps[0].released
    assert lamps[1].released


def test_a_busy_light_that_is_not_there_is_a_trouble(witness):
    def nothing(name):
        raise LineError(f"busylight:{name}", Trouble.MISSING)

    light = BusyLight("blink", Slot(), find=nothing, on_health=witness)
    light.start()

    assert witness.hears(DOWN)
    light.close()


def test_rhythms_of_a_single_lamp_go_on_for_ever():
    played = phases(Signal.DOUBT)
    lit = [next(played)[0].rgb != (0, 0, 0) for _ in range(8)]

    assert lit == [True, False, True, False] * 2


def test_requests_are_json_on_one_line(plugged, opened):
    peer, words = plugged("wled")
    opened(words).show(Signal.STOP)
    assert peer.wait_for(lambda p: LIT["wled"][Signal.STOP] in p.rows)

    lines = bytes(byte for _, byte in peer.received).splitlines()

    # Between the greeting and the signal it may be asked again how it is.
    assert json.loads(lines[0]) == {"v": True}
    told = next(line for line in lines if json.loads(line) != {"v": True})
    assert json.loads(told)["seg"][0]["col"][0] == [255, 0, 0]
