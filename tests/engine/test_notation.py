"""Moves as words, positions as lines: both directions."""

import pytest

from engine.house import adjusted
from engine.notation import NotationError, parse_move, parse_position, print_move, print_position
from tests.engine.builders import AFTER_DEAL, CASINO, played, position


@pytest.mark.parametrize(
    "word",
    [
        "deal A2",
        "^9h",
        "A>6c",
        "B>7s7d",
        "A+8d",
        "B:8c/6c",
        "A.",
        "B^",
        "=",
        "=[6c8c]",
        "=!A",
        "=!unknown[6c]",
        "=A",
        "=B[6cTd]",
        "d A2",
        "d B1[9h]",
        "~B:8c",
        "~d A1",
        "unknown>6c",
    ],
)
def test_a_move_word_is_read_and_printed_back(word):
    assert print_move(parse_move(word)) == word


def test_a_ten_may_be_written_with_two_figures():
    assert parse_move("A>10c10d") == parse_move("A>TcTd")


@pytest.mark.parametrize("word", ["", "A", "A>", "A>5c", "G>6c", "A:6c", "d A", "==", "A>6"])
def test_what_is_no_move_is_refused_by_name(word):
    with pytest.raises(NotationError, match="not a move"):
        parse_move(word)


@pytest.mark.parametrize(
    "line",
    [
        "A0/B0|-|t36|d0|-|-|bout 1",
        "A2/B0|-|t34|d0|-|-|bout 1 dealt=A",
        "A6/B6|9h|t24|d0|-|-|bout 1",
        "A6/B6|9h|t24|d0|-|-|bout 1 game=2 prev=B calls",
        "A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6 cap=6|bout 3",
        "A6/B5(9c,Kc)|9h|t17|d5(6d)|6c:9c 9d:-|atk=A def=B ds=6 cap=6 take pass=2|bout 3",
        "A4/B3|9h|t12|d13|6c:9c@A 7d@B:- +Ks@B|atk=A def=B ds=4 cap=4 skip=A1 skip=B2|bout 3",
        "A8/B0|(9h)|t0|d28|-|-|bout 9 last=ABbeaten",
        "A6/B4|9h|t12|d14|-|-|bout 3 last=BAirregular drew=A2",
        "A-1/B6|(9h)|t0|d29|8c:- 8d:-|atk=A def=B ds=6 cap=6|bout 3 last=ABtaken",
        "A4/B5|(9h)|t0|d26|6c:-|atk=A def=B ds=6 cap=6 take touched at=A done=B shown=7h|bout 9",
        "A4/B5|(9h)|t0|d27|-|-|bout 9 last=ABtaken@A! out=A8 stall=3",
        "A4/B5|(9h)|t0|d27|-|-|bout 9 last=ABtaken says=A7h says=B award=A/B ruled=A dealer=B",
    ],
)
def test_a_position_is_read_and_printed_back(line):
    assert print_position(parse_position(line, CASINO)) == line


def test_a_position_says_everything_that_the_referee_knows():
    game = played(position("A0/B0|-|t36|d0|-|-|bout 1"), *AFTER_DEAL, "^9h", "A>6c", "B:8c/6c")

    assert parse_position(print_position(game), CASINO) == game


def test_a_position_is_read_under_the_rules_that_are_given():
    rules = adjusted(CASINO, {"trump_beat": "free"})

    assert parse_position("A0/B0|-|t36|d0|-|-|bout 1", rules).rules == rules


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("A6/B6|9h|t24", "7 fields, not 3"),
        ("X6/B6|9h|t24|d0|-|-|bout 1", "'X6'"),
        ("B6/A6|9h|t24|d0|-|-|bout 1", "not in order"),
        ("A6/B6|5h|t24|d0|-|-|bout 1", "'5h'"),
        ("A6/B6|9h)|t24|d0|-|-|bout 1", "'9h[)]'"),
        ("A6/B6|9h|t24|d0|-|-|bout 1 what", "'what'"),
        ("A6/B6|9h|24|d0|-|-|bout 1", "'24'"),
        ("A6/B6|9h|t24|d0(6x)|-|-|bout 1", "'6x'"),
        ("A6/B6|9h|t24|d0|6c:-|-|bout 1", "nobody attacks"),
        ("A6/B6|9h|t24|d0|6c|atk=A def=B|bout 1", "not a pair: '6c'"),
        ("A6/B6|9h|t24|d0|6c:-|atk=X def=B|bout 1", "not a player: 'X'"),
        ("A6/B6|9h|t24|d0|-|-|bout 1 game=x", "not a number: 'x'"),
        ("A6/B6|9h|t24|d0|-|-|bout 1 last=ABwon", "'ABwon'"),
    ],
)
def test_a_position_that_cannot_be_read_names_the_part(line, part):
    with pytest.raises(NotationError, match=part):
        parse_position(line, CASINO)
