"""Out of step: where play goes on over mistake after mistake, it is Kozyr who is wrong."""

from __future__ import annotations

import pytest

from engine.faults import Fault
from engine.happenings import Acknowledged, Corrected, LetGo, Mended
from engine.in_step import step_news
from engine.moves import Beat, Deal, Draw, Lead, Sweep, Take, ThrowIn, Withdraw
from engine.signals import Signal
from tests.engine.test_watch import DEALER, DEALT, LED, WRONG_BEAT, A, B, Table, card

MISSED_ATTACK = [
    Lead(A, (card("7c"),)),
    Beat(B, card("9c"), card("7c")),
    ThrowIn(B, (card("9d"),)),  # it beat the 9h that nobody saw
    Sweep(DEALER, (card("7c"), card("9c"), card("9d"))),
    Draw(B, 1),
    Draw(B, 1),
    Draw(A, 1),
]
"""One card of A was never found; three lawful moves look wrong in a row."""


class SteppingTable(Table):
    """A table at which every move is followed by the question whether Kozyr is in step."""

    def see(self, *moves):
        for move in moves:
            super().see(move)
            self.step()

    def step(self):
        for happening in step_news(self.watch.standing, self.time):
            self.take(happening)

    @property
    def is_lost(self):
        return any(f.fault is Fault.OUT_OF_STEP for f in self.watch.standing.faults)


def test_three_moves_that_cannot_be_right_are_out_of_step():
    table = SteppingTable(DEALT)
    table.see(*MISSED_ATTACK)
    assert table.is_lost
    assert table.signal is Signal.FAULT
    assert [row["fault"] for row in table.rows("fault")] == ["out-of-step"]


def test_what_led_away_from_the_table_accuses_nobody_any_more():
    table = SteppingTable(DEALT)
    table.see(*MISSED_ATTACK)
    assert table.open_codes == []
    flags = [flag for step in table.watch.standing.steps for flag in step.flags]
    withdrawn = [flag for step in table.watch.standing.steps for flag in step.withdrawn]
    assert {str(flag.violation.verdict) for flag in flags} == {"unverifiable"}
    assert {str(flag.violation.code) for flag in withdrawn} >= {
        "THROW_BY_DEFENDER",
        "SWEEP_UNBEATEN",
        "DRAW_ORDER",
    }
    retracted = {row["retracts"] for row in table.rows("retract")}
    assert retracted == {f"f{flag.id}" for flag in withdrawn}


def test_nothing_is_judged_while_it_lasts():
    table = SteppingTable(DEALT)
    table.see(*MISSED_ATTACK[:-1], Draw(A, 1), Draw(A, 1), Draw(A, 1))
    assert table.is_lost
    assert table.open_codes == []


def test_the_next_lead_shows_who_plays_and_judging_begins_again():
    table = SteppingTable(DEALT)
    table.see(*MISSED_ATTACK, Lead(B, (card("7d"),)))
    assert not table.is_lost
    assert table.signal is not Signal.FAULT
    table.see(Beat(A, card("6s"), card("7d")))
    assert table.open_codes == ["BEAT_WRONG_SUIT"]


def test_how_many_cards_anybody_holds_stays_unknown_until_the_next_deal():
    table = SteppingTable(DEALT)
    table.see(*MISSED_ATTACK, Lead(B, (card("7d"),)), Take(A, (card("7d"),)), Draw(A, 4))
    assert table.open_codes == []


def test_the_next_deal_ends_it_as_well():
    table = SteppingTable(DEALT)
    table.see(*MISSED_ATTACK)
    assert table.is_lost
    table.see(Deal(B, 2))
    assert not table.is_lost


def test_it_is_told_once_while_it_lasts():
    table = SteppingTable(DEALT)
    table.see(*MISSED_ATTACK)
    table.step()
    table.step()
    assert len(table.rows("fault")) == 1


@pytest.mark.parametrize(
    "moves",
    [
        [*MISSED_ATTACK[:4]],
        [*MISSED_ATTACK[:2], Sweep(DEALER, (card("7c"), card("9c"))), Draw(B, 1), Draw(B, 1)],
        [MISSED_ATTACK[0], WRONG_BEAT, Sweep(DEALER, (card("7c"), card("9s"))), Draw(B, 1)],
    ],
    ids=["two-in-a-row", "one-round-of-draws", "a-wrong-beat-is-plain-to-see"],
)
def test_fewer_mistakes_are_mistakes(moves):
    table = SteppingTable(DEALT)
    table.see(*moves)
    assert not table.is_lost
    assert table.open_codes


def test_what_was_put_right_was_a_mistake():
    table = SteppingTable(LED)
    for name in ("9d", "9h", "Td"):
        table.see(ThrowIn(B, (card(name),)), Withdraw(B, card(name)))
    assert not table.is_lost
    assert len(table.rows("flag")) == 3


@pytest.mark.parametrize(
    "said",
    [Acknowledged, lambda finding, at: LetGo(finding, "Ivanova", at), lambda _, at: Corrected(at)],
    ids=["acknowledged", "let-go", "called-wrong"],
)
def test_what_people_have_spoken_about_is_no_sign(said):
    table = SteppingTable(DEALT)
    for move in MISSED_ATTACK:
        table.see(move)
        for finding in table.watch.standing.open:
            if not finding.acknowledged:
                table.take(said(finding.id, table.tick()))
    assert not table.is_lost


def test_a_fault_of_the_camera_is_mended_by_nobody_here():
    table = SteppingTable(LED)
    table.take(Mended(Fault.CAMERA_LOST, table.tick()))
    table.step()
    assert not table.is_lost
