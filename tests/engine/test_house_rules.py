"""Profiles are data: versioned, complete, and refused by the name of what is wrong."""

import pytest

from engine.house import RulesError, TrumpBeat, adjusted, load_rules, make_rules, parse_rules
from tests.engine.builders import CASINO


def test_the_casino_profile_names_itself_and_its_version():
    assert CASINO.label == "casino-by-2001@1"


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("players", (2,)),
        ("deal_packets", (2,)),
        ("cap", 6),
        ("cap_first", None),
        ("cap_first_on_take", None),
        ("cap_by_defender_hand", True),
        ("max_lead", 4),
        ("trump_beat", "strict"),
        ("throw_who", "opponent"),
        ("throw_ranks", "any_on_table"),
        ("throw_on_take", "allowed"),
        ("first_until", "first_discard"),
        ("next_game_lead", "winner_prev"),
        ("draw_order", "leader_throwers_defender"),
        ("draw_allowed", True),
    ],
)
def test_the_casino_profile_says_what_the_regulation_says(parameter, value):
    assert getattr(CASINO, parameter) == value


def test_an_unknown_profile_is_refused_with_those_that_there_are():
    with pytest.raises(RulesError, match="casino-by-1999; there is casino-by-2001"):
        load_rules("casino-by-1999")


def test_a_parameter_may_be_overridden():
    assert adjusted(CASINO, {"trump_beat": "free"}).trump_beat is TrumpBeat.FREE
    assert adjusted(CASINO, {}) == CASINO


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        ({"jokers": 2}, "no parameter is called jokers"),
        ({"cap": 0}, "cap: a number above 0"),
        ({"cap": True}, "cap: a number above 0"),
        ({"cap": "6"}, "cap: a number above 0"),
        ({"deal_packets": 2}, "deal_packets: a list"),
        ({"deal_packets": []}, "deal_packets: a list"),
        ({"draw_allowed": "yes"}, "draw_allowed: true or false"),
        ({"trump_beat": "loose"}, "trump_beat: 'loose'"),
        ({"cap_first": 7}, "cap_first: 7 is above"),
        ({"cap_first_on_take": 6}, "cap_first_on_take: there is no"),
        ({"cap_first": 5, "cap_first_on_take": 7}, "cap_first_on_take: 7 is above"),
        ({"deal_packets": [7]}, "deal_packets: nobody"),
        ({"players": [1]}, "players: two to six"),
        ({"players": [7], "throw_who": "all_others"}, "players: two to six"),
        ({"players": [2, 3]}, "throw_who: there is one opponent"),
    ],
)
def test_a_bad_parameter_is_refused_by_name(overrides, message):
    with pytest.raises(RulesError, match=message):
        adjusted(CASINO, overrides)


def test_a_missing_parameter_is_refused_by_name():
    with pytest.raises(RulesError, match="odd: the parameter cap is missing"):
        make_rules("odd", 1, {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = ", "not a profile"),
        ("name = 'x'\nversion = 1\nrulez = 1", "has no rulez"),
        ("name = 'x'\n[rules]", "needs a name, a version"),
    ],
)
def test_a_text_that_is_no_profile_is_refused(text, message):
    with pytest.raises(RulesError, match=message):
        parse_rules(text)
