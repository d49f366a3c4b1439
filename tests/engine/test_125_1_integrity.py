"""125.1: 36 cards, each of them once."""

import pytest

from engine.cards import DECK
from engine.ledger import broken_laws, hidden_count, may_hold, must_hold, unseen
from engine.seats import Actor
from engine.verdict import Severity
from tests.engine.builders import findings, flags, only, played, position

LEADING = "A6/B6|9h|t12|d12|-|-|bout 3 last=ABtaken"


@pytest.mark.parametrize(
    ("line", "word", "expected"),
    [
        ("A6/B6|9h|t12|d12(Kc)|-|-|bout 3 last=ABtaken", "A>Kc", ["CARD_IN_DISCARD_REAPPEARS"]),
        ("A6/B8(9c,Kc)|9h|t12|d10|-|-|bout 3 last=ABtaken", "A>Kc", ["CARD_KNOWN_ELSEWHERE"]),
        ("A6(Kc)/B6|9h|t12|d12|-|-|bout 3 last=ABtaken", "A>Kc", []),
        (LEADING, "A>9h", ["CARD_DUPLICATE_SEEN"]),
        (LEADING, "A>6c6c", ["CARD_DUPLICATE_SEEN"]),
        ("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6", "B:7c/7c", ["CARD_DUPLICATE_SEEN"]),
        # Once it is drawn the trump card is a card like any other.
        ("A6/B6|(9h)|t0|d24|-|-|bout 3 last=ABtaken", "A>9h", []),
        # The talon is gone and the hand is known: nothing else can come out of it.
        ("A2(6c,7c)/B6|(9h)|t0|d28|-|-|bout 3 last=ABtaken", "A>8c", ["ENDGAME_IMPOSSIBLE"]),
        ("A2(6c,7c)/B6|(9h)|t0|d28|-|-|bout 3 last=ABtaken", "A>6c", []),
        ("A2(6c,7c)/B6|9h|t5|d23|-|-|bout 3 last=ABtaken", "A>8c", ["DRAW_SKIPPED"]),
        ("A1/B6|(9h)|t0|d29|-|-|bout 3 last=ABtaken", "A>8c8d", ["HAND_COUNT_MISMATCH"]),
    ],
)
def test_125_1_a_face_that_cannot_be_there(line, word, expected):
    found = findings(position(line), word)

    assert found[: len(expected)] == expected
    assert [code for code in found if code.startswith("BEAT")] == (
        ["BEAT_NOT_HIGHER"] if "/" in word else []
    )


def test_125_1_a_double_freezes_the_table():
    assert only(position(LEADING), "A>9h").severity is Severity.FREEZE


def test_125_1_the_trump_card_opened_must_not_lie_elsewhere():
    game = position("A6/B6(7c)|-|t24|d0|-|-|bout 1 dealt=B")

    assert findings(game, "^7c") == ["CARD_KNOWN_ELSEWHERE"]
    assert broken_laws(played(game, "^7c")) == ()


@pytest.mark.parametrize("word", ["A>Kc", "A>9h", "A>6c6c"])
def test_125_1_a_face_is_in_one_place_only_the_last_one_seen(word):
    game = played(position("A6/B8(9c,Kc)|9h|t12|d10|-|-|bout 3 last=ABtaken"), word)

    assert broken_laws(game) == ()
    assert len(game.bout.pairs) == 1


def test_125_1_a_card_that_lies_there_cannot_be_laid_again():
    game = position("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6")

    assert played(game, "A+7c") == game
    assert played(game, "B:7c/7c") == game


def test_125_1_the_laws_name_what_is_broken():
    assert broken_laws(position("A6/B6|9h|t12|d13|-|-")) == ("37 cards instead of 36",)
    assert broken_laws(position("A6(Kc)/B6(Kc)|9h|t12|d12|-|-")) == ("a card is in two places",)
    assert broken_laws(position("A6/B6|9h|t23|d1(Kc,Qc)|-|-")) == (
        "more is known of a pile than lies there",
    )
    assert broken_laws(position("A6/B6|9h|t0|d24|-|-")) == ("the talon is short of cards",)


def test_125_1_what_a_player_may_and_must_hold():
    game = position("A5(Kc)/B6|9h|t12|d13(6c)|-|-")

    assert must_hold(game, Actor.A, DECK) == game.hand(Actor.A).known
    assert may_hold(game, Actor.A, DECK) == unseen(game) | game.hand(Actor.A).known
    known_hand = position("A1(Kc)/B6|9h|t12|d17|-|-")
    assert may_hold(known_hand, Actor.A, DECK) == known_hand.hand(Actor.A).known


def test_125_1_more_cards_than_were_held_leave_the_count_below_zero():
    game = played(position("A1/B6|(9h)|t0|d29|-|-|bout 3 last=ABtaken"), "A>8c8d")

    assert game.hand(Actor.A).count == -1
    assert broken_laws(game) == ()
    assert flags(game, "~A:8d") == []


def test_125_1_whoever_does_not_play_holds_nothing():
    assert position(LEADING).hand(Actor.DEALER).count == 0


@pytest.mark.parametrize(
    ("hands", "hidden"), [("A5(6c,7c,8c)", 2), ("A3(6c)", 2), ("A2(6c,7c)", 0), ("A1(6c,7c)", 0)]
)
def test_125_1_how_many_cards_of_a_hand_nobody_has_seen(hands, hidden):
    assert hidden_count(position(f"{hands}/B6|9h|t12|d12|-|-"), Actor.A) == hidden
