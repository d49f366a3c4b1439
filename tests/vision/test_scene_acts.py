"""What each act does to cards and hands."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from engine.cards import parse_card
from engine.seats import Actor
from engine.table import Spot, Zone
from vision.scene.acts import (
    Beat,
    Deal,
    Draw,
    Drop,
    Expose,
    FalseStart,
    Gesture,
    Lead,
    LiftToLook,
    Nudge,
    OpenTrump,
    PickUp,
    Put,
    Rest,
    Return,
    Spill,
    Spread,
    Sweep,
    Take,
    Withdraw,
)
from vision.scene.layout import TALON
from vision.scene.perform import perform
from vision.scene.script import Script, Setting
from vision.scene.stage import HELD, ThingAt
from vision.scene.things import Thing

PACK = tuple(parse_card(rank + suit) for suit in "hcds" for rank in "6789TJQKA")
A_HOLDS, B_HOLDS = PACK[0], PACK[2]

DEALT = (
    *(Deal(at=0.4 * n, lasts=0.3, to=(Actor.A, Actor.B)[n % 2]) for n in range(6)),
    OpenTrump(at=2.6, lasts=1.0),
    PickUp(at=4.0, lasts=0.5, seat=Actor.A),
    PickUp(at=4.0, lasts=0.5, seat=Actor.B),
)


def played(*acts):
    """The performance of some acts after a deal that is over at 5 s."""
    return perform(Script(PACK, (*DEALT, *acts), 30.0), seed=1)


def lying(performance, time, card):
    """Where a card is at a time, or None while it is off the table."""
    stage = performance.movements.at(time)
    return next((one for one in stage.cards if one.card == card), None)


LEAD = Lead(at=5.0, lasts=0.6, seat=Actor.A, cards=(A_HOLDS,))
BEAT = Beat(at=7.0, lasts=0.6, seat=Actor.B, card=B_HOLDS, attack=A_HOLDS)


def test_a_lead_comes_from_its_players_edge_and_lies_face_up_in_the_battle_area():
    performance = played(LEAD)

    assert lying(performance, 4.9, A_HOLDS) is None
    coming = lying(performance, 5.2, A_HOLDS)
    assert coming.moving
    assert coming.at.y_mm > lying(performance, 6.0, A_HOLDS).at.y_mm
    rested = lying(performance, 6.0, A_HOLDS)
    assert (rested.zone, rested.face_up, rested.moving) == (Zone.BATTLE, True, False)


def test_a_hand_holds_the_card_that_moves_and_goes_home_afterwards():
    performance = played(LEAD)
    for time in (5.0, 5.3, 5.6):
        card, stage = lying(performance, time, A_HOLDS), performance.movements.at(time)
        hand = next(hand for hand in stage.hands if hand.actor is Actor.A)
        gap = math.hypot(hand.at.x_mm - card.at.x_mm, hand.at.y_mm - card.at.y_mm)
        assert gap == pytest.approx(40, abs=8)
    assert performance.movements.at(7.0).hands == ()


def test_a_beat_lies_over_its_attack_shifted_and_turned():
    performance = played(LEAD, BEAT)
    attack, defence = (lying(performance, 8.0, card) for card in (A_HOLDS, B_HOLDS))

    shift = (defence.at.x_mm - attack.at.x_mm, defence.at.y_mm - attack.at.y_mm)
    assert 14 < shift[0] < 26
    assert 16 < shift[1] < 30
    assert 5 < defence.turned - attack.turned < 20
    assert defence.layer > attack.layer
    assert performance.done[-1].after.table == ((A_HOLDS, B_HOLDS),)


def test_a_withdrawn_card_leaves_the_table_and_its_attack_is_open_again():
    performance = played(LEAD, BEAT, Withdraw(at=9.0, lasts=0.6, seat=Actor.B, card=B_HOLDS))

    assert lying(performance, 9.7, B_HOLDS) is None
    assert performance.done[-1].after.table == ((A_HOLDS, None),)
    assert performance.done[-1].after.hands == (5, 6)


def test_a_sweep_turns_the_cards_over_onto_the_discard():
    performance = played(LEAD, BEAT, Sweep(at=9.0, lasts=1.6))

    thin = [lying(performance, 9.7 + n / 50, A_HOLDS).thin for n in range(45)]
    assert min(thin) < 0.3
    for card in (A_HOLDS, B_HOLDS):
        swept = lying(performance, 11.0, card)
        assert (swept.zone, swept.face_up) == (Zone.DISCARD, False)
    assert performance.done[-1].after.discard == 2


def test_a_partial_sweep_leaves_the_rest_of_the_bout():
    performance = played(LEAD, BEAT, Sweep(at=9.0, lasts=1.6, cards=(B_HOLDS,)))

    assert performance.done[-1].after.table == ((A_HOLDS, None),)
    assert lying(performance, 11.0, A_HOLDS).zone is Zone.BATTLE


def test_a_take_brings_the_bout_into_the_hand():
    performance = played(LEAD, Take(at=7.0, lasts=1.2, seat=Actor.B))

    assert lying(performance, 8.3, A_HOLDS) is None
    assert performance.done[-1].after.hands == (5, 7)


def test_the_trump_card_slides_under_the_talon():
    performance = played()
    trump = PACK[12]

    shown = lying(performance, 3.1, trump)
    assert shown.face_up
    assert lying(performance, 2.62, trump).layer >= HELD
    stage = performance.movements.at(5.0)
    assert stage.cards[0].card == trump
    assert stage.cards[0].turned == pytest.approx(90, abs=4)


def test_the_talon_is_as_high_as_its_cards():
    stage = played().movements.at(5.0)
    heights = [card.height_mm for card in stage.cards if card.zone is Zone.TALON]

    assert heights == sorted(heights)
    assert heights[-1] == pytest.approx(23 * 0.29)


@pytest.mark.parametrize("picked_up", [False, True])
def test_a_card_drawn_by_mistake_goes_back_on_the_talon(picked_up):
    draw = Draw(at=5.0, lasts=0.5, seat=Actor.A, count=2)
    pick_up = (PickUp(at=7.5, lasts=0.5, seat=Actor.A),) if picked_up else ()
    performance = played(draw, *pick_up, Return(at=9.0, lasts=0.6, seat=Actor.A, count=1))

    back = PACK[14]
    assert performance.done[-1].hidden == (back,)
    assert performance.done[-1].after.talon == 23
    top = [card for card in performance.movements.at(10.0).cards if card.zone is Zone.TALON][-1]
    assert (top.card, top.face_up) == (back, False)
    hands = performance.movements.at(9.3).hands
    assert [hand.actor for hand in hands] == [Actor.A if picked_up else Actor.DEALER]


def test_a_false_start_shows_a_card_that_never_comes_to_rest():
    performance = played(FalseStart(at=5.0, lasts=2.0, seat=Actor.A, card=A_HOLDS))

    times = [5.0 + n / 50 for n in range(1, 100)]
    assert all(lying(performance, time, A_HOLDS).moving for time in times)
    assert lying(performance, 7.05, A_HOLDS) is None
    assert performance.done[-1].after.hands == (6, 6)


def test_a_nudge_shifts_a_card_by_millimetres_and_leaves_it_in_its_layer():
    performance = played(LEAD, BEAT, Nudge(at=9.0, lasts=0.4, actor=Actor.DEALER, card=A_HOLDS))
    before, after = (lying(performance, time, A_HOLDS) for time in (8.5, 10.0))

    moved = math.hypot(after.at.x_mm - before.at.x_mm, after.at.y_mm - before.at.y_mm)
    assert 0 < moved < 11
    assert after.layer == before.layer < HELD


def test_a_card_that_is_lifted_to_look_comes_back_to_its_place():
    look = LiftToLook(at=9.0, lasts=1.5, actor=Actor.A, card=B_HOLDS)
    performance = played(LEAD, BEAT, look)
    before, up, after = (lying(performance, t, B_HOLDS) for t in (8.5, 9.8, 11.0))

    assert math.hypot(up.at.x_mm - before.at.x_mm, up.at.y_mm - before.at.y_mm) > 30
    assert math.hypot(after.at.x_mm - before.at.x_mm, after.at.y_mm - before.at.y_mm) < 8
    assert performance.done[-1].after == performance.done[-2].after


def test_a_card_that_sticks_to_another_lies_under_it():
    stuck = PACK[1]
    lead = Lead(at=5.0, seat=Actor.A, cards=(A_HOLDS,), under=stuck, sticks_out=(3.0, 2.0))
    performance = played(lead)
    top, below = (lying(performance, 6.5, card) for card in (A_HOLDS, stuck))

    assert (below.at.x_mm - top.at.x_mm, below.at.y_mm - top.at.y_mm) == pytest.approx((3, 2))
    assert below.layer < top.layer
    assert performance.done[-1].cards == (A_HOLDS,)


def test_cards_laid_at_once_come_to_rest_together():
    spots = (Spot(400, 380), Spot(435, 380))
    lead = Lead(at=5.0, seat=Actor.A, cards=PACK[:2], to=spots, at_once=True)
    performance = played(lead)

    assert performance.done[-1].rests == (5.8, 5.8)
    assert [lying(performance, 6.0, card).at for card in PACK[:2]] == list(spots)


def test_a_hand_stays_where_it_is_told_to():
    performance = played(Lead(at=5.0, seat=Actor.A, cards=(A_HOLDS,), stays=3.0))
    assert [hand.actor for hand in performance.movements.at(8.7).hands] == [Actor.A]


@pytest.mark.parametrize(("zone", "top"), [(Zone.TALON, PACK[13]), (Zone.DISCARD, B_HOLDS)])
def test_the_top_card_of_a_pile_is_turned_up_and_down_again(zone, top):
    acts = (
        Sweep(at=9.0, lasts=1.6),
        Expose(at=12.0, lasts=0.6, actor=Actor.B, zone=zone),
        Expose(at=14.0, lasts=0.6, actor=Actor.B, zone=zone),
    )
    performance = played(LEAD, BEAT, *acts)
    assert [lying(performance, t, top).face_up for t in (11.5, 13.0, 15.0)] == [False, True, False]
    assert lying(performance, 15.0, top).zone is zone


def test_cards_slide_off_a_pile_and_are_pushed_back():
    acts = (
        Spill(at=5.0, lasts=0.5, actor=Actor.DEALER, zone=Zone.TALON, count=2, by=(0, 20)),
        Spill(at=7.0, lasts=0.5, actor=Actor.DEALER, zone=Zone.TALON, count=2),
    )
    performance = played(*acts)
    under, top = (lying(performance, 6.0, card).at.y_mm for card in (PACK[14], PACK[13]))

    assert (under - TALON.y_mm, top - TALON.y_mm) == pytest.approx((20, 40), abs=2)
    assert lying(performance, 8.0, PACK[13]).zone is Zone.TALON
    assert performance.done[-1].after.talon == 24


def test_a_card_that_is_dropped_lies_where_it_fell():
    drop = Drop(at=5.0, seat=Actor.A, card=A_HOLDS, to=Spot(900, 500), face_up=False)
    fallen = lying(played(drop), 6.0, A_HOLDS)
    assert (fallen.at, fallen.face_up) == (Spot(900, 500), False)


def test_the_whole_pack_is_spread_face_up_and_gathered():
    acts = (Spread(at=1.0, lasts=1.0), Spread(at=3.0, lasts=1.0, gathers=True))
    performance = perform(Script(PACK, acts, 6.0), seed=1)
    spread, gathered = (performance.movements.at(time).cards for time in (2.5, 4.5))

    assert {card.card for card in spread if card.face_up} == set(PACK)
    assert len({(round(card.at.x_mm / 30), round(card.at.y_mm / 40)) for card in spread}) == 36
    assert not any(card.face_up for card in gathered)


def test_a_thing_is_put_down_and_moved():
    put = Put(at=5.0, actor=Actor.A, thing=Thing.GLASS, to=Spot(500, 300))
    away = Put(at=7.0, actor=Actor.A, thing=Thing.GLASS, to=Spot(700, 300))
    movements = played(put, away).movements

    assert movements.at(6.5).things == (ThingAt(Thing.GLASS, Spot(500, 300)),)
    assert movements.at(8.5).things == (ThingAt(Thing.GLASS, Spot(700, 300)),)


@pytest.mark.parametrize("zone", [Zone.TALON, Zone.BATTLE, Zone.DISCARD, Zone.HAND_A])
def test_all_that_lies_in_a_zone_is_pushed_together(zone):
    acts = (
        LEAD,
        BEAT,
        Sweep(at=9.0, lasts=1.6),
        Deal(at=12.0, to=Actor.A),
        Lead(at=14.0, seat=Actor.A, cards=(PACK[1],)),
        Nudge(at=17.0, lasts=0.5, actor=Actor.DEALER, zone=zone, by=(9.0, -4.0), turn=0.0),
    )
    performance = played(*acts)
    before, after = (performance.movements.at(t).cards for t in (16.5, 19.0))
    moved = {
        (round(b.at.x_mm - a.at.x_mm, 1), round(b.at.y_mm - a.at.y_mm, 1))
        for a, b in zip(before, after, strict=True)
        if a.at != b.at
    }
    assert moved == {(9.0, -4.0)}
    assert {a.zone for a, b in zip(before, after, strict=True) if a.at != b.at} == {zone}


def test_a_game_can_be_under_way_soon_after_the_film_begins():
    hands = {Actor.A: PACK[:6], Actor.B: PACK[6:12]}
    setting = Setting(hands, PACK[12], PACK[13:20], PACK[20:])
    performance = perform(Script(PACK, (LEAD,), 8.0, setting=setting), seed=1)

    assert len([c for c in performance.movements.at(0.2).cards if c.zone is Zone.TALON]) == 36
    zones = Counter(card.zone for card in performance.movements.at(1.0).cards)
    assert zones == {Zone.TALON: 7, Zone.TRUMP: 1, Zone.DISCARD: 16}
    after = performance.done[-1].after
    assert (after.talon, after.discard, after.hands) == (8, 16, (5, 6))


@pytest.mark.parametrize(
    "act",
    [
        Gesture(at=6.5, lasts=0.8, actor=Actor.B, over=Spot(400, 380)),
        Rest(at=6.5, lasts=1.5, actor=Actor.B, over=Spot(400, 380)),
        Nudge(at=6.5, lasts=0.5, actor=Actor.DEALER),
    ],
)
def test_idle_hands_change_no_count(act):
    performance = played(LEAD, act)

    assert performance.done[-1].after == performance.done[-2].after
    assert [hand.actor for hand in performance.movements.at(6.8).hands] == [act.actor]
    assert lying(performance, 9.0, A_HOLDS) == lying(performance, 6.4, A_HOLDS)
