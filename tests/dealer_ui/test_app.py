"""The pages and the API over HTTP, without a browser."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fastapi.testclient import TestClient

from dealer_ui.app import create_app
from dealer_ui.commands import Acknowledge, Answer, Button, ButtonName, CommandQueue, Correct
from dealer_ui.live import Hub
from dealer_ui.pages.dealer import together
from dealer_ui.prompts import text
from dealer_ui.snapshot import Feed
from dealer_ui.telling import tell
from engine.cards import parse_card
from engine.deeds import Deed
from engine.moves import Draw, Sweep, Take
from engine.seats import Actor
from tests.dealer_ui.scenes import (
    BEATING,
    CORRECTED,
    DOUBT,
    FAULT,
    HOUSE_RULE,
    MOVES,
    SCENES,
    WRONG_BEAT,
)

NINE, TEN = parse_card("9c"), parse_card("Td")
OWN = {"Origin": "http://table.test"}


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Table:
    """An application with what lies behind it."""

    def __init__(self):
        self.clock = Clock()
        self.hub = Hub(clock=self.clock)
        self.commands = CommandQueue(room=2)
        app = create_app(self.hub, commands=self.commands)
        self.client = TestClient(app, base_url="http://table.test")

    def show(self, *snapshots):
        for number, snapshot in enumerate(snapshots, 1):
            self.hub.publish(replace(snapshot, sequence=number))

    def stream(self, address, **headers):
        """Read a stream to its end: what is open is closed first, so that it has one."""
        self.hub.close()
        return read_events(self.client.get(address, headers=headers).text)

    def say(self, **command):
        return self.client.post("/api/v1/commands", json=command, headers=OWN)

    def said(self):
        return [accepted.command for accepted in self.commands.take()]


def read_events(text):
    """Read a stream as its (event, id, data)."""
    events = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" in fields:
            events.append((fields.get("event"), fields.get("id"), json.loads(fields["data"])))
    return events


@pytest.fixture
def table():
    return Table()


def test_the_state_is_told_in_card_names(table):
    assert table.client.get("/api/v1/state").status_code == 404
    table.show(WRONG_BEAT)
    state = table.client.get("/api/v1/state").json()
    assert state["table"]["pairs"][2] == {"attack": "Qc", "defence": "Kd"}
    assert state["prompts"][0]["code"] == "BEAT_WRONG_SUIT"
    assert state["signal"] == "stop"


@pytest.mark.parametrize(
    ("header", "query", "wanted"),
    [
        (None, "", ["3"]),
        ("1", "", ["2", "3"]),
        (None, "?after=2", ["3"]),
        ("1", "?after=2", ["2", "3"]),  # the browser's own header is the newer
        ("77", "", ["3"]),
    ],
)
def test_the_stream_goes_on_after_the_number_last_seen(table, header, query, wanted):
    table.show(BEATING, WRONG_BEAT, BEATING)
    headers = {"Last-Event-ID": header} if header else {}
    events = table.stream(f"/api/v1/events{query}", **headers)
    assert [number for _, number, _ in events] == wanted
    assert events[-1][2]["sequence"] == 3


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        ({"kind": "button", "name": "beaten"}, Button(ButtonName.BEATEN)),
        ({"kind": "button", "name": "call_inspector"}, Button(ButtonName.CALL_INSPECTOR)),
        ({"kind": "answer", "doubt": 7, "choice": 2}, Answer(7, 2)),
        ({"kind": "answer", "doubt": 7, "choice": 0}, Answer(7, 0)),
        ({"kind": "acknowledge", "prompt": 1}, Acknowledge(1)),
        ({"kind": "correct", "move": 20, "nothing": True}, Correct(20, nothing=True)),
        (
            {"kind": "correct", "move": 19, "cards": ["9c"], "on": "10d", "who": "inspector"},
            Correct(19, cards=(NINE,), on=TEN, who="inspector"),
        ),
        (
            {"kind": "correct", "move": 14, "deed": "take", "seat": "B", "count": 2},
            Correct(14, deed=Deed.TAKE, seat=Actor.B, count=2),
        ),
    ],
)
def test_a_command_is_taken_in_and_numbered(table, command, wanted):
    table.show(replace(DOUBT, prompts=WRONG_BEAT.prompts))
    answer = table.say(**command)
    assert answer.status_code == 202
    assert answer.json() == {"id": 1, "status": "received"}
    assert table.said() == [wanted]


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ({"kind": "answer", "doubt": 6, "choice": 1}, 409),  # a question of before
        ({"kind": "answer", "doubt": 7, "choice": 3}, 409),  # two answers were offered
        ({"kind": "acknowledge", "prompt": 5}, 409),
        ({"kind": "correct", "move": 21, "nothing": True}, 409),
        ({"kind": "correct", "move": 0, "nothing": True}, 422),
        ({"kind": "correct", "move": 20, "deed": "appoint"}, 422),
        ({"kind": "correct", "move": 20, "cards": ["2c"]}, 422),
        ({"kind": "correct", "move": 20, "cards": [{}]}, 422),
        ({"kind": "correct", "move": 20, "on": 7}, 422),
        ({"kind": "correct", "move": 20, "who": "player"}, 422),
        ({"kind": "button", "name": "win"}, 422),
        ({"kind": "answer", "doubt": 7, "choice": -1}, 422),
        ({"kind": "wish"}, 422),
        ({}, 422),
    ],
)
def test_what_is_not_open_or_not_known_is_refused(table, command, status):
    table.show(DOUBT)
    assert table.say(**command).status_code == status
    assert table.said() == []


def test_a_move_of_the_last_game_is_not_corrected(table):
    table.show(replace(BEATING, moves_from=14))
    assert table.say(kind="correct", move=13, nothing=True).status_code == 409
    assert table.say(kind="correct", move=14, nothing=True).status_code == 202


def test_what_no_longer_holds_is_struck_out_and_not_gone(table):
    table.show(CORRECTED)
    page = table.client.get("/?lang=en").text
    assert f"<s>{text('code.BEAT_WRONG_SUIT.title', 'en')}</s>" in page
    assert page.count("withdrawn</b>") == 2
    assert "no move</b>" in page


@pytest.mark.parametrize(
    "origin",
    ["http://evil.test", "http://table.test.evil.test", "null", "", "http://table.test:81"],
)
def test_another_site_cannot_press_the_buttons(table, origin):
    table.show(BEATING)
    headers = {"Origin": origin} if origin else {}
    press = {"kind": "button", "name": "beaten"}
    answer = table.client.post("/api/v1/commands", json=press, headers=headers)
    assert answer.status_code == 403
    assert table.said() == []


def test_a_table_that_does_not_listen_says_so(table):
    table.show(BEATING)
    press = {"kind": "button", "name": "takes"}
    assert [table.say(**press).status_code for _ in range(3)] == [202, 202, 503]


def test_a_watchdog_is_told_when_the_table_falls_silent(table):
    def health():
        answer = table.client.get("/healthz")
        return answer.status_code, answer.json()["status"]

    assert health() == (200, "waiting")
    table.show(BEATING)
    assert health() == (200, "live")
    table.clock.now += 2
    assert health() == (503, "silent")
    table.show(replace(BEATING, feed=Feed.ENDED))
    table.clock.now += 60
    assert health() == (200, "ended")


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/kozyr.css", "/nowhere"])
def test_nothing_foreign_may_be_loaded(table, path):
    policy = table.client.get(path).headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http" not in policy


def test_the_interface_is_described(table):
    described = table.client.get("/api/v1/openapi.json").json()
    assert set(described["paths"]) == {
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/v1/state",
        "/api/v1/events",
        "/api/v1/commands",
        "/api/v1/equipment",
        "/api/v1/picture",
    }
    operations = [next(iter(methods.values())) for methods in described["paths"].values()]
    assert all(operation["summary"] and operation["tags"] for operation in operations)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("language", ["ru", "be", "en"])
def test_every_scene_is_shown_in_every_language(table, name, language):
    table.show(SCENES[name])
    page = table.client.get("/", params={"lang": language})
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text
    assert ">None<" not in page.text
    assert "style=" not in page.text  # the policy would drop it


def test_a_page_before_the_first_picture_says_that_it_waits(table):
    assert "Ждём первый кадр" in table.client.get("/").text


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        ({}, "ru"),
        ({"Accept-Language": "en-GB,en;q=0.9"}, "en"),
        ({"Accept-Language": "de,be;q=0.5"}, "be"),
        ({"Accept-Language": "de"}, "ru"),
        ({"Cookie": "lang=be", "Accept-Language": "en"}, "be"),
    ],
)
def test_the_language_is_the_reader_s(table, headers, wanted):
    assert f'<html lang="{wanted}">' in table.client.get("/", headers=headers).text


def test_a_chosen_language_stays(table):
    table.client.get("/?lang=en")
    assert '<html lang="en">' in table.client.get("/").text


def test_a_prompt_has_sentence_remedy_and_rule(table):
    table.show(WRONG_BEAT)
    page = table.client.get("/?lang=ru").text
    assert "К♦ не бьёт Д♣: другая масть" in page
    assert "Отбиться той же мастью" in page
    assert "пункт 125.6" in page


def test_a_house_rule_is_named_as_one(table):
    table.show(HOUSE_RULE)
    page = table.client.get("/?lang=ru").text
    assert "по регламенту зала" in page
    assert "пункт" not in page


def test_the_page_is_updated_by_what_changed(table):
    table.show(BEATING, WRONG_BEAT)
    ((event, number, update),) = table.stream("/live?lang=en&after=1")
    assert (event, number) == ("update", "2")
    assert "K♦ does not beat Q♣" in update["regions"]["prompt"]
    assert update["say"]["assertive"].startswith("Stop. K♦ does not beat Q♣")


@pytest.mark.parametrize(("scene", "channel"), [(WRONG_BEAT, "assertive"), (FAULT, "polite")])
def test_only_a_stop_interrupts(table, scene, channel):
    table.show(scene)
    ((_, _, update),) = table.stream("/live")
    assert [name for name, words in update["say"].items() if words] == [channel]


def test_a_page_that_comes_back_is_told_every_move_it_missed():
    before = replace(BEATING, moves=MOVES[:3])
    after = replace(BEATING, moves=MOVES[5:])
    between = replace(BEATING, moves=MOVES[2:6])
    assert together((before, between, after)).moves == MOVES


def test_a_move_taken_back_does_not_come_again():
    wrong = replace(BEATING, moves=MOVES[4:])
    corrected = replace(BEATING, moves=(*MOVES[4:-1], replace(MOVES[-1], number=21)))
    assert [line.number for line in together((wrong, corrected)).moves] == [17, 18, 19, 21]


@pytest.mark.parametrize(
    "move",
    [
        Draw(Actor.A, 1, (parse_card("As"),)),
        Take(Actor.B, (parse_card("As"), parse_card("6c"))),
        Sweep(Actor.DEALER, (parse_card("As"),)),
    ],
)
def test_no_player_learns_a_face_from_the_page(table, move):
    line = replace(MOVES[-1], told=tell(move))
    table.show(replace(BEATING, moves=(line,)))
    assert "Т♠" not in table.client.get("/?lang=ru").text
    assert '"As"' not in table.client.get("/api/v1/state").text


def test_what_the_equipment_says_is_shown_as_text(table):
    fault = replace(FAULT.faults[0], detail="<script>alert(1)</script>")
    table.show(replace(FAULT, faults=(fault,)))
    page = table.client.get("/").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
