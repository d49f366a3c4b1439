"""What the page shows of a standing: phase, turn, cap, draw order; never what is hidden."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from dealer_ui.prompts import Catalogue, Language
from dealer_ui.showing import Equipment, ShownTable, Sign, snapshot_of, table_of
from dealer_ui.snapshot import Condition, Phase, ThinkingShown
from dealer_ui.telling import tell
from engine.cards import parse_card
from engine.claims import TimeUsed
from engine.correcting import after_correction, after_truth
from engine.deeds import Deed
from engine.faults import BrokenThing, Fault, Noted, Notice
from engine.game import apply, new_game
from engine.happenings import Paused, Ticked
from engine.house import load_rules
from engine.moves import (
    Announce,
    Beat,
    Deal,
    Draw,
    Lead,
    SayBeaten,
    SayTakes,
    ShowTrump,
    Sweep,
    Take,
)
from engine.notation import parse_move, parse_position
from engine.ports import Doubt, Sighting
from engine.seats import Actor
from engine.signals import Signal
from engine.standing import Standing, after_acknowledging, after_sighting
from engine.table import Zone
from engine.troubles import broken
from engine.truths import Truth
from engine.verdict import Code
from engine.watch import follow

A, B, DEALER = Actor.A, Actor.B, Actor.DEALER


def card(name):
    return parse_card(name)


DEALT = [Deal(to, 2) for _ in range(3) for to in (A, B)] + [ShowTrump(card("6h"))]
LED = [*DEALT, Lead(A, (card("7c"),))]
BEATEN = [*LED, Beat(B, card("9c"), card("7c"))]
SWEPT = [*BEATEN, SayBeaten(A), Sweep(DEALER, ())]
WRONG = [*LED, Beat(B, card("9s"), card("7c"))]


def standing_after(moves):
    game = new_game(load_rules("casino-by-2001"))
    standing = Standing(start=game, game=game)
    for number, move in enumerate(moves):
        standing = after_sighting(standing, Sighting(move, float(number), number))
    return standing


@pytest.mark.parametrize(
    ("moves", "phase", "turn"),
    [
        ([], Phase.SETUP, DEALER),
        (DEALT[:1], Phase.DEAL, DEALER),
        (DEALT, Phase.LEAD, None),
        (LED, Phase.BEAT, B),
        (BEATEN, Phase.THROW, A),
        ([*BEATEN, SayBeaten(A)], Phase.SWEEP, DEALER),
        ([*LED, SayTakes(B)], Phase.TAKE, B),
        (SWEPT, Phase.DRAW, A),
        ([*SWEPT, Draw(A, 1)], Phase.DRAW, B),
        ([*SWEPT, Draw(A, 1), Draw(B, 1)], Phase.LEAD, B),
        ([*LED, Take(B, ())], Phase.DRAW, A),
    ],
)
def test_the_page_says_what_the_table_waits_for(moves, phase, turn):
    shown = snapshot_of(standing_after(moves))
    assert (shown.phase, shown.table.turn) == (phase, turn)


def test_the_draw_order_ticks_off():
    shown = snapshot_of(standing_after([*SWEPT, Draw(A, 1)])).table
    assert [(step.seat, step.count, step.done) for step in shown.draws] == [
        (A, 1, True),
        (B, 1, False),
    ]


def test_the_small_table_counts():
    shown = snapshot_of(standing_after(BEATEN)).table
    assert [(str(p.attack), str(p.defence)) for p in shown.pairs] == [("7c", "9c")]
    assert (shown.talon, shown.discard, shown.cap_left) == (24, 0, 5)
    assert [(hand.seat, hand.count) for hand in shown.hands] == [(A, 5), (B, 5)]
    assert str(shown.trump_card) == "6h"


def test_a_flag_is_a_prompt_and_a_mark_on_its_move():
    shown = snapshot_of(standing_after(WRONG))
    assert shown.signal is Signal.STOP
    assert [(p.id, p.code, p.acknowledged) for p in shown.prompts] == [
        (1, Code.BEAT_WRONG_SUIT, False)
    ]
    assert [line.flag for line in shown.moves][-1] is Code.BEAT_WRONG_SUIT


def test_h17_the_page_shows_who_thinks_and_for_how_long():
    game = new_game(load_rules("casino-by-2001"), calls_heard=True)
    standing = Standing(start=game, game=game)
    for move in LED:
        standing = follow(standing, Sighting(move, 0.0, 0))
    for second in range(1, 62):
        standing = follow(standing, Ticked(float(second)))
    assert table_of(standing).thinking == ThinkingShown(B, 61, 60, is_over=True)
    paused = table_of(follow(standing, Paused(True, 62.0)))
    assert (paused.is_paused, paused.thinking.is_running) == (True, False)


def test_a_reminder_is_worded_as_none_in_no_language():
    told = tell(Announce(Actor.UNKNOWN, TimeUsed(B, 61, 60)))
    words = {language: Catalogue.load(language).told(told) for language in Language}
    assert words[Language.EN] == "The time of player B"
    assert words[Language.RU] == "Время игрока: игрок B"


@pytest.mark.parametrize(
    ("ruled", "sentence"),
    [
        ("inspector&team=A,C", "Player A, player C wins"),
        ("inspector&fool=D", "Player D has lost"),
        ("inspector&drawn", "A draw"),
    ],
)
def test_a_result_of_four_is_told(ruled, sentence):
    rules = load_rules("team-2v2" if "team" in ruled else "classic-ffa")
    line = "A6/B6/C6/D6|9h|t12|d0|-|-|bout 1"
    game = apply(parse_position(line, rules), parse_move(ruled))
    shown = snapshot_of(Standing(start=game, game=game))
    assert Catalogue.load(Language.EN).result(shown.result) == sentence


def test_r084_the_draw_order_of_several_players_is_shown_whole():
    line = "A3/B6/C5/D2|9h|t14|d6|-|-|bout 3 last=BCbeaten"
    game = parse_position(line, load_rules("classic-ffa"))
    assert [(s.seat, s.count) for s in table_of(Standing(start=game, game=game)).draws] == [
        (Actor.D, 4),
        (A, 3),
        (Actor.C, 1),
    ]


def test_a_flag_that_fell_away_is_shown_as_withdrawn():
    standing = after_truth(standing_after(WRONG), len(WRONG), Truth(cards=(card("9c"),)))
    line = snapshot_of(standing).moves[-1]
    assert (line.flag, line.withdrawn) == (None, (Code.BEAT_WRONG_SUIT,))
    assert (line.is_corrected, line.is_void) == (True, False)
    assert line.told.cards == (card("9c"),)


def test_a_flag_that_was_called_wrong_is_shown_as_withdrawn():
    shown = snapshot_of(after_correction(standing_after(WRONG)))
    assert (shown.moves[-1].flag, shown.moves[-1].withdrawn) == (None, (Code.BEAT_WRONG_SUIT,))


def test_no_move_stays_in_the_list():
    shown = snapshot_of(after_truth(standing_after(WRONG), len(WRONG), None))
    assert [line.is_void for line in shown.moves][-2:] == [False, True]
    assert (shown.moves_from, shown.moves[-1].number) == (1, len(WRONG))


def test_an_acknowledged_prompt_is_quiet():
    shown = snapshot_of(after_acknowledging(standing_after(WRONG), 1))
    assert (shown.signal, shown.prompts[0].acknowledged) == (Signal.CLEAR, True)


def test_what_players_may_not_see_is_not_told():
    moves = [*SWEPT, Draw(A, 1, (card("Ah"),))]
    last = snapshot_of(standing_after(moves)).moves[-1].told
    assert (last.deed, last.cards, last.count) == (Deed.DRAW, (), 1)


def test_a_doubt_offers_its_answers():
    doubt = Doubt("which-card", (Beat(B, card("9c"), card("7c")),))
    standing = after_sighting(standing_after(LED), Sighting(None, 9.0, 9, doubt=doubt))
    shown = snapshot_of(standing)
    assert shown.signal is Signal.DOUBT
    assert shown.doubt is not None
    assert [told.deed for told in shown.doubt.answers] == [Deed.BEAT]


def test_snapshots_are_numbered_and_dated():
    class Sink(list):
        publish = list.append

    sink = Sink()
    now = datetime(2026, 11, 29, tzinfo=UTC)
    sign = Sign("table 3", "casino-by-2001@1")
    page = ShownTable(sign, Equipment(light=True), sink, lambda: now)
    page.publish(standing_after(DEALT))
    page.publish(standing_after(LED))
    assert [(s.sequence, s.wall_time, s.table_id) for s in sink] == [
        (1, now, "table 3"),
        (2, now, "table 3"),
    ]
    assert (sink[0].health.light, sink[0].health.journal) == (Condition.WORKING, Condition.ABSENT)


def test_what_is_broken_is_shown_as_faulty():
    shown = []
    sink = type("Sink", (), {"publish": lambda _self, snapshot: shown.append(snapshot)})()
    sign = Sign("table 3", "casino-by-2001@1")
    page = ShownTable(sign, Equipment(journal=True), sink, lambda: datetime(2026, 1, 1, tzinfo=UTC))
    page.publish(broken(standing_after(DEALT), BrokenThing(Fault.DISK_FULL, "t.journal")))
    assert shown[0].signal is Signal.FAULT
    assert shown[0].health.journal is Condition.FAULTY
    assert shown[0].health.camera is Condition.WORKING


def test_who_deals_is_shown_from_when_a_shift_begins():
    shown, deals = [], ["Olga"]
    sink = type("Sink", (), {"publish": lambda _self, snapshot: shown.append(snapshot)})()
    sign = Sign("table 3", "casino-by-2001@1")
    page = ShownTable(sign, Equipment(), sink, lambda: datetime(2026, 1, 1, tzinfo=UTC))
    page.publish(standing_after(DEALT))
    page.dealer_now = lambda: deals[-1]
    page.publish(standing_after(DEALT))
    deals.append("Ivan")
    page.publish(standing_after(DEALT))
    assert [snapshot.dealer for snapshot in shown] == ["", "Olga", "Ivan"]


def test_a_notice_is_shown_for_a_minute():
    shown = []
    sink = type("Sink", (), {"publish": lambda _self, snapshot: shown.append(snapshot)})()
    page = ShownTable(
        Sign("table 3", "casino-by-2001@1"),
        Equipment(),
        sink,
        lambda: datetime(2026, 1, 1, tzinfo=UTC),
    )
    nudged = replace(standing_after(DEALT), noted=(Noted(Notice.CAMERA_ADJUSTED, 20.0),))
    for page.seen_at in (20.0, 79.0, 81.0):
        page.publish(nudged)
    assert [len(snapshot.notices) for snapshot in shown] == [1, 1, 0]


def test_a_fault_of_one_zone_keeps_its_place():
    glare = broken(standing_after(DEALT), BrokenThing(Fault.CAMERA_GLARE, "", (Zone.DISCARD,)))
    assert [fault.zones for fault in snapshot_of(glare).faults] == [(Zone.DISCARD,)]
