"""The second half of the line: what is open, what the light shows, what is written down."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.faults import Fault, TableError
from engine.game import new_game
from engine.happenings import (
    Acknowledged,
    Answered,
    Broke,
    Corrected,
    InspectorCalled,
    Mended,
    Paused,
    Said,
)
from engine.house import load_rules
from engine.moves import (
    Beat,
    Deal,
    Draw,
    Lead,
    Return,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
    ThrowIn,
    Withdraw,
)
from engine.ports import Doubt, Sighting
from engine.seats import Actor
from engine.signals import Signal
from engine.standing import Standing
from engine.verdict import Code
from engine.watch import Watch

A, B, DEALER = Actor.A, Actor.B, Actor.DEALER


def card(name):
    return parse_card(name)


DEALT = [Deal(to, 2) for _ in range(3) for to in (A, B)] + [ShowTrump(card("6h"))]
LED = [*DEALT, Lead(A, (card("7c"),))]
WRONG_BEAT = Beat(B, card("9s"), card("7c"))


class Light:
    def __init__(self, log):
        self.log = log

    def show(self, signal):
        self.log.append(signal)

    def close(self):
        pass


class Kept:
    """Keeps rows in memory; while `fault` is set, they wait as a full disk makes them."""

    def __init__(self, log):
        self.log = log
        self.rows = []
        self.waiting = []
        self.fault = None

    def keep(self, entries):
        self.waiting += entries
        if self.fault is not None:
            raise TableError(self.fault, "the disk of journal t.journal is full")
        for entry in self.waiting:
            self.log.append(entry.kind)
            self.rows.append((entry.kind, entry.payload))
        self.waiting = []


class Shown:
    def __init__(self, log):
        self.log = log

    def publish(self, standing):
        self.log.append("page")


class Table:
    """A watched table with everything in memory; each move is a second after the last."""

    def __init__(self, moves=()):
        self.log = []
        self.records = Kept(self.log)
        game = new_game(load_rules("casino-by-2001"))
        self.watch = Watch(
            Standing(start=game, game=game), Light(self.log), self.records, Shown(self.log)
        )
        self.time = 0.0
        self.see(*moves)

    def see(self, *moves):
        for move in moves:
            self.take(Sighting(move, self.tick(), frame=int(self.time * 15)))

    def take(self, happening):
        self.watch.take(happening)

    def tick(self):
        self.time += 1.0
        return self.time

    @property
    def signal(self):
        return self.watch.standing.signal

    @property
    def open_codes(self):
        return [f.violation.code for f in self.watch.standing.open]

    def rows(self, kind):
        return [payload for row_kind, payload in self.records.rows if row_kind == kind]


def test_the_light_comes_first_then_the_journal_then_the_page():
    table = Table(LED)
    table.log.clear()
    table.see(WRONG_BEAT)
    assert table.log == [Signal.STOP, "action", "flag", "page"]


def test_lawful_play_is_silent():
    table = Table([*LED, Beat(B, card("9c"), card("7c"))])
    assert table.signal is Signal.CLEAR
    assert not table.rows("flag")
    assert len(table.rows("action")) == len(LED) + 1


def test_a_wrong_beat_stays_until_the_card_goes_back():
    table = Table([*LED, WRONG_BEAT])
    assert (table.signal, table.open_codes) == (Signal.STOP, [Code.BEAT_WRONG_SUIT])
    table.see(Withdraw(B, card("9s")))
    assert Code.BEAT_WRONG_SUIT not in table.open_codes
    assert {"flag": "f1", "how": "corrected"} in table.rows("closed")


def test_a_wrong_beat_stands_when_play_goes_on_past_it():
    table = Table([*LED, WRONG_BEAT, ThrowIn(A, (card("9d"),))])
    assert Code.BEAT_WRONG_SUIT not in table.open_codes
    assert table.rows("closed") == [{"flag": "f1", "how": "stood"}]


def test_an_acknowledged_finding_is_quiet_but_not_gone():
    table = Table([*LED, WRONG_BEAT])
    table.take(Acknowledged(1, table.tick()))
    assert (table.signal, table.open_codes) == (Signal.CLEAR, [Code.BEAT_WRONG_SUIT])
    assert table.rows("acknowledged") == [{"flag": "f1"}]


def test_what_calls_for_the_inspector_is_not_closed_by_play():
    twin = Table([*LED, Beat(B, card("9c"), card("7c")), Sweep(DEALER, ())])
    twin.see(Lead(B, (card("9c"),)))
    assert Code.CARD_IN_DISCARD_REAPPEARS in twin.open_codes
    twin.see(Beat(A, card("Tc"), card("9c")), Sweep(DEALER, ()))
    assert Code.CARD_IN_DISCARD_REAPPEARS in twin.open_codes
    for finding in twin.watch.standing.open:
        twin.take(Acknowledged(finding.id, twin.tick()))
    twin.see(Lead(A, (card("8c"),)))
    assert Code.CARD_IN_DISCARD_REAPPEARS not in twin.open_codes


@pytest.mark.parametrize("back", [Return(A, 1), Return(B, 1)])
def test_125_8_a_card_drawn_too_many_is_put_right_by_whoever_drew_it(back):
    table = Table([*LED, Beat(B, card("9c"), card("7c")), Sweep(DEALER, ()), Draw(A, 2)])
    assert table.open_codes == [Code.DRAW_TOO_MANY]
    table.see(back)
    assert (Code.DRAW_TOO_MANY in table.open_codes) is (back.seat is B)


@pytest.mark.parametrize(("seat", "how"), [(A, "corrected"), (B, "stood")])
def test_125_7_a_partial_take_is_put_right_by_whoever_took(seat, how):
    seven, six = card("7c"), card("7d")
    led = [*DEALT, Lead(B, (seven, six)), Take(A, (seven,))]
    table = Table(led)
    assert Code.TAKE_PARTIAL in table.open_codes
    partial = next(f.id for f in table.watch.standing.open if f.violation.code is Code.TAKE_PARTIAL)

    table.see(Take(seat, (six,)))

    assert {"flag": f"f{partial}", "how": how} in table.rows("closed")


def test_while_nothing_happens_light_and_page_show_that_we_live():
    table = Table(LED)
    table.log.clear()
    table.watch.rest(table.tick())
    assert table.log == [Signal.CLEAR, "page"]


def test_the_dealer_calls_a_flag_wrong():
    table = Table([*LED, WRONG_BEAT])
    table.take(Corrected(table.tick()))
    assert (table.signal, table.open_codes) == (Signal.CLEAR, [])
    assert table.rows("correction") == [{"who": "dealer", "flags": ["f1"]}]
    assert table.rows("retract") == [{"retracts": "f1"}]


def test_with_nothing_open_a_correction_takes_the_last_move_back():
    table = Table([*LED, Beat(B, card("9c"), card("7c"))])
    table.take(Corrected(table.tick()))
    assert table.rows("retract") == [{"retracts": f"m{len(LED) + 1}"}]
    assert table.watch.standing.game.bout.unbeaten == (card("7c"),)

    table.see(Beat(B, card("Tc"), card("7c")))
    assert table.rows("action")[-1]["id"] == f"m{len(LED) + 2}", "a number is never given twice"


def test_a_correction_judges_anew_what_is_left():
    table = Table([*LED, WRONG_BEAT, SayBeaten(A)])
    kept = table.open_codes
    table.take(Acknowledged(1, table.tick()))
    table.take(Corrected(table.tick()))
    assert table.open_codes == kept, "the move before it is as wrong as it was"
    assert table.signal is Signal.CLEAR, "and has been seen already"
    assert not any(str(row["retracts"]).startswith("f") for row in table.rows("retract"))


def test_a_doubt_asks_and_blames_nobody():
    table = Table(LED)
    answers = (Beat(B, card("9c"), card("7c")), WRONG_BEAT)
    table.take(Sighting(None, table.tick(), 1, doubt=Doubt("which-card", answers)))
    assert (table.signal, table.open_codes) == (Signal.DOUBT, [])
    assert table.rows("doubt")[0]["question"] == "which-card"
    assert not table.rows("flag")


@pytest.mark.parametrize(
    ("choice", "signal", "actions"),
    [(1, Signal.CLEAR, 1), (2, Signal.STOP, 1), (0, Signal.CLEAR, 0)],
)
def test_an_answer_closes_the_doubt(choice, signal, actions):
    table = Table(LED)
    answers = (Beat(B, card("9c"), card("7c")), WRONG_BEAT)
    table.take(Sighting(None, table.tick(), 1, doubt=Doubt("which-card", answers)))
    table.take(Answered(1, choice, table.tick()))
    assert table.signal is signal
    assert len(table.rows("action")) == len(LED) + actions
    assert table.rows("doubt-closed") == [{"doubt": "d1"}]


def test_a_late_answer_changes_nothing():
    table = Table(LED)
    before = table.watch.standing
    table.take(Answered(7, 1, table.tick()))
    assert table.watch.standing == before


def test_a_button_tells_what_the_camera_cannot_hear():
    table = Table([*LED, Beat(B, card("9c"), card("7c"))])
    table.take(Said(SayBeaten(A), table.tick()))
    assert table.watch.standing.game.bout.has_passed


def test_calling_the_inspector_is_written_down():
    table = Table(LED)
    table.take(InspectorCalled(table.tick()))
    assert table.rows("call") == [{"who": "inspector"}]


def test_a_called_inspector_is_wanted_until_play_is_said_to_go_on():
    table = Table(LED)
    table.take(InspectorCalled(table.tick()))
    table.take(Said(SayTakes(B), table.tick()))
    table.take(Paused(begins=True, taken_at=table.tick()))
    assert table.watch.standing.is_called
    table.take(Paused(begins=False, taken_at=table.tick()))
    assert not table.watch.standing.is_called


def test_a_fault_is_above_everything_and_ends():
    table = Table([*LED, WRONG_BEAT])
    table.take(Broke(Fault.CAMERA_LOST, "/dev/video0", table.tick()))
    assert table.signal is Signal.FAULT
    table.take(Mended(Fault.CAMERA_LOST, table.tick()))
    assert table.signal is Signal.STOP
    assert [row["fault"] for row in table.rows("fault") + table.rows("mended")] == [
        "camera-lost"
    ] * 2


def test_a_fault_that_is_told_again_is_one_row():
    table = Table(LED)
    for _ in range(3):
        table.take(Broke(Fault.CAMERA_LOST, "/dev/video0", table.tick()))
    assert len(table.rows("fault")) == 1


def test_a_full_disk_is_shown_and_loses_nothing():
    table = Table(LED)
    table.records.fault = Fault.DISK_FULL
    table.see(Beat(B, card("9c"), card("7c")))
    assert table.signal is Signal.FAULT
    assert len(table.rows("action")) == len(LED)

    table.watch.rest(table.tick())
    assert table.signal is Signal.FAULT

    table.records.fault = None
    table.watch.rest(table.tick())
    assert table.signal is Signal.CLEAR
    assert [kind for kind, _ in table.records.rows[-3:]] == ["action", "fault", "mended"]


def test_a_deal_after_the_end_begins_the_next_game():
    table = Table(LED)
    over = table.watch.standing.game
    table.watch.standing = Standing(start=over, game=finished(over))
    table.see(Deal(A, 2))
    assert table.watch.standing.game.game_no == 2
    assert table.rows("game")[-1]["game"] == 2
    assert not table.rows("retract")


def finished(game):
    """Return the game as A won it: no talon, no bout, A holds nothing."""
    from dataclasses import replace

    from engine.bout import Bout
    from engine.state import Ended, Ending, Hand

    return replace(
        game,
        talon=0,
        trump_lies=False,
        bout=Bout(),
        hands=(Hand(0), Hand(3)),
        last=Ended(A, B, Ending.BEATEN),
    )
