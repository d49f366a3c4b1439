"""125.4: six cards each, by two, in turn; the thirteenth card is trump."""

import pytest

from engine.game import new_game
from engine.house import load_rules
from engine.seats import PLAYERS, Actor
from engine.state import Phase
from engine.verdict import Severity
from tests.engine.builders import AFTER_DEAL, CASINO, DEALT, findings, flags, only, played, position

BEFORE = new_game(CASINO)


def test_125_4_a_right_deal_earns_nothing():
    assert flags(BEFORE, *AFTER_DEAL, "^9h") == []


def test_125_4_the_other_player_may_get_the_first_packet():
    order = ("deal B2", "deal A2", "deal B2", "deal A2", "deal B2", "deal A2", "^9h")

    assert flags(BEFORE, *order) == []


def test_125_4_the_deal_ends_in_the_position_of_the_first_lead():
    game = played(BEFORE, *AFTER_DEAL, "^9h")

    assert game == played(position(DEALT + " dealt=B"))
    assert game.phase is Phase.FIRST_LEAD


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("deal A3",), ["deal A3 DEAL_PACKET"]),
        (("deal A1",), ["deal A1 DEAL_PACKET"]),
        (("deal A2", "deal A2"), ["deal A2 DEAL_ORDER"]),
        # The packet that restores the balance is no second offence.
        (("deal A2", "deal A2", "deal B2", "deal B2"), ["deal A2 DEAL_ORDER"]),
        ((*AFTER_DEAL, "deal A2"), ["deal A2 DEAL_COUNT"]),
    ],
)
def test_125_4_packets(words, expected):
    assert flags(BEFORE, *words) == expected


def test_125_4_a_packet_that_exceeds_six_is_flagged_once_and_not_again_with_the_trump():
    words = ("deal B2", "deal A2", "deal B2", "deal A2", "deal B3", "deal A2", "^Qs", "A>8c")

    assert flags(BEFORE, *words) == ["deal B3 DEAL_COUNT"]
    violation = only(played(BEFORE, *words[:4]), "deal B3")
    assert (violation.actor, violation.limit, violation.count) == (Actor.B, 6, 7)


def test_125_4_too_few_cards_show_when_the_trump_is_opened():
    words = (*AFTER_DEAL[:5], "deal B1", "^9h")

    assert flags(BEFORE, *words) == ["deal B1 DEAL_PACKET", "^9h DEAL_COUNT"]
    assert only(played(BEFORE, *words[:-1]), "^9h").actor is Actor.B


def test_125_4_what_was_short_may_be_made_good_after_the_trump():
    short = played(BEFORE, *AFTER_DEAL[:5], "deal B1", "^9h")

    assert findings(short, "deal B1") == []
    assert findings(short, "deal B2") == ["DEAL_COUNT"]


@pytest.mark.parametrize("packets", [1, 4, 5])
def test_125_4_a_trump_before_the_thirteenth_card(packets):
    game = played(BEFORE, *AFTER_DEAL[:packets])
    violation = only(game, "^9h")

    assert (violation.code, violation.limit, violation.count) == (
        "TRUMP_NOT_13TH",
        13,
        2 * packets + 1,
    )


def test_125_4_another_trump_card_freezes_the_table():
    violation = only(position(DEALT), "^9c")

    assert (violation.code, violation.severity) == ("TRUMP_PEEKED_REPLACED", Severity.FREEZE)
    assert str(played(position(DEALT), "^9c").trump_card) == "9c"
    assert findings(position(DEALT), "^9h") == []


def test_125_4_a_trump_seen_late_is_no_offence_of_the_deal():
    game = played(BEFORE, *AFTER_DEAL, "A>6c")

    assert findings(game, "^9h") == []
    assert str(played(game, "^9h").trump) == "h"


def test_125_4_a_packet_after_the_deal_is_out_of_place():
    game = played(position(DEALT), "A>6c")

    assert findings(game, "deal A2") == ["MOVE_OUT_OF_PLACE~"]
    assert findings(BEFORE, "deal dealer2") == ["MOVE_OUT_OF_PLACE~"]
    assert played(BEFORE, "deal dealer2", "deal A0") == BEFORE


def test_125_4_a_deal_after_the_result_belongs_to_the_next_game():
    over = position("A8/B0|(9h)|t0|d28|-|-|bout 9 last=ABbeaten")

    assert findings(over, "deal A2") == ["GAME_ALREADY_OVER"]


@pytest.mark.parametrize("word", ["A>6c", "d A1", "A:7c/6c", "=", "=A", "A.", "B^", "~A:6c"])
def test_125_4_play_before_the_deal_is_out_of_place(word):
    assert findings(BEFORE, word)[0] == "MOVE_OUT_OF_PLACE~"


SIX = new_game(load_rules("classic-ffa"), PLAYERS)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param(1, ["TRUMP_NOT_13TH"], id="half of the pack"),
        pytest.param(2, [], id="the whole pack: the last card"),
    ],
)
def test_r027_where_six_play_the_trump_is_the_last_card_of_the_pack(rounds, expected):
    dealt = played(SIX, *[f"deal {seat}3" for _ in range(rounds) for seat in PLAYERS])
    assert findings(dealt, "^9h") == expected


def test_r027_with_the_last_packet_still_to_come_its_card_may_be_shown_already():
    packets = [f"deal {seat}3" for _ in range(2) for seat in PLAYERS][:-1]
    assert findings(played(SIX, *packets), "^9h") == []
