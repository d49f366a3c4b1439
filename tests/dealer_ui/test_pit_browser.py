"""The pit boss's wall in a real browser, in front of tables that are served and followed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
from dataclasses import replace
from datetime import UTC, datetime

import httpx2
import pytest
from playwright.sync_api import expect

from dealer_ui.accounts.people import Role
from dealer_ui.app import create_app
from dealer_ui.commands import CommandQueue
from dealer_ui.live import Hub
from dealer_ui.pit.following import follow_all
from dealer_ui.pit.running import fetch_picture
from dealer_ui.pit.tables import PitTable
from dealer_ui.pit.wall import OLD_S
from dealer_ui.prompts import Language, text
from dealer_ui.serving import Server, parse_address
from dealer_ui.snapshot import ThinkingShown
from engine.seats import Actor
from journal.personal import told
from journal.read import read_rows, read_texts
from tests.dealer_ui.cable import Cable
from tests.dealer_ui.conftest import keep_trace, log_in, traced
from tests.dealer_ui.pits import Pit, leave
from tests.dealer_ui.scenes import BEATING, DOUBT, DRAWING, FAULT, OVER, THINKING, WRONG_BEAT
from tests.dealer_ui.shifts import ToldShift
from tests.dealer_ui.test_every_page_browser import IN_FULL, OTHER_THEMES, SIZES, WEIGHT, findings
from vision.frames import Frame
from vision.recording import Recording
from vision.scene.bundled import DEMO_VIDEO

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

LANGUAGES = tuple(Language) if IN_FULL else (Language.RU,)
MANY = 200


class Table:
    """A table that is served on its own, reached through a cable, and says what it is told."""

    def __init__(self, name):
        self.hub, self.shift = Hub(clock=lambda: 0.0), ToldShift()
        app = create_app(self.hub, commands=CommandQueue(), shift=self.shift)
        self.server = Server(app, self.hub, parse_address("127.0.0.1:0"))
        self.server.start()
        self.cable = Cable(self.server.address.port)
        httpx2.get(f"{self.server.address.url}healthz")  # the first answer lays everything out
        self.known = PitTable(name=name, address=f"http://127.0.0.1:{self.cable.port}")
        self.sequence = 0

    def show(self, snapshot):
        self.sequence += 1
        now = datetime.now(UTC)
        self.hub.publish(replace(snapshot, sequence=self.sequence, wall_time=now))

    def close(self):
        self.server.stop()
        self.cable.close()


class FollowedPit(Pit):
    """A pit that follows tables of its own in a thread."""

    def __init__(self, folder, names):
        self.tables = {name: Table(name) for name in names.split()}
        super().__init__(folder, names, wall_clock=lambda: datetime.now(UTC))
        for name, table in self.tables.items():
            self.pictures[name] = lambda known=table.known: fetch_picture(known)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._follow()))
        self._stopping = threading.Event()
        self._thread.start()

    async def _follow(self):
        tables = [table.known for table in self.tables.values()]
        following = asyncio.ensure_future(follow_all(tables, self.wall))
        await asyncio.to_thread(self._stopping.wait)
        await leave(following)

    def close(self):
        self._stopping.set()
        self._thread.join()
        super().close()
        for table in self.tables.values():
            table.close()


@pytest.fixture
def floor(tmp_path):
    made = FollowedPit(tmp_path, "1 2 3").hire().serve()
    yield made
    made.close()


@pytest.fixture
def boss(floor, visit):
    page = visit("login")
    log_in(page, Role.PIT_BOSS.value)
    page.wait_for_url("**/pit")
    return page


def tile(page, name):
    return page.locator(f"#wall li[data-table='{name}'] .tile")


def order(page):
    return [it.get_attribute("data-table") for it in page.locator("#wall li").all()]


def kinds(floor):
    return [row.kind for row in read_rows(floor.path)]


def test_an_alarm_comes_to_the_front_gets_an_owner_and_a_shelf_with_reason_and_end(floor, boss):
    for table in floor.tables.values():
        table.show(BEATING)
    expect(boss.locator("#wall .tile[data-link=live]")).to_have_count(3)
    floor.tables["3"].show(WRONG_BEAT)
    expect(tile(boss, "3").locator(".told")).to_have_text("К♦ не бьёт Д♣: другая масть")
    assert order(boss) == ["3", "1", "2"]
    expect(boss.locator("#counts")).to_have_text("стопов: 1")
    expect(boss.locator("#say")).to_contain_text("Стол 3")

    tile(boss, "3").click()
    boss.locator("[data-take]").click()
    owner = text("pit.owned", Language.RU, who="pit-boss")
    expect(boss.locator("#table .owner")).to_have_text(owner)
    expect(tile(boss, "3").locator(".owner")).to_have_text(owner)
    expect(tile(boss, "3")).to_have_attribute("data-grade", "stop")

    boss.locator("[data-shelve] [name=why]").fill("ждём инспектора")
    boss.locator("[data-shelve] [name=minutes]").select_option("15")
    boss.locator("[data-shelve] button").click()
    expect(boss.locator("#table .shelf")).to_contain_text("ждём инспектора")
    boss.keyboard.press("Escape")
    expect(tile(boss, "3").locator(".shelved")).to_have_text("отложено: 1")
    assert order(boss) == ["1", "2", "3"]

    floor.tables["3"].show(BEATING)
    expect(tile(boss, "3").locator(".shelved")).to_have_count(0)
    assert kinds(floor) == ["pit-alarm", "pit-seen", "pit-shelf", "pit-over"]
    rows = told(read_rows(floor.path), read_texts(floor.path))
    shelf = next(row for row in rows if row.kind == "pit-shelf")
    assert (shelf.content["by"], shelf.content["why"]) == ("pit-boss", "ждём инспектора")


def test_a_tile_says_who_deals_who_thinks_how_fast_play_goes_and_the_score(floor, boss, album):
    floor.tables["1"].show(THINKING)
    floor.tables["2"].show(replace(WRONG_BEAT, dealer="Иван"))
    about = tile(boss, "1").locator(".about")
    expect(about.locator(".dealer")).to_have_text("Ольга")
    expect(about.locator(".clock")).to_have_text(re.compile(r"Думает A 0:3\d/1:00"))
    expect(about.locator(".clock:not(.over)")).to_have_count(1)
    expect(about.locator(".pace")).to_have_text("17 ход./мин")
    expect(about.locator(".score")).to_have_text("счёт 2:1")
    expect(tile(boss, "2").locator(".dealer")).to_have_text("Иван")
    boss.screenshot(path=album / "pit.png")
    slow = replace(THINKING.table, thinking=ThinkingShown(Actor.B, 75, 60, is_over=True))
    floor.tables["1"].show(replace(THINKING, table=slow))
    expect(about.locator(".clock.over")).to_have_text(re.compile(r"Думает B 1:1\d/1:00"))


@pytest.mark.parametrize("theme", ["dark", *OTHER_THEMES])
def test_the_wall_is_read_in_every_theme(floor, boss, theme, album):
    for name, snapshot in zip("123", (WRONG_BEAT, FAULT, THINKING), strict=True):
        floor.tables[name].show(snapshot)
        expect(tile(boss, name)).to_have_attribute("data-link", "live")
    while boss.evaluate("() => document.documentElement.dataset.theme") != theme:
        boss.locator("#theme").click()
    found = findings(boss, runOnly=["color-contrast"])
    tile(boss, "1").click()
    boss.locator("[data-take]").wait_for()
    found += findings(boss, runOnly=["color-contrast"])
    boss.screenshot(path=album / f"pit-{theme}.png")
    assert found == []


def test_by_keys_alone(floor, boss):
    floor.tables["2"].show(FAULT)
    expect(tile(boss, "2")).to_have_attribute("data-grade", "fault")
    tile(boss, "2").focus()
    boss.keyboard.press("Enter")
    boss.locator("#table [data-take]").focus()
    boss.keyboard.press("Enter")
    expect(boss.locator("#table .owner")).to_be_visible()
    boss.keyboard.press("Escape")
    expect(boss.locator("#table")).to_be_hidden()
    expect(tile(boss, "2")).to_be_focused()


def test_a_table_whose_cable_is_pulled_says_how_old_it_is_and_catches_up(floor, boss):
    for table in floor.tables.values():
        table.show(BEATING)
    expect(boss.locator("#wall .tile[data-link=live]")).to_have_count(3)
    floor.tables["2"].cable.pull()
    for _ in range(2):  # the others are heard in between
        floor.clocks.passed_s += OLD_S + 1
        expect(boss.locator("#wall .tile[data-link=old]")).to_have_count(1)
    expect(tile(boss, "2")).to_have_attribute("data-link", "old")
    expect(tile(boss, "2").locator(".old time")).to_be_visible()
    expect(tile(boss, "2")).to_have_attribute("data-grade", "fault")
    floor.tables["2"].show(WRONG_BEAT)
    floor.tables["2"].show(DRAWING)
    floor.tables["2"].cable.plug()
    expect(tile(boss, "2")).to_have_attribute("data-link", "live")
    expect(tile(boss, "2")).to_have_attribute("data-grade", "calm")
    alarms = [row.content["code"] for row in read_rows(floor.path) if row.kind == "pit-alarm"]
    assert alarms == ["silent", "BEAT_WRONG_SUIT"], "what came and went meanwhile is kept"


def test_the_live_picture_is_drawn_with_its_age_and_who_looked_is_kept(floor, boss, album):
    table = floor.tables["1"]
    table.show(BEATING)
    frame = next(iter(Recording(DEMO_VIDEO).frames()))
    table.shift.lately.see(Frame(frame.image, 0.0, 0))
    expect(tile(boss, "1")).to_have_attribute("data-link", "live")
    tile(boss, "1").click()
    boss.locator("[data-watch]").click()
    expect(boss.locator("#table canvas")).to_be_visible()
    expect(boss.locator("#table figcaption span")).to_contain_text("картинке")
    boss.screenshot(path=album / "pit-table.png")
    assert kinds(floor) == ["pit-view"]


def test_a_wall_whose_own_link_is_lost_is_not_shown_as_present(floor, boss):
    expect(boss.locator("body[data-link=live]")).to_be_attached()
    floor.server.stop()
    expect(boss.locator("#banner b")).to_have_text(text("pit.offline", Language.RU))
    floor.server = None


CALLED = replace(THINKING, table=replace(THINKING.table, is_called=True), dealer="Ольга")
BUSY = (CALLED, WRONG_BEAT, FAULT, DOUBT, BEATING, DRAWING, OVER, *[THINKING, BEATING, DRAWING] * 4)


@pytest.mark.skipif(not IN_FULL, reason="make screenshots")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_of_a_busy_wall(browser, tmp_path, language, album):
    pit = Pit(tmp_path, " ".join(str(n + 1) for n in range(len(BUSY))), has_house=False)
    for number, moment in enumerate(BUSY, start=1):
        pit.show(str(number), moment)
    pit.pass_(20, *map(str, range(1, len(BUSY) + 1)))
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"{pit.serve().url}pit?lang={language}")
    expect(page.locator("#wall .tile")).to_have_count(len(BUSY))
    expect(page.locator("#wall .tile[data-grade=call]")).to_have_count(1)
    page.screenshot(path=album / f"pit-busy-{language}.png")
    page.close()
    pit.close()


class MuchAtOnce(Pit):
    """A pit of many tables, told by hand."""

    def __init__(self, folder):
        super().__init__(folder, " ".join(map(str, range(1, MANY + 1))), has_house=False)
        for number in range(1, MANY + 1):
            self.show(str(number), THINKING)


TOUCHED = """() => {
  window.touched = new Set();
  new MutationObserver((list) => list.forEach((it) => {
    const tile = it.target.closest("li");
    if (tile && it.target.localName !== "time") touched.add(tile.dataset.table);
  })).observe(document.getElementById("wall"), { childList: true, subtree: true });
}"""


@pytest.fixture
def many(browser, tmp_path, request):
    """Give a wall of many tables, and a page in front of it as large as a screen on a wall."""
    pit = MuchAtOnce(tmp_path).serve()
    page = browser.new_page(viewport={"width": 1920, "height": 1080}, locale="ru-RU")
    traced(page.context, snapshots=False)  # they would count among the page's tasks
    page.goto(pit.url)
    page.locator("body[data-link=live]").wait_for()
    yield pit, page
    keep_trace(request, [page.context])
    page.close()
    pit.close()


def longest_ms(trace):
    """Return the longest tasks of the page's main thread: by its processor time, by the wall's."""
    events = json.loads(trace)["traceEvents"]
    names = [it for it in events if it["name"] == "thread_name"]
    pages = {(it["pid"], it["tid"]) for it in names if it["args"]["name"] == "CrRendererMain"}
    tasks = [it for it in events if it["name"].endswith("RunTask") and "tdur" in it]
    mine = [it for it in tasks if (it["pid"], it["tid"]) in pages]
    return max(it["tdur"] for it in mine) / 1000, max(it["dur"] for it in mine) / 1000


@pytest.mark.pages
def test_two_hundred_tables_are_kept_up_to_date(browser, many, measured):
    pit, page = many
    browser.start_tracing(page=page, categories=["toplevel"])
    moments = (WRONG_BEAT, DRAWING, FAULT, THINKING, DOUBT)
    for moment in range(15):
        names = [str(number) for number in range(1 + moment, MANY + 1, 7)]
        for name in names:
            pit.show(name, moments[moment % len(moments)])
        grade = pit.wall.tile(names[-1]).grade.name.lower()
        expect(tile(page, names[-1])).to_have_attribute("data-grade", grade)
    for name in pit.wall.changes().order:
        pit.show(name, WRONG_BEAT if int(name) % 3 else THINKING)
    expect(page.locator("#wall .tile[data-grade=stop]")).to_have_count(MANY - MANY // 3)
    expect(page.locator("body[data-shown=all]")).to_be_attached()
    own_ms, wall_ms = longest_ms(browser.stop_tracing())
    assert order(page) == list(pit.wall.changes().order)
    measured(
        f"a wall of {MANY} tables, {MANY // 7} changed 15 times, then all: the longest task "
        f"{own_ms:.0f} ms of its own (50 wanted), {wall_ms:.0f} ms by the clock, "
        f"load {os.getloadavg()[0]:.1f}"
    )


def test_a_table_that_stays_as_it_is_is_not_touched(many):
    pit, page = many
    page.evaluate(TOUCHED)
    for number in range(1, MANY + 1):
        pit.show(str(number), WRONG_BEAT if number in {17, 140} else THINKING)
    expect(page.locator("#wall .tile[data-grade=stop]")).to_have_count(2)
    expect(page.locator("body[data-shown=all]")).to_be_attached()
    assert set(page.evaluate("() => [...touched]")) == {"17", "140"}
    assert order(page)[:3] == ["17", "140", "1"]


@pytest.mark.pages
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_serious_on_the_wall(floor, boss, language, measured, album):
    for name, snapshot in zip("123", (WRONG_BEAT, FAULT, OVER), strict=True):
        floor.tables[name].show(snapshot)
    boss.goto(f"{floor.url}pit?lang={language}")
    expect(tile(boss, "1")).to_have_attribute("data-grade", "stop")
    expect(tile(boss, "2")).to_have_attribute("data-grade", "fault")
    weight = boss.evaluate(WEIGHT)
    found = findings(boss)
    if IN_FULL:
        for size, (width, height) in SIZES.items():
            boss.set_viewport_size({"width": width, "height": height})
            boss.screenshot(path=album / f"pit-{language}-{size}.png")
    tile(boss, "1").click()
    boss.locator("[data-take]").wait_for()
    found += findings(boss)
    if IN_FULL:
        boss.screenshot(path=album / f"pit-table-{language}.png")
    measured(
        f"{language}: the wall, axe serious 0 wanted, {len(found)} found, {weight / 1000:.0f} kB"
    )
    assert found == []
    assert weight <= 500_000
