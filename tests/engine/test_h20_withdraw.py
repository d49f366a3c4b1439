"""H20: a card laid is played; but whoever takes an unlawful card back puts the table right."""

from dataclasses import replace

import pytest

from engine.seats import Actor
from tests.engine.builders import CASINO, findings, flags, played, position

ATTACKED = "A5/B6|9h|t12|d12|8c:-|atk=A def=B ds=6"
BEATEN = "A4/B5|9h|t12|d13|6c:9c|atk=A def=B ds=6"
LEADING = "A6/B6|9h|t12|d12|-|-|bout 3 last=ABbeaten"


def forgotten(game):
    """Return a game without what was seen of hands: taking a card back shows it."""
    return replace(game, hands=tuple(replace(h, known=frozenset()) for h in game.hands))


@pytest.mark.parametrize(
    ("line", "word", "back"),
    [
        (ATTACKED, "B:7c/8c", "~B:7c"),
        (ATTACKED, "B:Kd/8c", "~B:Kd"),
        (ATTACKED, "A:Kc/8c", "~A:Kc"),
        (ATTACKED, "B:Kc/7d", "~B:Kc"),
        (BEATEN, "B:Kc/6c", "~B:Kc"),
        (BEATEN, "A+Td", "~A:Td"),
        (BEATEN, "B+6d", "~B:6d"),
        (LEADING, "A>8h", "~A:8h"),
        ("A6/B4|9h|t10|d16|-|-|bout 3 last=ABtaken", "A>8d", "~A:8d"),
        ("A3/B1|(9h)|t0|d30|6c:7c|atk=A def=B ds=1", "A+6d", "~A:6d"),
        ("A8/B0|(9h)|t0|d28|-|-|bout 9 last=ABbeaten", "A>8d", "~A:8d"),
    ],
)
def test_h20_taking_an_unlawful_card_back_restores_the_game_and_is_no_offence(line, word, back):
    game = position(line)
    laid = played(game, word)

    assert findings(game, word) != []
    assert laid != game
    assert findings(laid, back) == []
    assert forgotten(played(laid, back)) == forgotten(game)


def test_h20_a_card_taken_back_has_been_seen():
    game = played(position(ATTACKED), "B:7c/8c", "~B:7c")

    assert [str(card) for card in game.hand(Actor.B).known] == ["7c"]


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        (ATTACKED, ("B:Kc/8c", "~B:Kc"), ["~B:Kc BEAT_RETRACTED"]),
        (ATTACKED, ("~A:8c",), ["~A:8c ATTACKER_TAKES_BACK"]),
        (BEATEN, ("A+6d", "~A:6d"), ["~A:6d ATTACKER_TAKES_BACK"]),
        # A trump that nobody can call wrong is a lawful card too.
        (ATTACKED, ("B:6h/8c", "~B:6h"), ["~B:6h BEAT_RETRACTED"]),
        (LEADING, ("B>6c", "~B:6c"), ["~B:6c ATTACKER_TAKES_BACK"]),
    ],
)
def test_h20_a_lawful_card_stays(line, words, expected):
    assert flags(position(line), *words) == expected


def test_h20_one_taking_back_of_several_cards_is_one_flag():
    assert flags(position(LEADING), "B>6c6d", "~B:6d", "~B:6c") == ["~B:6d ATTACKER_TAKES_BACK"]
    assert flags(position(LEADING), "B>6c7d", "~B:7d", "~B:6c") == ["B>6c7d LEAD_MIXED_RANKS"]


def test_h20_taking_back_again_later_is_another_offence():
    words = ("B>6c7d", "~B:7d", "A:8c/6c", "B+8d", "~B:8d")

    assert flags(position(LEADING), *words) == [
        "B>6c7d LEAD_MIXED_RANKS",
        "~B:8d ATTACKER_TAKES_BACK",
    ]


def test_h20_a_wrong_card_is_judged_by_what_lay_there_when_it_was_laid():
    # The eight was wrong when it came; that the defence made it fit later does not mend it.
    words = ("A+8d", "B:8h/8d", "~A:8d", "~B:8h")

    assert flags(position(BEATEN), *words) == ["A+8d THROW_RANK_NOT_ON_TABLE"]


def test_h20_the_attack_goes_back_and_its_defence_lies_loose():
    game = played(position(BEATEN), "A+8d", "B:Kd/8d", "~A:8d")

    assert [(str(x.card), x.by) for x in game.bout.loose] == [("Kd", Actor.B)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        # The defender picks up another's card: he takes, and not all.
        ("~B:6c", ["TAKE_PARTIAL"]),
        ("~A:9c", ["TAKE_WRONG_PLAYER"]),
        ("~A:Kh", ["MOVE_OUT_OF_PLACE~"]),
        ("~unknown:9c", ["BEAT_RETRACTED"]),
    ],
)
def test_h20_whose_card_it_is(word, expected):
    assert findings(position(BEATEN), word) == expected


def test_h20_the_only_card_on_the_table_picked_up_by_the_defender_is_a_taking():
    assert played(position(ATTACKED), "~B:8c") == played(position(ATTACKED), "=B")
    assert played(position(ATTACKED), "~B:Kh") == position(ATTACKED)


def test_h20_after_taking_was_said_no_card_is_laid():
    game = played(position(ATTACKED), "B^")

    assert findings(game, "B:Kc/8c") == ["BEAT_AFTER_TAKE"]
    assert flags(position(ATTACKED), "B^", "B:Kc/8c", "~B:Kc", "=B") == ["B:Kc/8c BEAT_AFTER_TAKE"]
    assert position(ATTACKED, CASINO) != game


@pytest.mark.parametrize(
    ("loose", "owners"), [("+9d@B +Tc@A", ["B", "A"]), ("+Tc@A +9d@B", ["A", "B"])]
)
def test_h20_of_two_cards_that_lie_loose_each_goes_back_to_its_owner(loose, owners):
    game = position(f"A5/B5|9h|t12|d10|7c:8c {loose}|atk=A def=B ds=6")

    assert [str(game.bout.owner_of(card)) for card in game.bout.cards] == ["A", "B", *owners]
    assert played(game, "~A:Tc").hand(Actor.A).count == 6
