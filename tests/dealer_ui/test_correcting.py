"""A correction from the API to the journal and back to the page, with nothing left out between."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from jsonschema import Draft202012Validator

import journal
from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.hearing import Ears
from dealer_ui.live import Hub
from dealer_ui.showing import Equipment, ShownTable, Sign
from tests.engine.test_watch import LED, WRONG_BEAT, Table

SCHEMA = json.loads((Path(journal.__file__).parent / "lines_schema.json").read_text())
OWN = {"Origin": "http://table.test"}
BEAT = len(LED) + 1


class Floor:
    """A watched table whose page shows what becomes of the commands that it takes in."""

    def __init__(self):
        commands, hub = CommandQueue(), Hub(clock=lambda: 0.0)
        self.page = ShownTable(Sign("3", "casino-by-2001@1"), Equipment(), hub, self.now)
        self.table = Table([*LED, WRONG_BEAT])
        self.ears = Ears(commands)
        self.client = TestClient(create_app(hub, commands=commands), base_url="http://table.test")
        self.publish()

    @staticmethod
    def now():
        return datetime(2026, 11, 29, 21, 0, tzinfo=UTC)

    def publish(self):
        self.page.publish(self.table.watch.standing)

    def say(self, **command):
        answer = self.client.post("/api/v1/commands", json=command, headers=OWN)
        for happening in self.ears.heard(self.table.watch.standing, self.table.tick()):
            self.table.take(happening)
        self.publish()
        return answer.status_code

    def last_move(self):
        return self.client.get("/api/v1/state").json()["moves"][-1]

    def signal(self):
        return self.client.get("/api/v1/state").json()["signal"]


@pytest.fixture
def floor():
    return Floor()


def test_another_card_takes_the_flag_away_for_all_to_see(floor):
    assert (floor.signal(), floor.last_move()["flag"]) == ("stop", "BEAT_WRONG_SUIT")
    assert floor.say(kind="correct", move=BEAT, cards=["9c"], who="inspector") == 202
    move = floor.last_move()
    assert (floor.signal(), move["flag"], move["withdrawn"]) == (
        "clear",
        None,
        ["BEAT_WRONG_SUIT"],
    )
    assert (move["number"], move["told"]["cards"], move["is_corrected"]) == (BEAT, ["9c"], True)
    assert floor.table.rows("correction")[0]["who"] == "inspector"


def test_no_move_is_struck_out_and_can_be_brought_back(floor):
    assert floor.say(kind="correct", move=BEAT, nothing=True) == 202
    assert (floor.signal(), floor.last_move()["is_void"]) == ("clear", True)
    assert "<s>Player B beats 7♣ with 9♠</s>" in floor.client.get("/?lang=en").text
    assert floor.say(kind="correct", move=BEAT) == 202
    assert (floor.signal(), floor.last_move()["is_void"]) == ("stop", False)


def test_what_is_no_move_of_this_game_is_refused(floor):
    assert floor.say(kind="correct", move=BEAT + 1, nothing=True) == 409
    assert not floor.table.rows("correction")


def test_every_row_is_as_the_schema_of_the_events_says(floor):
    floor.say(kind="button", name="correction")
    for command in ({"nothing": True}, {}, {"seat": "A"}, {"cards": ["9c"]}, {"cards": ["9c"]}):
        floor.say(kind="correct", move=BEAT, **command)
    check = Draft202012Validator(SCHEMA)
    for kind, row in floor.table.records.rows:
        check.validate({"t": 1.0, "kind": kind, **row})
    assert len(floor.table.rows("correction")) == 6
