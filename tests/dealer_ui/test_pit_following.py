"""Tables followed over the network: by certificate and token, across a break, and why not."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import httpx2
import pytest

from dealer_ui.accounts.tokens import Scope
from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.pit.alarms import Unheard
from dealer_ui.pit.following import Follower, client_for, follow_all
from dealer_ui.pit.running import fetch_picture, open_pit
from dealer_ui.pit.tables import PitTable, read_pit
from dealer_ui.pit.tiles import Link
from dealer_ui.pit.wall import ALARM_S
from dealer_ui.serving import Server, parse_address
from dealer_ui.settings import SettingsError
from dealer_ui.tls import made_tls
from engine.signals import Signal
from tests.dealer_ui.pits import Pit, leave
from tests.dealer_ui.scenes import BEATING, DOUBT, WRONG_BEAT
from tests.dealer_ui.test_accounts import Floor
from tests.dealer_ui.test_pit import kept
from vision.frames import Frame
from vision.recording import Recording
from vision.scene.bundled import DEMO_VIDEO


@pytest.fixture
def pit(tmp_path):
    made = Pit(tmp_path)
    yield made
    made.close()


@pytest.fixture
def floor(tmp_path):
    """A table with accounts, served by a certificate of the house's own authority."""
    made = Floor(tmp_path / "accounts.db")
    tls = made_tls(tmp_path / "tls", ["127.0.0.1"], datetime.now(UTC))
    server = Server(made.app, made.hub, parse_address("127.0.0.1:0"), tls)
    server.start()
    made.url, made.ca = server.address.url, tmp_path / "tls" / "ca.pem"
    made.token = made.house.tokens.make("technician", "pit", [Scope.STATE, Scope.PICTURE])
    yield made
    server.stop()
    made.close()


def table_of(floor, **other):
    known = {"name": "1", "address": floor.url, "token": floor.token, "ca": floor.ca}
    return PitTable(**(known | other))


def follow_until(pit, table, is_so):
    """Follow a table until something is so on the wall."""

    async def wait():
        following = asyncio.ensure_future(follow_all([table], pit.wall))
        async with asyncio.timeout(60):
            while not is_so(pit.wall.tile(table.name)):  # noqa: ASYNC110 - the wall is no coroutine
                await asyncio.sleep(0.02)
        await leave(following)

    asyncio.run(wait())


def test_a_table_is_followed_by_certificate_and_token(pit, floor):
    follow_until(pit, table_of(floor), lambda tile: tile.signal is Signal.STOP)
    floor.hub.publish(replace(DOUBT, sequence=2))
    follow_until(pit, table_of(floor), lambda tile: tile.signal is Signal.DOUBT)
    assert pit.wall.tile("1").link is Link.LIVE


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"token": "guessed"}, Unheard.REFUSED),
        ({"token": ""}, Unheard.REFUSED),
        ({"ca": None}, Unheard.UNREACHABLE),
        ({"address": "http://127.0.0.1:1/"}, Unheard.UNREACHABLE),
    ],
)
def test_why_nothing_is_heard_of_a_table(pit, floor, other, why):
    pit.clocks.passed_s = ALARM_S + 1
    is_so = lambda tile: tile.first is not None and tile.first.alarm.thing is why  # noqa: E731
    follow_until(pit, table_of(floor, **other), is_so)


def test_what_is_no_table_is_told_from_one_that_is_not_there(pit, tmp_path):
    (tmp_path / "other").mkdir()
    other = Pit(tmp_path / "other", has_house=False).serve()
    pit.clocks.passed_s = ALARM_S + 1
    table = PitTable(name="1", address=other.url)
    is_so = lambda tile: tile.first and tile.first.alarm.thing is Unheard.FOREIGN  # noqa: E731
    follow_until(pit, table, is_so)
    other.close()


def test_a_stream_that_broke_off_goes_on_after_the_last_state_without_a_gap(pit):
    hub = Hub(clock=lambda: 0.0)
    app = create_app(hub, commands=CommandQueue())
    for number in (1, 2, 3):
        hub.publish(replace(BEATING, sequence=number))
    hub.close()  # so that streams end

    async def twice():
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://table") as client:
            follower = Follower(PitTable(name="1", address="http://table"), client, pit.wall)
            await follower.listen()
            hub.publish(replace(WRONG_BEAT, sequence=4))
            hub.publish(replace(BEATING, sequence=5))
            await follower.listen()

    asyncio.run(twice())
    assert [kind for kind, _ in kept(pit)] == ["pit-alarm", "pit-over"]


def test_the_live_picture_comes_with_its_age(floor):
    table = table_of(floor)
    with pytest.raises(OSError, match="1: "):
        asyncio.run(fetch_picture(table))
    frame = next(iter(Recording(DEMO_VIDEO).frames()))
    floor.shift.lately.see(Frame(frame.image, 0.0, 0))
    jpeg, age_ms = asyncio.run(fetch_picture(table))
    assert jpeg[:3] == b"\xff\xd8\xff"
    assert 0 <= int(age_ms) < 60_000


# The file of a pit

PIT = """
format = "kozyr-pit/1"
serve = "127.0.0.1:0"
lang = "en"
[[tables]]
name = "3"
address = "https://table3.local:8080/"
token = "{secret:table3}"
ca = "ca.pem"
[[tables]]
name = "4"
address = "http://127.0.0.1:8081"
"""
SECRET = {"KOZYR_SECRET_TABLE3": "s3"}


def pit_file(folder, content=PIT):
    file = folder / "pit.toml"
    file.write_text(content, encoding="utf-8")
    return file


def test_a_pit_s_file_names_tables_tokens_apart_and_paths_from_its_folder(tmp_path):
    pit = read_pit(pit_file(tmp_path), SECRET)
    assert [(table.name, table.token, table.ca) for table in pit.tables] == [
        ("3", "s3", tmp_path / "ca.pem"),
        ("4", "", None),
    ]
    assert pit.journal == tmp_path / "pit.journal"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ('name = "4"', 'name = "3"', "'3' is there twice"),
        ('name = "4"', 'name = "a/b"', "tables.1.name"),
        ('"http://127.0.0.1:8081"', '"table4"', "tables.1.address"),
        ('lang = "en"', 'colour = "red"', "colour"),
        ("kozyr-pit/1", "kozyr-pit/2", "format"),
        ("{secret:table3}", "{secret:other}", "KOZYR_SECRET_OTHER"),
        ("[[tables]]", "[[tables", "not a TOML file"),
    ],
)
def test_what_is_wrong_in_a_pit_s_file_is_named(tmp_path, before, after, told):
    with pytest.raises(SettingsError, match=told.replace("[", r"\[")):
        read_pit(pit_file(tmp_path, PIT.replace(before, after)), SECRET)


def test_a_pit_is_served_from_its_file_and_says_where(tmp_path):
    said = []
    with open_pit(read_pit(pit_file(tmp_path), SECRET), said.append) as (wall, url):
        assert wall.changes().order == ("3", "4")
        assert httpx2.get(f"{url}pit").status_code == 200
    assert said == [f"The wall is at {url}pit"]


def test_a_pit_with_accounts_says_how_the_first_one_is_made(tmp_path):
    said = []
    content = PIT.replace("[[tables]]", 'accounts = "pit.db"\n[[tables]]', 1)
    with open_pit(read_pit(pit_file(tmp_path, content), SECRET), said.append) as (_, url):
        assert httpx2.get(f"{url}pit").status_code == 401
    assert f"{url}first" in said[1]


def test_a_pit_without_accounts_is_served_to_its_own_computer_only(tmp_path, kozyr):
    content = PIT.replace("127.0.0.1:0", "0.0.0.0:0").replace("{secret:table3}", "x")
    ended = kozyr("pit", pit_file(tmp_path, content))
    assert (ended.code, "0.0.0.0" in ended.err) == (2, True)  # noqa: S104 - read, not bound


def test_a_client_asks_with_the_table_s_own_token():
    client = client_for(PitTable(name="1", address="http://127.0.0.1:8081", token="t"))  # noqa: S106
    assert client.headers["authorization"] == "Bearer t"
