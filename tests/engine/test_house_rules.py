"""Profiles are data: versioned, complete, and refused by the name of what is wrong."""

import pytest

from engine.house import (
    PARAMETERS,
    RulesError,
    TrumpBeat,
    adjusted,
    load_rules,
    make_rules,
    parse_rules,
    profile_names,
)
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
    with pytest.raises(RulesError, match="casino-by-1999; there is casino-by-2001, classic-ffa"):
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
        ({"max_lead": 7}, "max_lead: 7 is above"),
        ({"teams": "2v2"}, "players: 2v2 is played by 4"),
        ({"teams": "5v1"}, "teams: '5v1'"),
        ({"throw_who": "opponents_of_defender"}, "throw_who: there are no opponents"),
        ({"dealer": "losing_team"}, "dealer: there is no losing team"),
        ({"transfer_show": True}, "transfer_show: nothing is transferred"),
        ({"transfer_at_equality": True}, "transfer_at_equality: nothing is transferred"),
        ({"result_model": "team"}, "result_model: a team's result"),
        ({"strap_queen": "s"}, "strap_queen: the chosen queen"),
        ({"strap_queen": "x"}, "strap_queen: 'x'"),
        ({"voluntary_take": False}, "voluntary_take: with hidden hands"),
        ({"clock": "hard", "clock_s": None}, "clock_s: a hard clock"),
        ({"no_trump_choices": []}, "no_trump_choices: a list of choices"),
        ({"no_trump_choices": ["guess"]}, "no_trump_choices: 'guess'"),
        ({"prize_percent": [50, 40]}, "prize_percent: the prizes make 90"),
        ({"prize_percent": 100}, "prize_percent: a list of per cents"),
        ({"prize_percent": [-1, 101]}, "prize_percent: a number from 0"),
        ({"bank_percent": {"3": [80, 10, 0]}}, "bank_percent: 3 players share"),
        ({"bank_percent": {"3": [80, 20]}}, "bank_percent: 3 players share"),
        ({"bank_percent": [80]}, "bank_percent: a table"),
        ({"stage_wins": {"final": 0}}, "stage_wins: a number above 0"),
    ],
)
def test_a_bad_parameter_is_refused_by_name(overrides, message):
    with pytest.raises(RulesError, match=message):
        adjusted(CASINO, overrides)


@pytest.mark.parametrize(
    ("profile", "overrides", "message"),
    [
        ("team-2v2", {"transfer": True}, "transfer_teams: it must be said"),
        ("team-2v2", {"result_model": "durak"}, "result_model: a team's result"),
        ("team-2v2", {"teams": None}, "throw_who: there are no opponents"),
        ("classic-ffa", {"result_model": "win_loss_draw"}, "result_model: one wins"),
        ("pogony", {"strap_queen": None}, "strap_queen: the chosen queen"),
    ],
)
def test_a_contradiction_is_refused_by_name(profile, overrides, message):
    with pytest.raises(RulesError, match=message):
        adjusted(load_rules(profile), overrides)


SOURCES = {
    "casino-by-2001": {"trump_beat": "strict", "throw_who": "opponent", "max_lead": 4},
    "classic-ffa": {"players": (2, 3, 4, 5, 6), "next_game_lead": "left_of_dealer"},
    "classic-nodraw": {"draw_allowed": False, "throw_who": "all_others"},
    "team-2v2": {"teams": "2v2", "players": (4,), "team_win": "all_out"},
    "team-3v3": {"teams": "3v3", "players": (6,), "throw_who": "opponents_of_defender"},
    "online-bank": {"cap_first": 5, "cap_first_on_take": 6, "result_model": "order_of_exit"},
    "online-rating": {"max_lead": 1, "clock": "hard", "players": (2, 3, 4)},
    "folk-first5": {"cap_first": 5, "cap_first_on_take": 5, "first_until": "first_discard"},
    "perevodnoy": {"transfer": True, "transfer_show": True, "transfer_at_equality": False},
    "prostoy": {"throw_ranks": "lead_rank_only", "trump_beat": "strict"},
    "pogony-label": {"pogony_label": True, "pogony_win": False},
    "pogony": {"result_model": "straps", "strap_queen": "s"},
}


def test_every_game_of_the_sources_has_its_profile():
    assert set(profile_names()) == set(SOURCES)


@pytest.mark.parametrize("profile", SOURCES)
def test_a_profile_says_what_its_source_says(profile):
    rules = load_rules(profile)

    assert rules.label == f"{profile}@1"
    assert {name: getattr(rules, name) for name in SOURCES[profile]} == SOURCES[profile]
    assert adjusted(rules, {name: getattr(rules, name) for name in PARAMETERS}) == rules


def test_a_profile_like_another_must_name_its_version():
    text = "name = 'x'\nversion = 1\nlike = 'classic-ffa@7'\n[rules]"

    with pytest.raises(RulesError, match="like classic-ffa@7, but there is classic-ffa@1"):
        parse_rules(text)


def test_a_missing_parameter_is_refused_by_name():
    with pytest.raises(RulesError, match="odd: the parameter after_draw_choices is missing"):
        make_rules("odd", 1, {})


def test_a_mistyped_parameter_is_named_as_it_was_written():
    """The one that is missing because of it is no help to whoever typed it."""
    parameters = {name: getattr(CASINO, name) for name in PARAMETERS}
    parameters["capp"] = parameters.pop("cap")
    with pytest.raises(RulesError, match="odd: no parameter is called capp"):
        make_rules("odd", 1, parameters)


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


@pytest.mark.parametrize("name", profile_names())
def test_rules_with_tables_in_them_can_be_looked_up_by(name):
    assert {load_rules(name): name}[load_rules(name)] == name
