"""A changed copy of a game: what it takes along, what it finds anew, what it refuses."""

from dataclasses import fields, replace

import pytest

from engine.bout import NO_BOUT, Bout, Pair, bout_with
from engine.cards import parse_card
from engine.copies import game_with, memory_with
from engine.game import new_game
from engine.seats import Actor
from engine.setting import Memory
from tests.engine.builders import CASINO

A, B = Actor.A, Actor.B
NINE, TEN = parse_card("9h"), parse_card("Th")
BOUT = Bout(A, B, 6, (Pair(NINE, A),), order=((NINE,),), early=True, taking_back=A)
GAME = new_game(CASINO)


@pytest.mark.parametrize(
    ("copied", "value", "parts"),
    [
        (bout_with, BOUT, {"passed": 1, "done": (B,)}),
        (game_with, GAME, {"talon": 3, "bout": BOUT}),
        (memory_with, Memory(dealt_to=A, takings=2), {"appointed": B}),
    ],
)
def test_a_copy_is_what_replace_makes_and_leaves_the_first_alone(copied, value, parts):
    before = {field.name: getattr(value, field.name) for field in fields(value)}
    copy = copied(value, **parts)
    wanted = replace(value, **parts)

    assert copy == wanted
    assert hash(copy) == hash(wanted)
    assert {f.name: getattr(copy, f.name) for f in fields(copy)} == before | parts
    assert {f.name: getattr(value, f.name) for f in fields(value)} == before


@pytest.mark.parametrize(
    ("copied", "value"), [(bout_with, BOUT), (game_with, GAME), (memory_with, Memory())]
)
def test_a_field_that_there_is_not_is_refused(copied, value):
    with pytest.raises(TypeError, match="trumpet"):
        copied(value, trumpet=True)


def test_what_follows_from_the_fields_is_found_anew_in_a_copy():
    assert BOUT.cards == (NINE,)
    assert BOUT.faces == {NINE}
    more = BOUT.attacked(A, (TEN,))
    assert more.cards == (NINE, TEN)
    assert more.faces == {NINE, TEN}
    assert BOUT.cards == (NINE,)
    assert bout_with(more, pairs=()).faces == NO_BOUT.faces
