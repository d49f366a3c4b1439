"""What a person has told is not read a second time, and goes with the bout as any other card."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.happenings import Answered
from engine.moves import Sweep
from engine.reading import MoveReader
from engine.seats import Actor
from engine.table import Cover, HandSeen, Lifted, LyingCard, Spot, TableState, Zone
from tests.engine.test_watch import DEALT, Table

A, B, DEALER = Actor.A, Actor.B, Actor.DEALER


def card(name):
    return parse_card(name)


def lying(key, faces, by, at, covers=()):
    known = card(faces[0]) if len(faces) == 1 else None
    share = 0.99 / len(faces)
    return LyingCard(
        key,
        known,
        Spot(500.0 + 10 * key, 300.0),
        10.0 * key,
        Zone.BATTLE,
        share,
        tuple((card(face), share) for face in faces),
        covers,
        by,
        at,
    )


SEVEN = lying(1, ["7c"], A, 7.0)
UNSURE = lying(2, ["9c", "Tc"], B, 9.0, (Cover(1, 0.5),))
DECIDED = lying(2, ["9c"], B, 9.0, (Cover(1, 0.5),))


class Desk:
    """A watched table whose moves are read off states."""

    def __init__(self):
        self.table = Table(DEALT)
        self.reader = MoveReader()
        self.moves = []

    def see(self, time, *cards, **more):
        state = TableState(time, int(time * 15), cards, **more)
        for sighting in self.reader.read(state, self.table.watch.standing.game):
            self.moves.append(sighting.move)
            self.table.take(sighting)


@pytest.fixture
def answered():
    """Lay a card that cannot be read over the seven, and let the dealer say which it is."""
    desk = Desk()
    desk.see(8.0, SEVEN)
    for time in (9.5, 11.0, 12.0):
        desk.see(time, SEVEN, UNSURE)
    asked = desk.table.watch.standing.doubt
    assert asked is not None
    choice = [str(move.card) for move in asked.doubt.answers].index("9c") + 1
    desk.table.take(Answered(asked.id, choice, 13.0))
    desk.moves.clear()
    return desk


@pytest.mark.parametrize("later", [UNSURE, DECIDED])
def test_what_was_told_is_not_read_again(answered, later):
    for time in (13.5, 15.0, 18.0):
        answered.see(time, SEVEN, later)
    assert answered.moves == []
    assert answered.table.watch.standing.doubt is None


def test_what_was_told_is_swept_with_the_rest(answered):
    answered.see(14.0, SEVEN, UNSURE)
    hand = HandSeen(DEALER, frozenset({Zone.BATTLE}))
    gone = tuple(Lifted(key, None, Zone.BATTLE, DEALER) for key in (1, 2))
    answered.see(20.0, lifted=gone, hands=(hand,))
    for time in (21.0, 22.0, 24.0):
        answered.see(time)
    assert answered.moves == [Sweep(DEALER, (card("7c"), card("9c")))]
