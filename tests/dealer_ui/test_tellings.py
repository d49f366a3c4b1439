"""What people tell on the page: from the API to the judged move, the journal and the list."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator

from dealer_ui.prompts import Language, text
from dealer_ui.tellings import NOTICED, TellIncident, TellResult, TellTime, move_told
from engine.claim_words import Telling
from engine.house import load_rules
from engine.notation import print_move
from engine.seats import Actor
from tests.dealer_ui.test_correcting import OWN, SCHEMA, Floor
from tests.engine.builders import position

TOLD = [
    ({"kind": "result", "winners": ["A"]}, "&won=A"),
    ({"kind": "result", "winners": ["A"], "who": "inspector"}, "inspector&won=A"),
    ({"kind": "result", "loser": "A"}, "&fool=A"),
    ({"kind": "result"}, "&drawn"),
    ({"kind": "result", "loser": "B", "straps": True}, "&straps=B"),
    ({"kind": "gives-up", "seat": "B"}, "&gives-up=B"),
    ({"kind": "count", "hands": {"A": 4}, "talon": 3}, "&count=A4,talon3"),
    ({"kind": "count", "discard": 2, "table": 1}, "&count=discard2,table1"),
    ({"kind": "shown", "seat": "A", "cards": ["6c", "Th"]}, "A![6cTh]"),
    ({"kind": "lowest-trump", "seat": "A", "card": "7h"}, "A?7h"),
    ({"kind": "lowest-trump", "seat": "B"}, "B?-"),
    ({"kind": "lead", "seat": "A"}, "&lead=A"),
    ({"kind": "lead", "seat": "A", "who": "inspector"}, "lead=A"),
    ({"kind": "deck", "count": 35}, "&deck=35:"),
    ({"kind": "deck", "count": 36, "twice": ["6c"]}, "&deck=36:6c6c"),
    ({"kind": "redeal"}, "&redeal"),
    ({"kind": "redeal", "who": "inspector"}, "inspector&redeal"),
    ({"kind": "time", "seat": "A", "used_s": 70}, "&time=A:70/60"),
    ({"kind": "score", "first": 3, "second": 2}, "&score=3-2"),
    ({"kind": "match-over", "seat": "B"}, "&match-over=B"),
    (
        {"kind": "incident", "code": "WRONG_PLAYER_SEATED", "seat": "A"},
        "&noticed=WRONG_PLAYER_SEATED:A:",
    ),
    ({"kind": "incident", "code": "PEEK_TALON", "seat": "A"}, "&noticed=PEEK_TALON:A:"),
    ({"kind": "incident", "code": "DISCARD_INSPECTED", "seat": "A"}, "&discard=A"),
    (
        {"kind": "incident", "code": "BOXED_CARD", "cards": ["8c"]},
        "&noticed=BOXED_CARD:unknown:8c",
    ),
]


@pytest.fixture
def floor():
    return Floor()


@pytest.mark.parametrize(("said", "word"), TOLD, ids=[word for _, word in TOLD])
def test_what_is_told_becomes_a_judged_move_a_row_and_a_line(floor, said, word):
    assert floor.say(**said) == 202
    assert print_move(floor.table.watch.standing.steps[-1].move) == word
    assert "{" not in floor.client.get("/?lang=en").text.partition("<ol")[2].partition("</ol>")[0]
    check = Draft202012Validator(SCHEMA)
    for kind, row in floor.table.records.rows:
        check.validate({"t": 1.0, "kind": kind, **row})


@pytest.mark.parametrize(
    "said",
    [
        {"kind": "result", "winners": ["dealer"]},
        {"kind": "result", "winners": ["A", "B", "C", "D"]},
        {"kind": "gives-up"},
        {"kind": "count", "hands": {"A": 37}},
        {"kind": "count", "hands": {"Z": 3}},
        {"kind": "shown", "seat": "A", "cards": []},
        {"kind": "shown", "seat": "A", "cards": ["5c"]},
        {"kind": "incident", "code": "BEAT_WRONG_SUIT"},
        {"kind": "incident", "code": "NONSENSE"},
        {"kind": "time", "seat": "A", "used_s": -1},
    ],
)
def test_what_makes_no_sense_is_refused_whole(floor, said):
    assert floor.say(**said) == 422
    assert floor.table.rows("action")[-1]["type"] == "beat"


def test_a_foreign_page_tells_nothing(floor):
    client: TestClient = floor.client
    answer = client.post(
        "/api/v1/commands", json={"kind": "redeal"}, headers={"Origin": "http://elsewhere.test"}
    )
    assert answer.status_code == 403
    assert OWN["Origin"] == "http://table.test"


def test_a_flag_by_what_was_told_stands_on_the_page_with_the_inspectors_choices(floor):
    floor.say(kind="gives-up", seat="B")
    page = floor.client.get("/?lang=en").text
    assert "Player B gives up, of which the rules say nothing" in page
    assert "The inspector chooses: the others have won (player A); play goes on" in page
    (prompt,) = (
        p
        for p in floor.client.get("/api/v1/state").json()["prompts"]
        if p["code"] == "GAME_GIVEN_UP"
    )
    assert [choice["choice"] for choice in prompt["choices"]] == ["others_win", "play_on"]


def test_cards_that_were_shown_are_not_shown_on(floor):
    floor.say(kind="shown", seat="A", cards=["Kd"])
    floor.say(kind="incident", code="DISCARD_SPILLED_OPEN", seat="A", cards=["Ks"])
    state = floor.client.get("/api/v1/state").text
    assert "Kd" not in state
    assert "Ks" not in state


def test_r104_in_teams_a_winner_means_the_team():
    game = position("A5/B6/C6/D6|9h|t12|d0|7c:-|atk=A def=B ds=6", load_rules("team-2v2"))
    assert print_move(move_told(TellResult((Actor.C,)), game)) == "&team=A,C"
    assert print_move(move_told(TellResult((Actor.F,)), game)) == "&won=F"


def test_a_house_without_a_clock_reminds_nobody():
    game = position("A5/B6/C6|9h|t12|d6|7c:-|atk=A def=B ds=6", load_rules("classic-ffa"))
    assert print_move(move_told(TellTime(Actor.A, 5), game)) == "&time=A:5/0"


@pytest.mark.parametrize("language", Language)
def test_every_kind_of_telling_and_every_incident_has_its_words(language):
    for telling in Telling:
        assert text(f"announce.{telling}", language, who="A", title="T")
    assert {TellIncident(code).code for code in NOTICED} == NOTICED
