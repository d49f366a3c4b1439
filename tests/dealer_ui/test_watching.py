"""The whole line, frame by frame, with its two ends made of memory."""

from __future__ import annotations

import numpy as np
import pytest

from dealer_ui.commands import Acknowledge, Button, ButtonName, CommandQueue, Pause
from dealer_ui.hearing import Ears
from dealer_ui.steady import SteadyCamera
from dealer_ui.watching import Line, Watching
from engine.cards import parse_card
from engine.claims import TimeUsed
from engine.faults import Fault, Noted, Notice, TableError
from engine.game import new_game
from engine.happenings import Broke
from engine.house import load_rules
from engine.moves import Beat, Deal, Draw, Lead, ShowTrump, Sweep, ThrowIn
from engine.ports import Sighting
from engine.seats import Actor
from engine.signals import Signal
from engine.standing import Standing
from engine.table import TableState, Zone
from engine.watch import Watch
from hardware.line import Health, LineState
from vision.frames import Frame

A, B = Actor.A, Actor.B
DEALT = [Deal(to, 2) for _ in range(3) for to in (A, B)] + [ShowTrump(parse_card("6h"))]
LED = [*DEALT, Lead(A, (parse_card("7c"),))]
WRONG = Beat(B, parse_card("9s"), parse_card("7c"))


class Camera:
    """Gives what a script says: frames by number, a second apart, and troubles in between.

    A number in the script is so many frames that nobody fetched.

    `behind_s` is by how much the judging of a frame is late.
    """

    length = None
    behind_s = 0.0

    def __init__(self, script):
        self.script = list(script)
        self.time = 0.0
        self.number = 0

    def read(self):
        if not self.script:
            return None
        step = self.script.pop(0)
        self.time += 1.0
        if isinstance(step, Exception):
            raise step
        if isinstance(step, int):
            self.number, self.time = self.number + step, self.time + step
            return self.read()
        self.number += 1
        return Frame(np.zeros((2, 2, 3), np.uint8), self.time, self.number)

    def now(self):
        return self.time + self.behind_s

    def close(self):
        self.script = []


class Sight:
    """Sees a settled table in every frame, or the trouble that a script names for it."""

    def __init__(self, troubles=()):
        self.troubles = dict(troubles)
        self.told = ()

    def see(self, frame):
        if frame.number in self.troubles:
            raise self.troubles[frame.number]
        return TableState(frame.taken_at, frame.number)

    def news(self):
        news, self.told = self.told, ()
        return news


class Reading:
    """Reads the move that a script names for the frame."""

    def __init__(self, moves):
        self.moves = list(moves)

    def read(self, state, game):
        move = self.moves[state.frame - 1] if state.frame <= len(self.moves) else None
        return () if move is None else (Sighting(move, state.taken_at, state.frame),)


class Log:
    """Light, records and page in one; remembers what each was told."""

    def __init__(self):
        self.signals = []
        self.kinds = []
        self.pages = 0

    def show(self, signal):
        self.signals.append(signal)

    def close(self):
        pass

    def keep(self, entries):
        self.kinds += [entry.kind for entry in entries]

    def publish(self, standing):
        self.pages += 1


class Rig:
    def __init__(self, script, moves=(), troubles=(), late_after_s=None, *, calls_heard=False):
        self.log = Log()
        self.commands = CommandQueue()
        self.ears = Ears(self.commands)
        game = new_game(load_rules("casino-by-2001"), calls_heard=calls_heard)
        standing = Standing(start=game, game=game)
        self.watch = Watch(standing, self.log, self.log, self.log)
        self.camera = Camera(script)
        self.sight = Sight(troubles)
        line = Line(self.camera, self.sight, Reading(moves), self.ears, self.watch)
        self.watching = Watching(line, clock=lambda: self.camera.time, late_after_s=late_after_s)

    @property
    def signal(self):
        return self.watch.standing.signal


def test_a_frame_goes_through_the_line_in_one_turn():
    rig = Rig(["frame"] * (len(LED) + 1), [*LED, WRONG])
    rig.watching.run()
    assert rig.signal is Signal.STOP
    assert rig.log.kinds == ["action"] * (len(LED) + 1) + ["flag"]


@pytest.mark.parametrize("fault", [Fault.CAMERA_LOST, Fault.CAMERA_FROZEN])
def test_a_lost_camera_is_shown_at_once_and_comes_back_by_itself(fault):
    rig = Rig(
        ["frame", TableError(fault, "/dev/video0"), TableError(fault, "/dev/video0"), "frame"]
    )
    rig.watching.turn()
    rig.watching.turn()
    assert rig.signal is Signal.FAULT
    assert rig.watch.standing.faults[0].detail == "/dev/video0"
    rig.watching.turn()
    assert rig.signal is Signal.FAULT
    rig.watching.turn()
    assert rig.signal is Signal.WAITING
    assert rig.log.kinds == ["fault", "mended"]


def test_where_move_after_move_cannot_be_right_the_line_says_that_it_has_lost_the_thread():
    cards = tuple(parse_card(name) for name in ("7c", "9c", "9d"))
    moves = [
        *LED,
        Beat(B, cards[1], cards[0]),
        ThrowIn(B, cards[2:]),  # it beat what nobody saw
        Sweep(Actor.DEALER, cards),
        Draw(B, 1),
        Draw(A, 1),
        Lead(B, (parse_card("7d"),)),
    ]
    rig = Rig(["frame"] * (len(moves) + 1), moves)
    for _ in moves[:-1]:
        rig.watching.turn()
    assert [thing.fault for thing in rig.watch.standing.faults] == [Fault.OUT_OF_STEP]
    assert rig.signal is Signal.FAULT
    assert rig.watch.standing.open == ()
    rig.watching.run()
    assert rig.watch.standing.faults == ()
    assert rig.log.kinds[-1] == "mended"


def test_a_picture_that_cannot_be_used_is_a_fault_until_the_next_that_can():
    moved = {2: TableError(Fault.CAMERA_MOVED, "the camera was moved")}
    rig = Rig(["frame"] * 3, troubles=moved)
    rig.watching.turn()
    rig.watching.turn()
    assert rig.signal is Signal.FAULT
    rig.watching.turn()
    assert rig.signal is Signal.WAITING


def test_buttons_are_heard_between_frames():
    rig = Rig(["frame"] * (len(LED) + 2), [*LED, WRONG])
    for _ in range(len(LED) + 1):
        rig.watching.turn()
    number = rig.commands.accept(Acknowledge(prompt=1))
    rig.commands.accept(Button(ButtonName.CALL_INSPECTOR))
    rig.watching.turn()
    assert rig.signal is Signal.CLEAR
    assert rig.log.kinds[-2:] == ["acknowledged", "call"]
    assert rig.ears.handled_command == number + 1


@pytest.mark.parametrize(
    ("name", "field"), [(ButtonName.BEATEN, "passed"), (ButtonName.TAKES, "taking")]
)
def test_the_dealer_tells_what_the_camera_cannot_hear(name, field):
    rig = Rig(["frame"] * (len(LED) + 1), LED)
    for _ in LED:
        rig.watching.turn()
    rig.commands.accept(Button(name))
    rig.watching.turn()
    assert getattr(rig.watch.standing.game.bout, field)


def timed(rig):
    """Who ran out of time, and after how many seconds."""
    claims = (getattr(step.move, "claim", None) for step in rig.watch.standing.steps)
    return [(claim.seat, claim.used_s) for claim in claims if isinstance(claim, TimeUsed)]


def test_h17_the_frames_themselves_time_whoever_must_play():
    rig = Rig(["frame"] * (len(LED) + 61), LED, calls_heard=True)
    rig.watching.run()
    assert timed(rig) == [(B, 61)]
    assert rig.signal is Signal.CLEAR


@pytest.mark.parametrize(
    "halt",
    [
        pytest.param([TableError(Fault.CAMERA_LOST, "cam")] * 50, id="a lost camera"),
        pytest.param([50], id="frames that nobody fetched"),
    ],
)
def test_h17_time_that_nobody_saw_is_nobodys_thinking(halt):
    rig = Rig(["frame"] * len(LED) + halt + ["frame"] * 60, LED, calls_heard=True)
    rig.watching.run()
    assert timed(rig) == []


def test_h17_a_pause_is_told_by_a_button():
    rig = Rig(["frame"] * (len(LED) + 100), LED, calls_heard=True)
    for _ in LED:
        rig.watching.turn()
    rig.commands.accept(Pause(begins=True))
    rig.watching.run()
    assert timed(rig) == []
    assert rig.log.kinds[-1] == "pause"


def test_a_light_that_is_gone_is_told_on_the_page():
    rig = Rig(["frame"] * 3)
    rig.ears.hear_line(Health(LineState.UP, 0.0))
    rig.watching.turn()
    assert rig.signal is Signal.WAITING
    rig.ears.hear_line(Health(LineState.DOWN, 1.0, detail="the device at /dev/ttyACM0 has gone"))
    rig.watching.turn()
    assert [b.fault for b in rig.watch.standing.faults] == [Fault.LIGHT_LOST]
    rig.ears.hear_line(Health(LineState.UP, 2.0))
    rig.watching.turn()
    assert not rig.watch.standing.faults


def test_quiet_frames_still_tell_that_we_live():
    rig = Rig(["frame"] * 4)
    rig.watching.run()
    assert rig.log.pages == 4
    assert rig.log.signals == [Signal.WAITING] * 4


def test_a_steady_camera_waits_for_each_frame_and_leaves_none_out():
    slept = []
    clock = iter([10.0, 10.0, 10.2, 13.5]).__next__
    camera = SteadyCamera(Camera(["frame"] * 3), clock, slept.append)
    assert [frame.number for frame in camera.frames()] == [1, 2, 3]
    assert slept == pytest.approx([0.0, 0.8, 0.0])


def test_live_judging_that_falls_behind_is_a_fault_until_it_has_caught_up_well():
    rig = Rig(["frame"] * 9, late_after_s=2.0)
    told = []
    for behind_s in (0.1, 1.9, 2.4, 3.0, 1.5, 1.1, 0.9, 1.5):
        rig.camera.behind_s = behind_s
        rig.watching.turn()
        told.append(rig.signal is Signal.FAULT)
        assert rig.watching.judged_age_s == pytest.approx(behind_s)
    assert told == [False, False, True, True, True, True, False, False]
    assert rig.log.kinds == ["fault", "mended"]


@pytest.mark.parametrize(
    ("script", "late_after_s", "kinds"),
    [
        (["frame", 2, "frame", "frame"], 2.0, ["fault", "mended"]),
        (["frame", "frame", "frame"], 2.0, []),
        (["frame", 2, "frame", "frame"], None, []),
    ],
    ids=["live", "a slow camera leaves nothing out", "recording"],
)
def test_pictures_that_nobody_had_time_to_judge_are_a_fault(script, late_after_s, kinds):
    rig = Rig(script, late_after_s=late_after_s)
    rig.watching.run()
    assert rig.log.kinds == kinds


def test_how_late_it_is_stands_in_the_fault():
    rig = Rig(["frame"], late_after_s=2.0)
    rig.camera.behind_s = 2.4
    rig.watching.turn()
    (thing,) = rig.watch.standing.faults
    assert (thing.fault, thing.figures) == (Fault.JUDGING_LATE, (("seconds", pytest.approx(2.4)),))


def test_a_recording_may_be_watched_as_slowly_as_the_computer_is():
    rig = Rig(["frame"] * 3)
    rig.camera.behind_s = 55.0
    rig.watching.run()
    assert rig.signal is Signal.WAITING
    assert rig.watching.judged_age_s == pytest.approx(55.0)


def test_a_picture_that_cannot_be_used_is_told_once_with_its_measure():
    moved = TableError(Fault.CAMERA_MOVED, "table 3", (("mm", 71.2), ("degrees", 0.4)))
    rig = Rig(["frame"] * 6, troubles=dict.fromkeys(range(2, 6), moved))
    rig.watching.run()
    assert rig.log.kinds == ["fault", "mended"]


def test_one_trouble_after_another_is_told_and_all_are_over_with_a_good_picture():
    dark, moved = TableError(Fault.CAMERA_DARK), TableError(Fault.CAMERA_MOVED)
    rig = Rig(["frame"] * 5, troubles={2: dark, 3: moved, 4: dark})
    for _ in range(4):
        rig.watching.turn()
    assert [b.fault for b in rig.watch.standing.faults] == [Fault.CAMERA_DARK, Fault.CAMERA_MOVED]
    rig.watching.turn()
    assert not rig.watch.standing.faults
    assert rig.log.kinds == ["fault", "fault", "mended", "mended"]


@pytest.mark.parametrize("troubles", [{}, {1: TableError(Fault.CAMERA_DARK)}])
def test_what_sight_tells_is_taken_whether_it_could_see_or_not(troubles):
    rig = Rig(["frame"], troubles=troubles)
    rig.sight.told = (
        Noted(Notice.CAMERA_ADJUSTED, 1.0, (("mm", 4.0), ("degrees", 0.1))),
        Broke(Fault.CAMERA_GLARE, "", 1.0, (Zone.DISCARD,)),
    )
    rig.watching.turn()
    assert [n.notice for n in rig.watch.standing.noted] == [Notice.CAMERA_ADJUSTED]
    assert Fault.CAMERA_GLARE in {b.fault for b in rig.watch.standing.faults}
    assert {"notice", "fault"} <= set(rig.log.kinds)
