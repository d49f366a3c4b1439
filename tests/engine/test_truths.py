"""What a person says that a move truly was: the move that follows from it."""

from __future__ import annotations

import pytest

from engine.cards import parse_card
from engine.deeds import Deed
from engine.notation import parse_move, print_move
from engine.seats import Actor
from engine.truths import Truth, truly
from tests.engine.builders import position

A, B = Actor.A, Actor.B
EMPTY = "A6/B6|9h|t12|d12|-|-"
OPEN = "A4/B6|9h|t12|d12|7c:- 7d:-|atk=A def=B ds=6"
BEATEN = "A5/B5|9h|t12|d12|7c:8c|atk=A def=B ds=6"


def cards(*names):
    return tuple(parse_card(name) for name in names)


def told(line, read, truth):
    return print_move(truly(parse_move(read), truth, position(line)))


@pytest.mark.parametrize(
    ("read", "truth", "true"),
    [
        ("deal A2", Truth(seat=B, count=3), "deal B3"),
        ("d A2", Truth(seat=B, count=1), "d B1"),
        ("d A2", Truth(cards=cards("6c")), "d A2[6c]"),
        ("~d A1", Truth(seat=B, count=2), "~d B2"),
        ("^9h", Truth(cards=cards("9d")), "^9d"),
        ("^9h", Truth(), "^9h"),
        ("B:8c/7c", Truth(cards=cards("9c")), "B:9c/7c"),
        ("B:8c/7c", Truth(on=parse_card("7d")), "B:8c/7d"),
        ("~B:8c", Truth(cards=cards("9c")), "~B:9c"),
        ("A?7h", Truth(cards=cards("6h")), "A?6h"),
        ("A?7h", Truth(seat=B), "B?7h"),
        ("=[7c8c]", Truth(cards=cards("7c")), "=[7c]"),
        ("A.", Truth(seat=B), "B."),
    ],
)
def test_a_move_of_the_same_kind_has_other_cards_another_actor_another_number(read, truth, true):
    assert told(OPEN, read, truth) == true


@pytest.mark.parametrize(
    ("line", "read", "deed", "true"),
    [
        (EMPTY, "A.", Deed.SAY_TAKES, "unknown^"),
        (OPEN, "A>9c", Deed.BEAT, "B:9c/7d"),
        (BEATEN, "A>9c", Deed.BEAT, "B:9c/7c"),
        (OPEN, "B:9c/7c", Deed.LEAD, "B>9c"),
        (OPEN, "B:9c/7c", Deed.THROW, "B+9c"),
        (OPEN, "B:9c/7c", Deed.TRANSFER, "B>>9c"),
        (OPEN, "B:9c/7c", Deed.WITHDRAW, "~B:9c"),
        (OPEN, "B:9c/7c", Deed.TRUMP, "^9c"),
        (OPEN, "=", Deed.TAKE, "=B[7c7d]"),
        (OPEN, "=B", Deed.SWEEP, "=[7c7d]"),
        (OPEN, "=", Deed.SAY_BEATEN, "A."),
        (OPEN, "=", Deed.SAY_TAKES, "B^"),
        (EMPTY, "d A2", Deed.DEAL, "deal A1"),
        (EMPTY, "deal A2", Deed.DRAW, "d A1"),
        (EMPTY, "d A2", Deed.RETURN, "~d A1"),
        # Who took cards away was no player: whatever it was, the attacker did it.
        (OPEN, "=", Deed.RETURN, "~d A1"),
    ],
)
def test_a_move_of_another_kind_is_made_of_what_was_read(line, read, deed, true):
    assert told(line, read, Truth(deed=deed)) == true


@pytest.mark.parametrize(
    ("line", "read", "deed"),
    [
        (OPEN, "A.", Deed.LEAD),  # no face
        (EMPTY, "A>9c", Deed.BEAT),  # nothing to beat
        (OPEN, "A.", Deed.HANG),  # no kind that a move may turn out to be
    ],
)
def test_what_cannot_be_told_leaves_the_move_as_it_was(line, read, deed):
    assert told(line, read, Truth(deed=deed)) == read
