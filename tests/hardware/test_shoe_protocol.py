"""Both ends of the shoe protocol in a time of their own: the simulated shoe and the firmware."""

from random import Random

import pytest

from engine.cards import parse_card
from engine.seats import Actor
from hardware.port import Trouble
from hardware.shoe_host import MOST_QUEUED, Done, Lost
from hardware.shoe_words import (
    ASK_COUNT,
    LOCK,
    NEW_PACK,
    UNLOCK,
    Ability,
    Command,
    Kind,
    Result,
    ShoeLook,
    allow,
    face_byte,
    identify,
    light,
)
from hardware.simulators.shoe import ShoeDevice
from tests.hardware.cable import ShoeCable
from tests.hardware.firmware import FirmwareShoe, compiled

A, B = Actor.A, Actor.B


@pytest.fixture(scope="module")
def core():
    return compiled()


@pytest.fixture(params=["simulated", "firmware"])
def device(request):
    if request.param == "simulated":
        yield ShoeDevice()
    else:
        shoe = FirmwareShoe(request.getfixturevalue("core"))
        yield shoe
        shoe.close()


@pytest.fixture
def cable(device):
    made = ShoeCable(device)
    assert made.until(lambda: made.host.is_up)
    return made


def test_a_shoe_says_who_it_is(cable):
    (greeting,) = cable.greetings

    assert greeting.welcome.abilities & (Ability.COUNTS | Ability.READS_FACES)
    assert greeting.welcome.seats == 6
    assert greeting.welcome.name.startswith("kozyr")
    assert not cable.device.amber


@pytest.mark.parametrize(
    "command", [allow(B, 2, locks_after=True), LOCK, UNLOCK, NEW_PACK, ASK_COUNT, identify(3)]
)
def test_every_command_is_acknowledged(cable, command):
    cable.host.order(command)

    assert cable.until(lambda: cable.done)
    assert [(d.command, d.result) for d in cable.done] == [(command, Result.DONE)]


@pytest.mark.parametrize(
    ("command", "result"),
    [
        (Command(Kind.ALLOW, bytes((9, 1, 0))), Result.WRONG),
        (Command(Kind.ALLOW, bytes((1, 0, 0))), Result.WRONG),
        (Command(Kind.LIGHT, bytes((1, 99))), Result.WRONG),
        (Command(Kind.LOCK, b"\x01"), Result.WRONG),
    ],
)
def test_a_command_that_makes_no_sense_is_refused(cable, command, result):
    cable.host.order(command)

    assert cable.until(lambda: cable.done)
    assert cable.done[0].result is result


def test_cards_are_counted_named_and_said_to_whom(cable):
    cable.host.order(allow(B, 2, locks_after=True))
    assert cable.until(lambda: cable.done)
    for face in ("7h", "Ks"):
        cable.device.pull(parse_card(face))
    assert cable.until(lambda: len(cable.events) == 2)

    told = [tuple(event.payload) for event in cable.events]

    seven, king = face_byte(parse_card("7h")), face_byte(parse_card("Ks"))
    assert told == [(1, 2, seven, 0), (2, 2, king, 0)]
    assert cable.device.locked


@pytest.mark.parametrize(
    ("hand", "kind", "payload"),
    [
        (["lid", "open"], Kind.LID, b"\x01"),
        (["lid", "closed"], Kind.LID, b"\x00"),
        (["jam"], Kind.JAM, b"\x01"),
        (["free"], Kind.JAM, b"\x00"),
        (["empty"], Kind.EMPTY, b"\x01"),
        (["loaded"], Kind.EMPTY, b"\x00"),
    ],
)
def test_what_hands_do_to_a_shoe_is_told(cable, hand, kind, payload):
    cable.device.obey(hand, cable.now)

    assert cable.until(lambda: cable.events)
    assert (cable.events[0].kind, cable.events[0].payload) == (kind, payload)


def test_a_jammed_shoe_cannot_be_locked(cable):
    cable.device.obey(["jam"], cable.now)
    cable.host.order(LOCK)

    assert cable.until(lambda: cable.done)
    assert cable.done[0].result is Result.CANNOT


def test_the_count_can_be_asked_for(cable):
    cable.device.pull()
    cable.host.order(ASK_COUNT)

    assert cable.until(lambda: len(cable.events) == 2)
    assert (cable.events[1].kind, cable.events[1].payload) == (Kind.COUNT, b"\x01\xff")


def test_a_shoe_that_hears_nobody_is_amber_within_two_seconds_and_unlocks(cable):
    cable.host.order(LOCK)
    assert cable.until(lambda: cable.done)
    assert cable.device.locked

    cable.is_cut = True
    cut_at = cable.now

    assert cable.until(lambda: cable.device.amber)
    assert cable.now - cut_at <= 2.05
    assert not cable.device.locked


def test_a_house_may_keep_a_deaf_shoe_locked(device):
    cable = ShoeCable(device)
    cable.host.stays_locked = True
    assert cable.until(lambda: cable.host.is_up)
    cable.host.order(LOCK)
    assert cable.until(lambda: cable.done)

    cable.is_cut = True

    assert cable.until(lambda: cable.device.amber)
    assert cable.device.locked


def test_a_shoe_that_is_not_heard_is_a_trouble_within_two_seconds(cable):
    cable.is_cut = True
    cut_at = cable.now

    assert cable.until(lambda: cable.broken)
    assert cable.broken == [Trouble.SILENT]
    assert cable.now - cut_at <= 2.0


def test_the_wanted_state_is_told_again_after_a_break(cable):
    for command in (LOCK, light(2, ShoeLook.TURN), identify(1)):
        cable.host.order(command)
    assert cable.until(lambda: len(cable.done) == 3)

    cable.is_cut = True
    assert cable.until(lambda: cable.device.amber)
    cable.is_cut = False

    assert cable.until(lambda: cable.device.locked)
    assert cable.until(lambda: len(cable.done) == 5)  # the state, not the flashing
    assert cable.device.looks[2] == ShoeLook.TURN


def test_a_shoe_that_was_reset_is_greeted_and_told_its_state_again(cable):
    cable.host.order(LOCK)
    cable.host.order(light(1, ShoeLook.STOP))
    assert cable.until(lambda: len(cable.done) == 2)

    cable.device.power_up(cable.now)
    assert not cable.device.locked

    assert cable.until(lambda: len(cable.greetings) == 2)
    assert cable.until(lambda: cable.device.locked and cable.device.looks[1] == ShoeLook.STOP)


def test_events_wait_until_somebody_listens(device):
    cable = ShoeCable(device)
    cable.is_cut = True
    cable.run(1.0)
    cable.device.pull(parse_card("6c"))
    cable.device.pull(parse_card("7c"))

    cable.is_cut = False

    assert cable.until(lambda: len(cable.events) == 2)
    assert [event.payload[0] for event in cable.events] == [1, 2]


def test_of_commands_about_one_thing_the_last_counts(device):
    cable = ShoeCable(device)
    for _ in range(10):
        cable.host.order(LOCK)
        cable.host.order(UNLOCK)
    assert cable.until(lambda: cable.host.is_up)
    assert cable.until(lambda: cable.done)
    cable.run(1.0)

    assert [d.command for d in cable.done] == [UNLOCK]


def test_a_full_queue_reports_what_it_cannot_take(device):
    cable = ShoeCable(device)
    for number in range(MOST_QUEUED + 3):
        cable.host.order(identify(number))

    assert [news.command for news in cable.lost] == [
        identify(number) for number in range(MOST_QUEUED, MOST_QUEUED + 3)
    ]


def test_commands_on_a_dead_line_are_reported_lost(cable):
    cable.host.order(identify(1))
    cable.noise.rate = 1.0

    assert cable.until(lambda: cable.lost or cable.broken)
    cable.noise.rate = 0.0
    assert cable.until(lambda: cable.lost)
    assert cable.lost[0].command == identify(1)


@pytest.mark.parametrize(("orders", "within_s"), [(True, 2.0), (False, 4.0)])
def test_a_shoe_that_speaks_and_hears_nothing_is_a_fault_until_it_hears(cable, orders, within_s):
    cable.is_deaf = True
    if orders:
        cable.host.order(UNLOCK)

    assert cable.until(lambda: cable.broken, within_s)
    assert cable.broken == [Trouble.SILENT]
    cable.is_deaf = False
    assert cable.until(lambda: cable.host.is_up, 5.0)
    if orders:
        assert cable.until(lambda: [d.command for d in cable.done] == [UNLOCK])


def bad_line(device, frames: int, rate: float = 0.01, seed: int = 7) -> ShoeCable:
    """Send commands and pull cards over a bad line until so many frames have gone over it."""
    chance = Random(seed)
    cable = ShoeCable(device, rate, chance)
    ordered, pulled = [], 0
    while cable.frames < frames:
        for _ in range(8):
            ordered.append(identify(len(ordered) % 256))
            cable.host.order(ordered[-1])
        cable.device.pull()
        pulled += 1
        settled = len(ordered)
        assert cable.until(lambda n=settled: len(cable.done) + len(cable.lost) >= n, 120.0)
    cable.noise.rate = 0.0
    assert cable.until(lambda: len(cable.events) >= pulled, 120.0)
    answered = [news.command for news in cable.news if isinstance(news, Done | Lost)]
    check_line(cable, ordered, answered, pulled)
    return cable


def check_line(cable, ordered, answered, pulled) -> None:
    """Every command was answered or reported lost, once; every event came, once, in order."""
    assert answered == ordered
    assert {d.result for d in cable.done} == {Result.DONE}
    assert [event.payload[0] for event in cable.events] == [n % 256 for n in range(1, pulled + 1)]


def test_a_bad_line_lets_no_wrong_command_through_and_loses_none_unreported(device):
    cable = bad_line(device, frames=3000)

    assert cable.host.damaged > 50
    assert len(cable.lost) <= 2


def test_on_a_bad_line_every_command_is_carried_out_once():
    shoe = ShoeDevice()
    cable = bad_line(shoe, frames=6000, seed=11)

    carried = [payload for _, _, payload in shoe.done]
    ordered = [news.command.payload for news in cable.done]
    if not cable.lost:
        assert carried == ordered
    assert len(ordered) <= len(carried) <= len(ordered) + len(cable.lost)
