"""Layouts make sense as they come, for every number of seats; drawn zones that do not are named."""

from __future__ import annotations

import pytest

from calibration.layouts import LAYOUTS, ZoneFlaw, ZoneTrouble, layout, zone_flaws
from engine.seats import Actor
from engine.table import Zone

CARD = (63.0, 88.0)


def view(width, height):
    return ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))


@pytest.mark.parametrize("size", [(1100.0, 620.0), (1000.0, 600.0), (1500.0, 850.0)])
@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_has_a_zone_for_every_seat_and_no_flaw(name, size):
    plan = layout(name, size)
    assert zone_flaws(plan.zones, view(*size), CARD) == ()
    players = [seat for seat in plan.seats if seat is not Actor.DEALER]
    assert len(players) == (2 if name == "casino" else int(name[-1]))
    assert all(Zone(f"hand_{seat}") in plan.zones for seat in players)
    assert (Actor.DEALER in plan.seats) == (name == "casino")


def square(left, top, width, height):
    right, bottom = left + width, top + height
    return ((left, top), (right, top), (right, bottom), (left, bottom))


@pytest.mark.parametrize(
    ("zone", "outline", "flaw"),
    [
        (
            Zone.DISCARD,
            square(800, 218, 160, 180),
            ZoneFlaw(ZoneTrouble.OVERLAP, Zone.BATTLE, Zone.DISCARD),
        ),
        (Zone.TALON, square(-30, 212, 170, 190), ZoneFlaw(ZoneTrouble.OUTSIDE, Zone.TALON)),
        (Zone.HAND_A, square(300, 590, 560, 140), ZoneFlaw(ZoneTrouble.OUTSIDE, Zone.HAND_A)),
        (
            Zone.BATTLE,
            ((300, 138), (872, 482), (872, 138), (300, 482)),
            ZoneFlaw(ZoneTrouble.CROSSED, Zone.BATTLE),
        ),
        (Zone.DISCARD, square(900, 230, 40, 100), ZoneFlaw(ZoneTrouble.SMALL, Zone.DISCARD)),
        (Zone.TALON, None, ZoneFlaw(ZoneTrouble.MISSING, Zone.TALON)),
    ],
)
def test_a_zone_that_makes_no_sense_is_named(zone, outline, flaw):
    zones = dict(layout("casino", (1100, 620)).zones)
    del zones[zone]
    if outline is not None:
        zones[zone] = outline
    found = zone_flaws(zones, view(1100, 620), CARD)
    swapped = [ZoneFlaw(f.trouble, f.other, f.zone) for f in found if f.other]
    assert flaw in {*found, *swapped}


def test_zones_that_only_touch_do_not_overlap():
    zones = dict(layout("casino", (1100, 620)).zones)
    zones[Zone.DISCARD] = square(872, 218, 160, 180)
    assert zone_flaws(zones, view(1100, 620), CARD) == ()
