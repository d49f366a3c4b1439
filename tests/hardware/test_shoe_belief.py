"""What is lost on the way is found again: cards by their count, lid and jam by the heartbeat."""

import pytest

from engine.cards import parse_card
from engine.faults import Fault
from engine.house import load_rules
from engine.seats import Actor
from engine.shoe import CardOut, Counted, Emptied, Jammed, LidMoved
from hardware.shoe_belief import Belief
from hardware.shoe_host import Event, Felt, Greeted
from hardware.shoe_words import Flags, Kind, Pulse, face_byte
from hardware.simulators.shoe import MOST_EVENTS
from tests.hardware.shoe_table import ShoeTable
from tests.hardware.test_shoe_protocol import cable, core, device  # noqa: F401 - fixtures

A, B = Actor.A, Actor.B
SEVEN = parse_card("7h")


def card(number, seat=1, face=SEVEN):
    return Kind.CARD_OUT, bytes((number, seat, face_byte(face), 0))


def beat(out, flags=Flags.GREETED):
    return Pulse(1, flags, out, 0)


def told(belief, *heard):
    """Return the news of events, heartbeats and (as a number) of a new life of the shoe."""
    news = []
    for one in heard:
        match one:
            case int():
                belief.greeted(one)
            case Pulse():
                news += belief.felt(one)
            case (kind, payload):
                news += belief.told(kind, payload)
    return news


def numbers(news):
    return [(out.number, out.card) for out in news if isinstance(out, CardOut)]


@pytest.mark.parametrize(
    ("heard", "wanted"),
    [
        # Whoever begins to listen in the middle of a pack counts from there.
        ([card(9), card(10)], [(9, SEVEN), (10, SEVEN)]),
        ([beat(9), beat(9), card(10)], [(10, SEVEN)]),
        # A gap in the numbers: the cards between have left all the same.
        ([card(9), card(12)], [(9, SEVEN), (10, None), (11, None), (12, SEVEN)]),
        ([card(255), card(1)], [(255, SEVEN), (0, None), (1, SEVEN)]),
        # The last cards of a gap are told by the count, once it is clear that no event will.
        ([card(9), beat(11)], [(9, SEVEN)]),
        ([card(9), beat(11), card(10), card(11), beat(11)], [(n, SEVEN) for n in (9, 10, 11)]),
        ([card(9), beat(11), beat(11)], [(9, SEVEN), (10, None), (11, None)]),
        # An event that comes when its card was told from the count is not another card.
        ([card(9), beat(10), beat(10), card(10), card(11)], [(9, SEVEN), (10, None), (11, SEVEN)]),
        # After a restart the count goes on where the shoe keeps it, and begins anew elsewhere.
        ([1, card(9), 2, beat(10), beat(10)], [(9, SEVEN), (10, None)]),
        ([1, card(9), 2, beat(0), beat(0), card(1)], [(9, SEVEN), (1, SEVEN)]),
        ([1, card(9), 2, card(1)], [(9, SEVEN), (1, SEVEN)]),
        # A new pack without a restart.
        ([card(9), card(1), card(2)], [(9, SEVEN), (1, SEVEN), (2, SEVEN)]),
    ],
)
def test_no_card_is_lost_and_none_is_told_twice(heard, wanted):
    assert numbers(told(Belief(), *heard)) == wanted


@pytest.mark.parametrize(
    ("heard", "wanted"),
    [
        ([beat(0, Flags.LID_OPEN)], [LidMoved(True)]),
        ([beat(0, Flags.LID_OPEN), beat(0, Flags.LID_OPEN)], [LidMoved(True)]),
        ([(Kind.LID, b"\1"), beat(0, Flags.LID_OPEN), beat(0)], [LidMoved(True), LidMoved(False)]),
        ([beat(0, Flags.JAMMED), 2, beat(0)], [Jammed(True), Jammed(False)]),
        ([beat(0, Flags.EMPTY), (Kind.EMPTY, b"\0")], [Emptied(True), Emptied(False)]),
        ([(Kind.COUNT, b"\5\xff")], [Counted(5)]),
        ([(Kind.COUNT, b"\5")], []),
    ],
)
def test_the_heartbeat_tells_what_no_event_told(heard, wanted):
    assert told(Belief(), *heard) == wanted


def believed(cable):  # noqa: F811
    """Return what a table hears of everything that our end of the line took in."""
    belief, news = Belief(), []
    for one in cable.news:
        match one:
            case Event(kind=kind, payload=payload):
                news += belief.told(kind, payload)
            case Felt(pulse=pulse):
                news += belief.felt(pulse)
            case Greeted(welcome=welcome):
                belief.greeted(welcome.boot)
    return news


def test_cards_that_found_no_place_in_the_shoes_memory_are_told_without_faces(cable):  # noqa: F811
    cable.run(2.0)
    cable.is_cut = True
    cable.run(3.0)
    for _ in range(MOST_EVENTS + 12):
        cable.device.pull(SEVEN)
    cable.is_cut = False
    cable.run(10.0)

    out = numbers(believed(cable))

    assert [number for number, _ in out] == list(range(1, MOST_EVENTS + 13))
    assert [face for _, face in out] == [SEVEN] * MOST_EVENTS + [None] * 12


@pytest.fixture
def table(link):
    table = ShoeTable(link, load_rules("casino-by-2001"), (A, B))
    yield table
    table.close()


def test_lid_and_jam_are_told_again_after_the_plug_was_out(table):
    assert table.peer.wait_for(lambda peer: peer.device.greeted)
    table.peer.unplug()
    table.device.obey(["lid", "open"], 0.0)
    table.device.obey(["jam"], 0.0)
    table.peer.replug()

    assert table.hears_until({Fault.SHOE_OPEN, Fault.SHOE_JAMMED})

    table.peer.unplug()
    table.device.obey(["lid", "closed"], 0.0)
    table.device.obey(["free"], 0.0)
    table.peer.replug()

    assert table.hears_until(set())
