"""What nobody saw accuses nobody: findings after the camera was blind, wholly or for a zone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from engine.faults import Cause, Fault, Noted, Notice
from engine.game import new_game
from engine.happenings import Broke, Mended
from engine.moves import Beat, Deal, Draw, Lead, Sweep, ThrowIn
from engine.seats import Actor
from engine.signals import Signal
from engine.table import Zone
from engine.unseen import WHOLE_TABLE, counts_lost, hidden_by, rests_on
from engine.verdict import Code, Verdict, Violation
from tests.engine.builders import CASINO
from tests.engine.test_watch import DEALER, LED, WRONG_BEAT, A, B, Table, card

GOOD_BEAT = Beat(B, card("9c"), card("7c"))
SWEPT = [*LED, GOOD_BEAT, Sweep(DEALER, (card("7c"), card("9c")))]
DRAWN = [*SWEPT, Draw(A, 1), Draw(B, 1)]


def blinded(table, fault, zones=(), *, ends=True):
    table.take(Broke(fault, "ceiling camera", table.tick(), zones))
    if ends:
        table.take(Mended(fault, table.tick()))
    return table


def flagged(table):
    return [(row["code"], row["verdict"]) for row in table.rows("flag")]


@pytest.mark.parametrize(
    ("fault", "zones"),
    [
        (Fault.CAMERA_LOST, ()),
        (Fault.CAMERA_DARK, ()),
        (Fault.CAMERA_BLURRED, ()),
        (Fault.CAMERA_MOVED, ()),
        (Fault.FRAMES_MISSED, ()),
        (Fault.CAMERA_GLARE, (Zone.BATTLE,)),
    ],
)
@pytest.mark.parametrize("ends", [True, False])
def test_a_wrong_move_after_the_battle_was_out_of_sight_is_unverifiable(fault, zones, ends):
    table = blinded(Table(LED), fault, zones, ends=ends)
    table.see(WRONG_BEAT)
    assert flagged(table) == [("BEAT_WRONG_SUIT", "unverifiable")]
    assert table.open_codes == []


@pytest.mark.parametrize(
    ("fault", "zones"),
    [
        (Fault.LIGHT_LOST, ()),
        (Fault.VIDEO_STOPPED, ()),
        (Fault.JUDGING_LATE, ()),
        (Fault.CAMERA_GLARE, (Zone.DISCARD,)),
        (Fault.CAMERA_GLARE, (Zone.HAND_A, Zone.TALON)),
    ],
)
def test_what_hides_no_attack_and_no_defence_leaves_the_referee_alone(fault, zones):
    table = blinded(Table(LED), fault, zones)
    table.see(WRONG_BEAT)
    assert flagged(table) == [("BEAT_WRONG_SUIT", "illegal")]


def test_cards_drawn_behind_a_glare_on_a_hand_accuse_nobody():
    table = blinded(Table(SWEPT), Fault.CAMERA_GLARE, (Zone.HAND_A,))
    table.see(Draw(B, 1), Lead(B, (card("8c"),)))
    assert {verdict for _, verdict in flagged(table)} == {"unverifiable"}
    assert table.open_codes == []


def test_the_next_lead_but_one_is_judged_in_full_again():
    table = blinded(Table(SWEPT), Fault.CAMERA_LOST)
    table.see(Draw(A, 1), Draw(B, 1), Lead(B, (card("8d"),)))
    table.see(ThrowIn(B, (card("Jc"),)))
    assert flagged(table)[-1] == ("THROW_RANK_NOT_ON_TABLE", "illegal")


@pytest.mark.parametrize(
    ("fault", "zones", "verdict"),
    [
        (Fault.CAMERA_LOST, (), "unverifiable"),
        (Fault.CAMERA_GLARE, (Zone.HAND_A,), "illegal"),
    ],
    ids=["the battle too: cards may have been played", "a hand alone"],
)
def test_a_lead_brings_counts_back_only_where_the_battle_was_in_sight(fault, zones, verdict):
    table = blinded(Table(SWEPT), fault, zones)
    table.see(Draw(A, 1), Draw(B, 1), Lead(B, (card("8d"),)), Beat(A, card("9d"), card("8d")))
    table.see(Sweep(DEALER, (card("8d"), card("9d"))), Draw(B, 3))
    assert ("DRAW_TOO_MANY", verdict) in flagged(table)


def test_the_next_deal_brings_counts_back():
    table = blinded(Table(SWEPT), Fault.CAMERA_LOST)
    table.see(Lead(B, (card("8d"),)))
    assert table.watch.standing.unseen == counts_lost(WHOLE_TABLE)
    table.watch.standing = replace(table.watch.standing, game=new_game(CASINO))
    table.see(Deal(A, 3))
    assert table.watch.standing.unseen == frozenset()
    assert flagged(table)[-1] == ("DEAL_PACKET", "illegal")


def test_who_starts_in_the_middle_of_a_game_accuses_nobody_of_what_came_before():
    table = Table()
    table.watch.standing = replace(table.watch.standing, unseen=WHOLE_TABLE)
    table.see(Lead(A, (card("7c"),)), Beat(B, card("9c"), card("7c")))
    table.see(Sweep(DEALER, (card("7c"), card("9c"))), Draw(A, 1), Draw(B, 1))
    assert {verdict for _, verdict in flagged(table)} <= {"unverifiable"}
    assert table.open_codes == []
    assert table.signal is not Signal.STOP


def bout(lead, beat, *draws):
    swept = Sweep(DEALER, (card(lead), card(beat)))
    return [Lead(A, (card(lead),)), Beat(B, card(beat), card(lead)), swept, *draws]


SHORT = [*DRAWN[:-1], *bout("8d", "9d", Draw(A, 1), Draw(B, 1))]
"""B was one card short when the second bout began: he did not get it, or nobody saw it."""


def illegal(table):
    return [code for code, verdict in flagged(table) if verdict == "illegal"]


def test_a_hand_that_seems_to_be_short_is_told_once_and_not_after_every_bout():
    table = Table(SHORT)
    assert illegal(table).count("DRAW_SKIPPED") == 1
    table.see(*bout("8h", "Th", Draw(A, 1), Draw(B, 1)), *bout("Qc", "Kc"))
    told = [code for code in illegal(table) if code.startswith("DRAW")]
    assert told == ["DRAW_SKIPPED"]


def test_the_other_hand_is_counted_on():
    table = Table(SHORT)
    table.see(Lead(A, (card("8h"),)), Beat(B, card("Th"), card("8h")))
    table.see(Sweep(DEALER, (card("8h"), card("Th"))), Draw(A, 3))
    assert "DRAW_TOO_MANY" in illegal(table)


def test_a_card_given_late_makes_the_count_certain_again():
    table = Table([*DRAWN[:-1], Lead(A, (card("8d"),))])
    assert table.watch.standing.miscounted == {Zone.HAND_B, Zone.TALON}
    table.see(Draw(B, 1))
    assert table.watch.standing.miscounted == frozenset()


def test_while_a_zone_is_hidden_a_lead_brings_nothing_back():
    table = blinded(Table(DRAWN), Fault.CAMERA_GLARE, (Zone.BATTLE,), ends=False)
    table.see(Lead(B, (card("8d"),)), ThrowIn(B, (card("Jc"),)))
    assert {verdict for _, verdict in flagged(table)} == {"unverifiable"}


def test_a_camera_that_was_lost_before_the_deal_has_missed_nothing():
    table = blinded(Table(), Fault.CAMERA_LOST)
    table.see(Deal(A, 3))
    assert flagged(table) == [("DEAL_PACKET", "illegal")]


def test_what_was_not_seen_stays_so_when_moves_are_told_anew():
    from engine.correcting import rederived

    table = blinded(Table(LED), Fault.CAMERA_LOST)
    table.see(WRONG_BEAT)
    again = rederived(table.watch.standing, table.watch.standing.steps)
    assert [f.violation.verdict for f in again.steps[-1].flags] == [Verdict.UNVERIFIABLE]


def test_a_hidden_zone_leaves_a_stop_elsewhere_on_the_light():
    table = blinded(Table(LED), Fault.CAMERA_GLARE, (Zone.DISCARD,), ends=False)
    assert table.signal is Signal.FAULT
    table.see(WRONG_BEAT)
    assert table.signal is Signal.STOP
    table.take(Broke(Fault.CAMERA_LOST, "ceiling camera", table.tick()))
    assert table.signal is Signal.FAULT


def test_the_place_and_the_measure_of_a_fault_are_written_down():
    table = Table(LED)
    table.take(Broke(Fault.CAMERA_GLARE, "", table.tick(), (Zone.BATTLE, Zone.DISCARD)))
    moved = (("mm", 71.2345), ("degrees", 0.5))
    table.take(Broke(Fault.CAMERA_MOVED, "table 3", table.tick(), figures=moved))
    lost = Cause("port-gone", "/dev/light")
    table.take(Broke(Fault.LIGHT_LOST, "it has gone", table.tick(), cause=lost))
    assert table.rows("fault")[2:] == [
        {
            "fault": "light-lost",
            "detail": "it has gone",
            "cause": "port-gone",
            "thing": "/dev/light",
        }
    ]
    assert table.rows("fault")[:2] == [
        {"fault": "camera-glare", "detail": "", "zones": ["battle", "discard"]},
        {"fault": "camera-moved", "detail": "table 3", "mm": 71.23, "degrees": 0.5},
    ]


def test_a_glare_that_wanders_to_another_zone_is_told_anew():
    table = Table(LED)
    for zones in [(Zone.BATTLE,), (Zone.BATTLE,), (Zone.DISCARD,)]:
        table.take(Broke(Fault.CAMERA_GLARE, "", table.tick(), zones))
    assert [row["zones"] for row in table.rows("fault")] == [["battle"], ["discard"]]
    assert len(table.watch.standing.faults) == 1


def test_a_notice_is_written_down_and_alarms_nobody():
    table = Table(LED)
    before = table.signal
    note = Noted(Notice.CAMERA_ADJUSTED, table.tick(), (("mm", 4.018), ("degrees", 0.1)))
    table.take(note)
    assert table.rows("notice") == [{"notice": "camera-adjusted", "mm": 4.02, "degrees": 0.1}]
    assert table.watch.standing.noted == (note,)
    assert table.signal is before


def test_the_oldest_notices_make_room():
    table = Table(LED)
    for _ in range(20):
        table.take(Noted(Notice.CLOCK_STEPPED, table.tick(), (("seconds", 3600.0),)))
    times = [note.taken_at for note in table.watch.standing.noted]
    assert times == [table.time - n for n in range(7, -1, -1)]


def test_every_finding_rests_on_what_was_seen_of_the_battle():
    for code, actor in product(Code, (A, Actor.UNKNOWN)):
        assert Zone.BATTLE in rests_on(Violation(code, actor))


@pytest.mark.parametrize("fault", [f for f in Fault if str(f).startswith("camera-")])
def test_every_fault_of_the_camera_hides_something(fault):
    assert hidden_by(fault, ())
    assert hidden_by(fault, (Zone.TALON,)) == {Zone.TALON}
