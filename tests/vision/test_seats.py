"""Three and six at a table: whose arm it is, wherever along which edge it comes in."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.layouts import layout
from engine.seats import Actor
from engine.table import HANDS, Zone
from tests.vision.table_scene import PROFILE, SCALE, Film, back, face
from vision.sight import Sight

VIEW_MM = (1100.0, 620.0)
INTO = {
    "bottom": np.array([0.0, -1.0]),
    "top": np.array([0.0, 1.0]),
    "left": np.array([1.0, 0.0]),
    "right": np.array([-1.0, 0.0]),
}
"""Which way the arm of somebody at an edge points."""
HALF_ARM_MM = 36.0
TABLES = [3, 6]
EVERYBODY = [(count, seat) for count in TABLES for seat in "ABCDEF"[:count]]


def profile_for(count):
    """The plain table with the zones of so many seats, and a dealer at its left side."""
    laid = layout(f"seats-{count}", VIEW_MM)
    seats = {**laid.seats, Actor.DEALER: "left"}
    return replace(PROFILE, seats=seats, zones_mm=dict(laid.zones))


class SeatedFilm(Film):
    """A table for several, at which an arm comes straight from its owner's place."""

    def seated(self, count):
        self.profile = profile_for(count)
        self.sight = Sight(self.profile, self.look)
        battle = self.profile.zones_mm[Zone.BATTLE]
        self.middle = np.mean(battle, axis=0)
        talon = self.profile.zones_mm[Zone.TALON]
        self.talon = np.mean(talon, axis=0)
        self.cards.append(back(*self.talon))
        return self.wait(0.6)

    def place_of(self, seat):
        """Return where somebody's arm comes in, and which way it points."""
        edge = self.profile.seats[seat]
        zone = (
            Zone.TALON if seat is Actor.DEALER else next(z for z, s in HANDS.items() if s is seat)
        )
        middle = np.mean(self.profile.zones_mm[zone], axis=0)
        rim = {"bottom": (middle[0], 640), "top": (middle[0], -20)}
        rim |= {"left": (-20, middle[1]), "right": (1120, middle[1])}
        return np.array(rim[edge], float), INTO[edge]

    def act(self, seat, target, *, lays=None, takes=None, steps=6):
        """Let an arm come from its place to a target, with a card or for one, and go back."""
        start, _ = self.place_of(seat)
        end = np.array(target, float)
        for step in range(1, steps + 1):
            at = start + (end - start) * step / steps
            self._moves(seat, at, lays)
        if lays is not None:
            self.cards.append(lays)
        for _ in range(2):
            self._moves(seat, end, None)
        if takes is not None:
            self.cards.remove(takes)
        for step in range(1, steps + 1):
            self._moves(seat, end + (start - end) * step / steps, takes)
        return self.wait(0.8)

    def _moves(self, seat, at, card):
        carried = None if card is None else replace(card, x=float(at[0]), y=float(at[1]))
        self.arm = (self.place_of(seat)[0], at)
        self._frame((), carried)
        self.arm = None

    arm = None

    def _show(self, image):
        if self.arm is not None:
            start, tip = self.arm
            way = (tip - start) / max(1e-6, np.linalg.norm(tip - start))
            side = np.array([-way[1], way[0]]) * HALF_ARM_MM
            outline = np.array([start + side, start - side, tip - side, tip + side]) / SCALE
            cv2.fillPoly(image, [np.round(outline).astype(np.int32)], (110, 150, 210), cv2.LINE_AA)
        super()._show(image)


def reached_for(film, spot, seat):
    """Return where the finger tips stop: short of the card, on the side of whoever reaches."""
    start, _ = film.place_of(seat)
    way = (spot - start) / np.linalg.norm(spot - start)
    return spot - 30 * way


@pytest.mark.parametrize(("count", "seat"), EVERYBODY)
def test_whoever_lays_a_card_is_known_by_the_edge_and_side_of_the_arm(count, seat):
    film = SeatedFilm().seated(count)
    who, spot = Actor(seat), film.middle
    film.act(who, reached_for(film, spot, who), lays=face("7c", *spot))
    assert film.faces == {"7c"}
    assert film.lying("7c").laid_by is who


@pytest.mark.parametrize(("count", "seat"), EVERYBODY)
def test_whoever_takes_a_card_away_is_known(count, seat):
    film = SeatedFilm().seated(count)
    who, spot = Actor(seat), film.middle
    card = face("7c", *spot)
    film.act(Actor.A, reached_for(film, spot, Actor.A), lays=card)
    film.act(who, reached_for(film, spot, who), takes=card)
    (lifted,) = film.lifted
    assert (str(lifted.card), lifted.by) == ("7c", who)


@pytest.mark.parametrize(("count", "seat"), EVERYBODY)
def test_a_card_that_is_drawn_is_told_for_the_hand_that_it_went_to(count, seat):
    film = SeatedFilm().seated(count)
    zone = next(z for z, s in HANDS.items() if s is Actor(seat))
    low, high = (
        np.min(film.profile.zones_mm[zone], axis=0),
        np.max(film.profile.zones_mm[zone], axis=0),
    )
    spot = np.clip((low + high) / 2, (40, 60), (1060, 560))
    film.act(Actor.DEALER, film.talon)
    film.act(Actor.DEALER, reached_for(film, spot, Actor.DEALER), lays=back(*spot))
    told = [(p.by, p.target, p.count) for p in film.passages]
    assert told == [(Actor.DEALER, zone, 1)]
