"""The eye changes its mind about a card that lies there: what was told of it is told anew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.happenings import Retold
from engine.moves import Beat, Lead, Withdraw
from engine.notation import print_move
from engine.table import Cover, Lifted, Zone
from engine.truths import Truth
from tests.engine.test_reading_told import SEVEN, A, B, Desk, card, lying

LEAD = 8
"""The number of the lead after six packets and the trump card."""

TAKEN_FOR = lying(1, ["7s"], A, 7.0)
OVER = lying(2, ["9c"], B, 9.0, (Cover(1, 0.5),))


@pytest.fixture
def misread():
    """Let a seven of clubs be told as a seven of spades, and a nine of clubs be laid over it."""
    desk = Desk()
    desk.see(8.0, TAKEN_FOR)
    for time in (9.5, 10.5):
        desk.see(time, TAKEN_FOR, OVER)
    assert desk.told[-2:] == [Lead(A, (card("7s"),)), Beat(B, card("9c"), card("7s"))]
    assert desk.codes == ["BEAT_WRONG_SUIT"]
    return desk


def test_a_card_that_is_read_otherwise_for_long_was_misread(misread):
    misread.see(11.0, SEVEN, OVER)
    assert misread.told[-1].attack == card("7s")
    misread.see(11.6, SEVEN, OVER)
    assert misread.told[-2:] == [Lead(A, (card("7c"),)), Beat(B, card("9c"), card("7c"))]
    assert misread.codes == []


@pytest.mark.parametrize(
    "seen",
    [replace(SEVEN, probability=0.7), replace(SEVEN, held=True), replace(SEVEN, hidden=True)],
    ids=["not plainly", "held", "hidden"],
)
def test_what_is_not_plainly_read_changes_nothing(misread, seen):
    for time in (11.0, 12.0, 13.0):
        misread.see(time, seen, OVER)
    assert misread.codes == ["BEAT_WRONG_SUIT"]


def test_an_eye_that_soon_comes_back_changes_nothing(misread):
    for time in (11.0, 11.8, 12.6, 13.4):
        misread.see(time, SEVEN, OVER)
        misread.see(time + 0.3, TAKEN_FOR, OVER)
    assert misread.codes == ["BEAT_WRONG_SUIT"]


def test_what_a_person_named_is_not_the_eyes_to_change():
    desk = Desk()
    desk.see(8.0, SEVEN)
    desk.table.take(Retold(LEAD, Truth(cards=(card("7s"),)), 9.0))
    for time in (10.0, 11.0, 12.0):
        desk.see(time, SEVEN)
    assert desk.told[-1] == Lead(A, (card("7s"),))


def test_a_face_that_lies_there_already_is_no_better_reading(misread):
    twin = replace(OVER, key=1, covers=())
    for time in (11.0, 12.0, 13.0):
        misread.see(time, twin, OVER)
    assert misread.told[-2] == Lead(A, (card("7s"),))


# H20: a card that was never let go of was not played

HELD = replace(OVER, held=True)


def taken_away(who, *seen):
    """Let a nine be laid over the seven, be seen so, and be taken away again."""
    desk = Desk()
    desk.see(8.0, SEVEN)
    for time, shown in seen:
        desk.see(time, SEVEN, shown)
    last = seen[-1][0]
    desk.see(last + 0.3, SEVEN, lifted=(Lifted(2, card("9c"), Zone.BATTLE, who),))
    for later in (0.6, 0.9, 2.5):
        desk.see(last + later, SEVEN)
    return desk


def test_h20_a_card_that_is_held_over_the_table_and_taken_away_was_no_move():
    desk = taken_away(B, (9.1, HELD), (9.4, HELD))
    assert Beat(B, card("9c"), card("7c")) in desk.moves
    assert desk.told[-1] == Lead(A, (card("7c"),))
    assert desk.codes == []


@pytest.mark.parametrize(
    "seen",
    [((9.1, HELD), (9.4, OVER)), ((9.1, HELD), (11.0, HELD), (13.1, HELD))],
    ids=["let go of", "held for long"],
)
def test_h20_a_card_that_was_laid_is_taken_back(seen):
    desk = taken_away(B, *seen)
    assert desk.told[-1] == Withdraw(B, card("9c"))
    assert desk.codes == ["BEAT_RETRACTED"]


def test_h20_who_takes_with_his_last_beat_still_in_hand_has_beaten_and_takes():
    desk = Desk()
    desk.see(8.0, SEVEN)
    for time in (9.1, 9.4):
        desk.see(time, SEVEN, HELD)
    both = tuple(Lifted(key, card(face), Zone.BATTLE, B) for key, face in ((1, "7c"), (2, "9c")))
    desk.see(9.7, lifted=both)
    for time in (10.0, 10.4, 12.0):
        desk.see(time)
    assert [*map(print_move, desk.told[-2:])] == ["B:9c/7c", "=B[7c9c]"]
