"""125.5: first out wins; both out in one bout is a draw (R090-R092)."""

import pytest

from engine.house import adjusted
from engine.seats import Actor
from engine.state import Phase
from tests.engine.builders import CASINO, findings, played, position

OVER = "A8/B0|(9h)|t0|d28|-|-|bout 9 last=ABbeaten"


@pytest.mark.parametrize(
    ("line", "words", "winner"),
    [
        # The defender beats with the last card.
        ("A2/B1|(9h)|t0|d32|7c:-|atk=A def=B ds=1", ("B:9c/7c", "="), Actor.B),
        # The attacker is out and the defender takes.
        ("A0/B1|(9h)|t0|d34|7c:-|atk=A def=B ds=1", ("=B",), Actor.A),
        # The attacker is out and the defender beats, with cards left.
        ("A0/B3|(9h)|t0|d32|7c:-|atk=A def=B ds=3", ("B:9c/7c", "="), Actor.A),
        # Both go out in one bout.
        ("A0/B1|(9h)|t0|d34|7c:-|atk=A def=B ds=1", ("B:9c/7c", "="), None),
        # The talon ends with the attacker's draw: the other is out.
        ("A5/B0|9h|t1|d28|7c:9c|atk=A def=B ds=1", ("=", "d A1[9h]"), Actor.B),
    ],
)
def test_125_5_who_wins(line, words, winner):
    game = played(position(line), *words)

    assert game.result.winner == winner
    assert game.phase is Phase.OVER


def test_125_5_who_went_out_and_got_cards_again_is_not_out():
    result = position("A2/B0|(9h)|t0|d34|-|-|bout 9 last=ABbeaten out=A7").result

    assert (result.winner, result.loser) == ("B", "A")


def test_125_5_being_out_means_nothing_while_the_talon_lasts():
    game = played(position("A0/B6|9h|t8|d20|7c:9c|atk=A def=B ds=6"), "=")

    assert game.result is None
    assert game.phase is Phase.DRAWING


def test_125_5_nobody_is_out_before_the_bout_has_ended():
    assert position("A0/B1|(9h)|t0|d34|7c:-|atk=A def=B ds=1").result is None


def test_125_5_play_goes_on_with_cards_on_both_sides():
    assert played(position("A2/B2|(9h)|t0|d30|7c:9c|atk=A def=B ds=3"), "=").result is None


def test_r093_where_no_draw_is_known_whoever_beat_off_loses():
    rules = adjusted(CASINO, {"draw_allowed": False})
    game = position("A0/B1|(9h)|t0|d34|7c:-|atk=A def=B ds=1", rules)

    assert played(game, "B:9c/7c", "=").result.winner == "A"


@pytest.mark.parametrize("word", ["B>6c", "A>6c", "d A1", "B:7c/6c", "deal A2"])
def test_125_5_nothing_is_played_after_the_result(word):
    assert findings(position(OVER), word) == ["GAME_ALREADY_OVER"]


def test_125_5_a_lead_after_the_result_is_flagged_once():
    game = position(OVER)

    assert findings(played(game, "A>6c"), "=B") == []
    assert played(game, "A>6c", "~A:6c").phase is Phase.OVER
