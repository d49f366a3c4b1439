"""What is expected next at the table."""

import pytest

from engine.game import new_game
from engine.house import adjusted, load_rules
from engine.outlook import outlook
from engine.state import Phase
from tests.engine.builders import AFTER_DEAL, CASINO, DEALT, played, position

BETWEEN = "A4/B5|9h|t11|d16|-|-|bout 3 last=ABbeaten"
ATTACKED = "A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6"
BEATEN = "A4/B5|9h|t12|d13|7c:9c|atk=A def=B ds=6"
LAST = "A0/B5|(9h)|t0|d29|7c:9c|atk=A def=B ds=6"


@pytest.mark.parametrize(
    ("line", "words", "phase", "actor", "kinds"),
    [
        ("A0/B0|-|t36|d0|-|-|bout 1", (), Phase.BEFORE_DEAL, "dealer", {"deal"}),
        ("A2/B0|-|t34|d0|-|-|bout 1", (), Phase.DEALING, "dealer", {"deal"}),
        ("A6/B6|-|t24|d0|-|-|bout 1", (), Phase.DEALING, "dealer", {"show-trump"}),
        (DEALT, (), Phase.FIRST_LEAD, None, {"lead", "appoint"}),
        (DEALT + " game=2 prev=B", (), Phase.FIRST_LEAD, "B", {"lead"}),
        (ATTACKED, (), Phase.BOUT, "B", {"throw-in", "say-beaten", "beat", "say-takes", "take"}),
        (ATTACKED, ("B^",), Phase.BOUT, "B", {"throw-in", "say-beaten", "take"}),
        (BEATEN, (), Phase.BOUT, "A", {"throw-in", "say-beaten", "sweep", "say-takes", "take"}),
        (BEATEN, ("A.",), Phase.BOUT, "dealer", {"sweep"}),
        (LAST, (), Phase.BOUT, "dealer", {"sweep"}),
        (BETWEEN, (), Phase.DRAWING, "A", {"draw"}),
        (BETWEEN, ("d A2",), Phase.DRAWING, "B", {"draw"}),
        (BETWEEN, ("d A2", "d B1"), Phase.NEXT_LEAD, "B", {"lead"}),
        (LAST, ("=",), Phase.OVER, None, set()),
    ],
)
def test_whose_turn_it_is_and_what_may_come(line, words, phase, actor, kinds):
    view = outlook(played(position(line), *words))

    assert (view.phase, view.actor, view.kinds) == (phase, actor, kinds)


def test_r111_a_transfer_may_come_instead_of_the_first_beat():
    rules = load_rules("perevodnoy")

    assert "transfer" in outlook(position(ATTACKED, rules)).kinds
    assert "transfer" not in outlook(played(position(ATTACKED, rules), "B:9c/7c", "A+9d")).kinds


def test_how_many_cards_may_still_be_thrown_in():
    assert outlook(position(ATTACKED)).cap_left == 5
    assert outlook(position("A2/B5|9h|t12|d15|7c:9c|atk=A def=B ds=6")).cap_left == 2
    assert outlook(position("A5/B1|(9h)|t0|d28|7c:9c|atk=A def=B ds=2")).cap_left == 1


def test_nothing_may_be_thrown_in_after_beru_where_that_is_forbidden():
    rules = adjusted(CASINO, {"throw_on_take": "forbidden"})
    view = outlook(played(position(ATTACKED, rules), "B^"))

    assert (view.cap_left, "throw-in" in view.kinds) == (0, False)


def test_what_lies_unbeaten():
    assert [str(card) for card in outlook(position(ATTACKED)).unbeaten] == ["7c"]


@pytest.mark.parametrize(
    ("line", "due"),
    [
        (BETWEEN, [("A", 2), ("B", 1)]),
        ("A2/B0|-|t34|d0|-|-|bout 1", [("A", 4), ("B", 6)]),
        ("A5/B6|9h|t12|d12|7c:-|atk=A def=B ds=6 skip=B1", [("B", 1)]),
        (DEALT, []),
    ],
)
def test_who_still_gets_cards_in_order(line, due):
    assert [(d.seat, d.count) for d in outlook(position(line)).due] == due


def test_the_result_is_told():
    assert outlook(played(position(LAST), "=")).result.winner == "A"


def test_the_table_waits_for_the_dealer_while_he_deals_and_gives_cards_out():
    game = new_game(CASINO)

    assert game.is_waiting
    assert not played(game, *AFTER_DEAL, "^9h").is_waiting
    assert position(BETWEEN).is_waiting
    assert not position(ATTACKED).is_waiting
