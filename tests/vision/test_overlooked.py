"""Cards that the finder never finds: that something came to rest tells where to look for them."""

from __future__ import annotations

import cv2
import pytest

from engine.cards import parse_card
from engine.seats import Actor
from tests.vision.table_scene import SCALE, Film, back, face
from vision.overlooked import TRIES
from vision.placed import Placed
from vision.seen import Kind
from vision.tracker_state import unknown_among

TALON = back(140, 310)


def begun(*unseen, proposes=True):
    """A table with a talon, and an eye whose finder is blind for some cards."""
    film = Film(proposes=proposes, unseen={parse_card(name) for name in unseen})
    film.cards.append(TALON)
    return film.wait(0.6)


@pytest.mark.parametrize("turned", [0, 25, 50, 75, 90, 130, 165])
def test_a_card_that_the_finder_never_finds_is_read_however_it_lies(turned):
    film = begun("9c")
    film.reach(Actor.B, 500, 280, carrying=face("9c", 500, 310, turned)).wait(0.8)
    assert film.faces == {"9c"}
    assert film.lying("9c").laid_by is Actor.B


def test_without_it_such_a_card_stays_unknown():
    film = begun("9c", proposes=False)
    film.reach(Actor.B, 500, 280, carrying=face("9c", 500, 310)).wait(0.8)
    assert film.faces == set()


@pytest.mark.parametrize(("dx", "dy", "turned"), [(18, 26, 20), (-14, 30, -30), (0, 34, 0)])
def test_a_card_that_lies_over_another_one_is_found_by_what_it_changed(dx, dy, turned):
    film = begun("9c")
    film.reach(Actor.A, 450, 330, carrying=face("7c", 450, 300)).wait(0.8)
    film.reach(Actor.B, 450 + dx, 260, carrying=face("9c", 450 + dx, 300 + dy, turned)).wait(0.8)
    assert film.faces == {"7c", "9c"}
    below = film.lying("7c")
    assert film.lying("9c").covers[0].key == below.key


def test_a_hand_that_stays_on_the_card_is_waited_for():
    film = begun("9c")
    film.reach(Actor.B, 500, 290, carrying=face("9c", 500, 310), back_again=False)
    film.hold(Actor.B, 500, 290, 1.0)
    film.leave(Actor.B, 500, 290).wait(0.8)
    assert film.faces == {"9c"}


def test_a_card_that_was_found_so_is_lifted_like_any_other():
    film = begun("9c")
    laid = face("9c", 500, 310)
    film.reach(Actor.B, 500, 290, carrying=laid).wait(0.8)
    film.take(Actor.B, [laid]).wait(0.6)
    assert [str(lifted.card) for lifted in film.lifted] == ["9c"]


class FilmOfThings(Film):
    """A table on which something lies that is no card."""

    things = ()

    def _show(self, image):
        for x, y in self.things:
            spot = (round(x / SCALE), round(y / SCALE))
            cv2.ellipse(image, spot, (26, 18), 0, 0, 360, (30, 30, 60), -1)
        super()._show(image)


def test_what_is_no_card_is_given_up_after_a_few_looks():
    film = FilmOfThings(proposes=True)
    film.cards.append(TALON)
    film.wait(0.6)
    film.things = ((500, 310),)
    film.reach(Actor.A, 380, 420, carrying=face("7c", 380, 400)).wait(3.0)
    assert 0 < film.proposed <= TRIES
    assert film.faces == {"7c"}


def test_a_table_whose_cards_are_all_found_proposes_nothing():
    film = begun()
    film.reach(Actor.A, 450, 330, carrying=face("7c", 450, 300)).wait(0.8)
    film.reach(Actor.B, 455, 260, carrying=face("9c", 462, 326, 15)).wait(0.8)
    film.take(Actor.DEALER, film.cards[1:]).wait(1.0)
    assert film.proposed == 0


def test_what_reads_as_a_known_card_is_no_news_for_a_hand_may_be_taking_it_away():
    film = begun().reach(Actor.A, 450, 330, carrying=face("7c", 450, 300)).wait(0.8)
    tracks = film.sight._tracker.tracks
    quad = face("7c", 470, 330).quad
    seven, nine = (
        Placed(quad, Kind.FACE, card, 0.97, ((card, 0.97),))
        for card in (parse_card("7c"), parse_card("9c"))
    )
    half_read = Placed(quad, Kind.UNREADABLE, None, 0.0, ())
    assert unknown_among(tracks, (seven, nine, half_read)) == (nine, half_read)
