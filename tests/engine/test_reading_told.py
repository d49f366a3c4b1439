"""What a person has told is not read a second time, and goes with the bout as any other card."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.deeds import Deed
from engine.happenings import Answered, Retold
from engine.moves import Beat, Sweep, Take
from engine.reading import MoveReader
from engine.seats import Actor
from engine.table import Cover, HandSeen, Lifted, LyingCard, Spot, TableState, Zone
from engine.truths import Truth
from engine.verdict import Severity
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

    @property
    def told(self):
        """The moves as they are known now."""
        return [step.move for step in self.table.watch.standing.steps if not step.is_void]

    @property
    def codes(self):
        """The codes of the flags that hold, from offences on."""
        flags = (flag.violation for _, flag in self.table.watch.standing.flags.values())
        return [str(v.code) for v in flags if v.severity >= Severity.STOP]

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


OVER = lying(2, ["9s"], B, 9.0, (Cover(1, 0.5),))
BEAT = len(DEALT) + 2
"""The number of the beat after the deal and the lead."""


@pytest.fixture
def beaten():
    """Lay a seven and a nine over it."""
    desk = Desk()
    desk.see(8.0, SEVEN)
    for time in (9.5, 11.0):
        desk.see(time, SEVEN, OVER)
    assert desk.moves[-1] == Beat(B, card("9s"), card("7c"))
    desk.moves.clear()
    return desk


@pytest.mark.parametrize(
    "truth",
    [Truth(cards=(card("9c"),)), Truth(seat=A), Truth(deed=Deed.THROW), None],
    ids=["another card", "another player", "another kind", "no move"],
)
def test_what_was_corrected_is_not_read_again(beaten, truth):
    beaten.table.take(Retold(BEAT, truth, 12.0))
    for time in (12.5, 15.0, 18.0):
        beaten.see(time, SEVEN, OVER)
    assert beaten.moves == []
    assert beaten.table.watch.standing.doubt is None


def test_a_corrected_card_leaves_under_its_true_face(beaten):
    beaten.table.take(Retold(BEAT, Truth(cards=(card("9c"),)), 12.0))
    beaten.see(12.5, SEVEN, OVER)
    lifted = tuple(Lifted(it.key, it.card, it.zone, DEALER) for it in (SEVEN, OVER))
    beaten.see(13.0, lifted=lifted, hands=(HandSeen(DEALER, frozenset({Zone.BATTLE})),))
    beaten.see(14.0)
    assert beaten.moves == [Sweep(DEALER, (card("7c"), card("9c")))]


def test_a_card_that_is_corrected_while_it_leaves_leaves_under_its_true_face(beaten):
    lifted = tuple(Lifted(it.key, it.card, it.zone, B) for it in (SEVEN, OVER))
    beaten.see(13.0, lifted=lifted, hands=(HandSeen(B, frozenset({Zone.BATTLE})),))
    beaten.table.take(Retold(BEAT, Truth(cards=(card("9c"),)), 13.1))
    beaten.see(14.0)
    assert beaten.moves == [Take(B, (card("7c"), card("9c")))]


def test_a_corrected_card_that_is_pushed_about_is_still_itself(beaten):
    beaten.table.take(Retold(BEAT, Truth(cards=(card("9c"),)), 12.0))
    beaten.see(12.5, SEVEN, OVER)
    lifted = (Lifted(OVER.key, OVER.card, OVER.zone, B),)
    beaten.see(13.0, SEVEN, lifted=lifted, hands=(HandSeen(B, frozenset({Zone.BATTLE})),))
    for time in (13.4, 15.0, 18.0):
        beaten.see(time, SEVEN, lying(3, ["9s"], B, 13.2, (Cover(1, 0.4),)))
    assert beaten.moves == []
    assert beaten.table.watch.standing.doubt is None


def test_what_is_no_move_leaves_without_one_and_may_become_one_again(beaten):
    beaten.table.take(Retold(BEAT, None, 12.0))
    beaten.see(12.5, SEVEN, OVER)
    beaten.table.take(Retold(BEAT, Truth(), 13.0))
    beaten.see(13.5, SEVEN, OVER)
    assert beaten.moves == []
    beaten.table.take(Retold(BEAT, None, 14.0))
    beaten.see(14.5, SEVEN, OVER)
    gone = (Lifted(OVER.key, OVER.card, OVER.zone, B),)
    beaten.see(15.0, SEVEN, lifted=gone, hands=(HandSeen(B, frozenset({Zone.BATTLE})),))
    beaten.see(17.0, SEVEN)
    assert beaten.moves == []
    assert beaten.table.watch.standing.game.bout.unbeaten == (card("7c"),)


def test_a_card_that_was_no_move_may_become_one_under_another_face(beaten):
    beaten.table.take(Retold(BEAT, None, 12.0))
    beaten.see(12.5, SEVEN, OVER)
    beaten.table.take(Retold(BEAT, Truth(cards=(card("9c"),)), 13.0))
    for time in (13.5, 16.0, 19.0):
        beaten.see(time, SEVEN, OVER)
    assert beaten.moves == []
    assert beaten.table.watch.standing.game.bout.cards == (card("7c"), card("9c"))


def test_the_next_card_beats_what_was_corrected(beaten):
    beaten.table.take(Retold(BEAT - 1, Truth(cards=(card("8c"),)), 12.0))
    beaten.table.take(Retold(BEAT, None, 12.1))
    beaten.see(12.5, SEVEN, OVER)
    better = lying(3, ["Tc"], B, 13.0, (Cover(1, 0.5),))
    beaten.see(14.0, SEVEN, OVER, better)
    assert beaten.moves == [Beat(B, card("Tc"), card("8c"))]
