"""125.4: who leads first in a game."""

import pytest

from engine.game import new_game, next_game
from engine.house import adjusted, load_rules
from engine.seats import Actor
from engine.verdict import Severity
from tests.engine.builders import AFTER_DEAL, CASINO, DEALT, findings, only, played, position

B_WON = f"{DEALT} game=2 prev=B"


@pytest.mark.parametrize("word", ["A>6c", "B>6c"])
def test_125_4_the_lowest_trump_is_hidden_so_either_may_lead_the_first_game(word):
    game = position(DEALT)

    assert game.leader is None
    assert findings(game, word) == []
    assert played(game, word).bout.attacker == word[0]


@pytest.mark.parametrize(("word", "expected"), [("B>6c", []), ("A>6c", ["FIRST_LEAD_WRONG"])])
def test_125_4_later_the_winner_of_the_game_before_leads(word, expected):
    assert findings(position(B_WON), word) == expected


def test_125_4_a_wrong_first_lead_taken_back_restores_who_may_lead():
    game = position(B_WON)

    assert played(game, "A>6c", "~A:6c").leader is Actor.B
    assert findings(played(game, "A>6c", "~A:6c"), "B>7c") == []


def test_h8_after_a_drawn_game_nobody_can_say_who_leads():
    violation = only(position(f"{DEALT} game=2"), "A>6c")

    assert (violation.code, violation.verdict, violation.clause) == (
        "FIRST_LEAD_UNDEFINED",
        "undefined",
        "H8",
    )
    assert violation.severity is Severity.CALL_INSPECTOR


def test_where_the_lowest_trump_leads_every_game_nobody_is_blamed():
    rules = adjusted(CASINO, {"next_game_lead": "lowest_trump"})
    game = played(new_game(rules, game_no=2, previous_winner=Actor.B), *AFTER_DEAL, "^9h")

    assert findings(game, "A>6c") == []


@pytest.mark.parametrize(
    ("line", "leader"),
    [
        ("A8/B0|(9h)|t0|d28|-|-|bout 9 last=ABbeaten calls", Actor.B),
        ("A0/B0|(9h)|t0|d36|-|-|bout 9 last=ABbeaten", None),
    ],
)
def test_125_4_the_next_game_follows_from_the_result(line, leader):
    game = position(line)
    following = next_game(game)

    assert (following.game_no, following.leader) == (2, leader)
    assert following.calls_heard == game.calls_heard
    assert following.talon == 36


@pytest.mark.parametrize(("game_no", "leader"), [(1, None), (2, Actor.B), (3, Actor.B)])
def test_r043_left_of_the_dealer_leads_but_in_the_first_game(game_no, leader):
    """Who dealt the first game says nothing: there the lowest trump leads (R040)."""
    seats = (Actor.A, Actor.B, Actor.C)
    game = new_game(load_rules("classic-ffa"), seats, game_no, dealer=Actor.A)
    assert game.leader is leader
