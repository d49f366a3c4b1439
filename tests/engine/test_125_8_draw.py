"""125.8, H4, H9: after every bout up to six, the attacker first, the trump card last."""

import pytest

from engine.ledger import broken_laws
from engine.seats import Actor
from engine.state import Phase
from engine.verdict import Severity
from tests.engine.builders import findings, flags, only, played, position

# A attacked, B beat; both are short.
SHORT = "A4/B5|9h|t{}|d{}|-|-|bout 3 last=ABbeaten"
PLENTY = SHORT.format(11, 16)


@pytest.mark.parametrize(
    "words",
    [
        ("d A2", "d B1"),
        ("d A1", "d A1", "d B1"),
    ],
)
def test_125_8_the_attacker_draws_first_in_one_go_or_card_by_card(words):
    assert flags(position(PLENTY), *words) == []
    assert played(position(PLENTY), *words).phase is Phase.NEXT_LEAD


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        (PLENTY, ("d B1", "d A2"), ["d B1 DRAW_ORDER"]),
        (PLENTY, ("d A3",), ["d A3 DRAW_TOO_MANY"]),
        # Seen card by card, the third is the one too many.
        (PLENTY, ("d A1", "d A1", "d A1"), ["d A1 DRAW_TOO_MANY"]),
        (PLENTY, ("d A2", "d B2"), ["d B2 DRAW_TOO_MANY"]),
        # The defender took and holds more than six: he draws nothing.
        ("A4/B8|9h|t11|d13|-|-|bout 3 last=ABtaken", ("d A2",), []),
        ("A4/B8|9h|t11|d13|-|-|bout 3 last=ABtaken", ("d B1",), ["d B1 DRAW_HAND_FULL"]),
        ("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6", ("d A1",), ["d A1 DRAW_DURING_BOUT"]),
        ("A6/B6|9h|t24|d0|-|-|bout 1", ("d A1",), ["d A1 DRAW_HAND_FULL"]),
    ],
)
def test_125_8_draws(line, words, expected):
    assert flags(position(line), *words) == expected


def test_125_8_what_was_drawn_after_an_earlier_bout_is_no_longer_counted():
    game = played(position(PLENTY), "d A2", "d B1", "B>6c", "=A", "d B1")

    assert findings(game, "d A1") == ["DRAW_HAND_FULL"]


def test_125_8_one_wrong_draw_is_one_flag_to_the_next_lead():
    words = ("d B1", "d A2", "B>6c", "A:7c/6c")

    assert flags(position(PLENTY), *words) == ["d B1 DRAW_ORDER"]


def test_125_8_too_many_cards_go_back():
    game = position(PLENTY)

    assert flags(game, "d A3", "~d A1", "d B1", "B>6c") == ["d A3 DRAW_TOO_MANY"]
    assert played(game, "d A3", "~d A1") == played(game, "d A2")
    assert findings(game, "~d A5") == ["MOVE_OUT_OF_PLACE~"]
    assert played(game, "~d dealer1") == game
    assert played(game, "~d A0") == game


def test_125_8_who_draws_and_how_many_is_known():
    assert [(d.seat, d.count) for d in position(PLENTY).due()] == [("A", 2), ("B", 1)]
    assert [(d.seat, d.count) for d in position(SHORT.format(2, 25)).due()] == [("A", 2)]
    assert position(SHORT.format(0, 27)).due() == ()


def test_125_8_an_empty_talon_owes_nobody_anything():
    game = position("A4/B5|(9h)|t0|d27|-|-|bout 9 last=ABbeaten")

    assert findings(game, "B>6c") == []
    assert findings(game, "d A1") == ["DRAW_TOO_MANY"]
    assert played(game, "d A1") == game


@pytest.mark.parametrize(
    ("talon", "severity"),
    [(11, Severity.STOP), (4, Severity.STOP), (3, Severity.CALL_INSPECTOR)],
)
def test_h4_the_order_matters_most_when_it_decides_who_gets_the_trump_card(talon, severity):
    game = position(SHORT.format(talon, 27 - talon))

    assert only(game, "d B1").severity is severity


def test_h4_whoever_draws_was_not_seen_is_taken_for_the_one_whose_turn_it_is():
    assert findings(position(PLENTY), "d unknown2") == []
    assert played(position(PLENTY), "d unknown2") == played(position(PLENTY), "d A2")
    full = position("A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten")
    assert findings(full, "d unknown1") == ["MOVE_OUT_OF_PLACE~"]
    assert played(full, "d unknown1") == full


def test_h9_the_trump_card_is_drawn_last_and_known():
    game = position(SHORT.format(3, 24))
    drawn = played(game, "d A2", "d B1")

    assert findings(played(game, "d A2"), "d B1[9h]") == []
    assert [str(card) for card in drawn.hand(Actor.B).known] == ["9h"]
    assert not drawn.trump_lies
    assert str(drawn.trump) == "h"


def test_h9_the_trump_card_taken_before_the_talon_is_gone():
    game = position(SHORT.format(4, 23))
    violation = only(game, "d A2[9h]")

    assert (violation.code, violation.severity) == ("TRUMP_DRAWN_EARLY", Severity.CALL_INSPECTOR)
    assert flags(game, "d A2[9h]", "d B1", "B>6c") == ["d A2[9h] TRUMP_DRAWN_EARLY"]
    assert not played(game, "d A2[9h]").trump_lies


def test_h9_the_trump_card_goes_back_under_the_talon():
    game = position(SHORT.format(4, 23))

    assert played(game, "d A2[9h]", "~d A2") == game


def test_125_8_a_face_seen_while_drawing_is_known():
    game = played(position(PLENTY), "d A2[7c]")

    assert [str(card) for card in game.hand(Actor.A).known] == ["7c"]
    assert findings(position(SHORT.format(11, "16(7c)")), "d A2[7c]") == [
        "CARD_IN_DISCARD_REAPPEARS"
    ]


def test_125_1_a_face_that_lies_in_the_bout_is_not_drawn_as_well():
    game = played(position("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6"), "d A2[7c8c]")

    assert broken_laws(game) == ()
    assert [str(card) for card in game.hand(Actor.A).known] == ["8c"]
