"""A3: where the rules are silent nothing is picked; the inspector sees his choices."""

import pytest

from engine.choices import options_for
from engine.game import new_game, next_game
from engine.house import load_rules
from tests.engine.builders import AFTER_DEAL, only, played, position

FFA = load_rules("classic-ffa")
CARDS_WITHOUT_TRUMP = (
    "A6(6c,8c,9c,Tc,Jc,Qd)/B6(6d,8d,9d,Td,Jd,Qs)|9h|t24|d0|-|-|bout 1",
    "A>6c",
)


def told(game, word):
    """Return the choices for the finding of a move, with the players each concerns."""
    options = options_for(game, only(game, word))
    return [f"{option.choice} {''.join(option.seats)}".strip() for option in options]


def test_a7_nobody_has_a_trump():
    line, word = CARDS_WITHOUT_TRUMP

    assert only(position(line), word).clause == "H7"
    assert told(position(line), word) == ["redeal", "lot AB", "lowest_card AB"]


def test_a8_after_a_draw_the_last_winner_or_the_lowest_trump():
    drawn = position("A0/B0|(9h)|t0|d36|-|-|bout 9 game=3 last=ABbeaten won=B")
    dealt = played(next_game(drawn), *AFTER_DEAL, "^9h")

    assert told(dealt, "A>6c") == ["last_winner B", "lowest_trump AB"]


def test_a8_where_nobody_has_won_yet_only_the_lowest_trump_is_left():
    drawn = position("A0/B0|(9h)|t0|d36|-|-|bout 9 last=ABbeaten")
    dealt = played(next_game(drawn), *AFTER_DEAL, "^9h")

    assert told(dealt, "A>6c") == ["lowest_trump AB"]


def test_the_ruling_is_a_move_and_holds_until_the_lead():
    drawn = position("A0/B0|(9h)|t0|d36|-|-|bout 9 last=ABbeaten")
    ruled = played(next_game(drawn), *AFTER_DEAL, "^9h", "lead=B")

    assert ruled.leader == "B"
    assert played(ruled, "B>6c", "A:7c/6c", "=").memory.appointed is None


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        (
            "A5/B6/C6|9h|t10|d8|7c:-|atk=A def=B ds=6",
            "B>>7d7s",
            ["let_stand", "take_back"],
        ),
        (
            "A3/B4|(9h)|t0|d28|6c:-|atk=A def=B ds=4|bout 30 stall=11 last=ABtaken",
            "=B",
            ["draw", "play_on"],
        ),
        ("A5/B6|9h|t12|d12|8c:-|atk=A def=B ds=6", "B:7c/8c", []),
        # A move that makes no sense is undefined too, and leaves nothing to choose.
        ("A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten", "B:7c/8c", []),
    ],
)
def test_other_gaps(line, word, expected):
    assert told(position(line, load_rules("perevodnoy")), word) == expected


def test_online_the_lowest_trump_leads_every_game():
    rules = load_rules("online-bank")
    dealt = played(new_game(rules, game_no=4), *AFTER_DEAL, "^9h")

    assert dealt.leader is None
