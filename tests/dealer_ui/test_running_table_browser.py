"""A running table in a real browser: film in, a simulated light beside; who does what, in order.

The number in a name is what the scene is about: 1 dealer, 2 inspector, 3 pit boss, manager and
technician, 4 accounts, 5 languages, 6 programs, 8 guides. What one leaves behind the next one
finds. They run with `make pages`.
"""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import expect
from standardwebhooks.webhooks import Webhook

from dealer_ui.accounts.people import Role
from dealer_ui.prompts import Language, text
from engine.signals import Signal
from engine.verdict import Code
from hardware.tower_light import LIT, encode
from journal.read import read_rows
from tests.dealer_ui.conftest import PASSWORD, fill, log_in, visitors
from tests.dealer_ui.running_table import (
    BADGE,
    BEATEN_S,
    PIN,
    STOP_S,
    SWEPT_S,
    TABLE,
    RunningTable,
    is_flagged,
    until,
)
from tests.dealer_ui.test_browser import HEARD, STOP_TONES, TONES

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pages,
    pytest.mark.in_order,
    pytest.mark.timeout(600),
]

GUIDES = Path(__file__).parents[2] / "docs" / "guides"
BYTES = {signal: encode(LIT[signal]).hex(" ") for signal in Signal}
STOPPED = {
    language: text("code.BEAT_NOT_HIGHER.sentence", language, card="7♠", on="8♠")
    for language in (Language.BE, Language.EN, Language.RU)
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    made = RunningTable(tmp_path_factory.mktemp("running"))
    made.play_to(STOP_S)
    yield made
    made.close()


@pytest.fixture
def staff(floor, visit):
    """Hire everybody through the pages, once: the first by the key, the others by him."""
    if floor.noted.get("hired"):
        return
    page, name = visit("first"), Role.TECHNICIAN.value
    fill(page.locator("form"), key=floor.first_key, name=name, password=PASSWORD)
    page.locator("button.say").click()
    page.wait_for_url("**/login")
    log_in(page, name)
    page.wait_for_url("**/technician")
    page.goto(f"{floor.url}accounts")
    hire(page, "Ольга", Role.DEALER, badge=BADGE, pin=PIN)
    for role in (Role.INSPECTOR, Role.MANAGER, Role.PIT_BOSS):
        hire(page, role.value, role, password=PASSWORD)
    floor.noted["hired"] = True


@pytest.fixture
def enter(floor, visit, staff):
    """Log in by name and password, at a page."""

    def open_(role, path=""):
        page = visit(f"login?next=/{path}")
        log_in(page, role.value)
        page.wait_for_url(floor.url + path)
        return page

    return open_


@pytest.fixture
def dealer(floor, visit, staff):
    page = visit("login", (1024, 768))
    page.add_init_script(TONES)
    fill(page.locator("form").first, badge=BADGE, pin=PIN)
    page.keyboard.press("Enter")
    page.locator("body.dealer[data-link=live]").wait_for()
    return page


@pytest.fixture
def boss(browser, floor, request):
    with visitors(browser, floor.wall_url, request) as open_:
        page = open_("login")
        log_in(page, Role.PIT_BOSS.value)
        page.wait_for_url("**/pit")
        yield page


SHOWN = """() => {
  const it = document.querySelector("video");
  return !it.seeking && it.readyState > 1;
}"""


def stopped(page):
    return page.locator(f".state.stop [data-code={Code.BEAT_NOT_HIGHER}]")


def hire(page, name, role, **proofs):
    form = page.locator("form[data-send='/accounts']")
    fill(form, name=name, **proofs)
    form.locator(f"[value={role}]").check()
    form.locator("button").click()
    page.locator(f"[data-person='{name}']").wait_for()


def test_4_the_first_account_is_made_by_key_and_the_others_by_it(floor, enter):
    page = enter(Role.TECHNICIAN, "accounts")
    expect(page.locator("[data-person]")).to_have_count(5)
    page.goto(f"{floor.url}inspector")
    expect(page.locator("h1")).to_have_text(text("page.forbidden", "ru"))


def test_1_a_stop_is_shown_said_and_lit(floor, dealer):
    expect(stopped(dealer).locator(".sentence")).to_have_text(STOPPED[Language.RU])
    expect(dealer.locator(".remedy")).to_have_text(text("code.BEAT_NOT_HIGHER.remedy", "ru"))
    expect(dealer.locator(".picture svg[aria-label='7♠']")).to_be_visible()
    aloud = dealer.locator("#say-now")
    expect(aloud).to_have_attribute("aria-live", "assertive")
    expect(aloud).to_contain_text(STOPPED[Language.RU])
    until(lambda: floor.lit() == BYTES[Signal.STOP])
    dealer.locator("a.clause").click()
    expect(dealer.locator("#clause h2")).to_contain_text("125.6")
    dealer.keyboard.press("Escape")


def test_6_a_program_is_called_with_a_signature(floor):
    until(lambda: floor.hooked.calls)
    headers, body = floor.hooked.calls[0]
    Webhook(floor.secret).verify(body, headers)
    told = json.loads(body)
    assert (told["type"], told["table"]) == ("flag", TABLE)
    assert told["data"]["code"] == Code.BEAT_NOT_HIGHER


def test_5_the_language_is_changed_and_the_stop_stays(floor, dealer):
    for language, sentence in STOPPED.items():
        dealer.locator(f"header nav a[hreflang={language}]").click()
        dealer.locator(f"html[lang={language}] body[data-link=live]").wait_for()
        expect(stopped(dealer).locator(".sentence")).to_have_text(sentence)


def test_3_the_wall_shows_the_stop_with_a_picture_an_owner_and_a_shelf(floor, boss):
    tile = boss.locator(f"#wall li[data-table={TABLE}] .tile")
    expect(tile).to_have_attribute("data-grade", "stop")
    expect(tile.locator(".told")).to_have_text(STOPPED[Language.RU])
    tile.click()
    boss.locator("[data-watch]").click()
    expect(boss.locator("#table canvas")).to_be_visible()
    boss.locator("[data-take]").click()
    expect(tile.locator(".owner")).to_have_text(text("pit.owned", "ru", who="pit-boss"))
    fill(boss.locator("[data-shelve]"), why="инспектор идёт")
    boss.locator("[data-shelve] button").click()
    boss.keyboard.press("Escape")
    expect(tile.locator(".shelved")).to_be_visible()
    expect(tile).to_have_attribute("data-grade", "calm")


def test_2_an_incident_is_found_looked_at_and_ruled_by_keys(floor, enter, album):
    until(lambda: any(row.kind == "evidence" for row in read_rows(floor.journal)))
    page = enter(Role.INSPECTOR, "inspector")
    expect(page.locator("[data-sort=stop] b")).to_have_text("1")
    page.keyboard.press("e")
    page.locator(".why-part[data-incident]").wait_for()
    page.locator("[data-ready]").wait_for()
    expect(page.locator(".why .clause")).to_contain_text("125.6")
    page.wait_for_function(SHOWN)
    page.screenshot(path=album / "incident-running-ru.png")
    page.keyboard.press("z")
    expect(page.locator(".overlay")).to_be_visible()
    current = page.locator(".moves-again [aria-current]")
    expect(current).to_have_attribute("data-move", "9")
    page.keyboard.press("ArrowLeft")
    expect(current).to_have_attribute("data-move", "8")
    page.locator("#drawn[data-after='8']").wait_for()
    page.locator("header nav a[hreflang=en]").click()
    page.locator("html[lang=en] [data-ready]").wait_for()
    expect(current).to_have_attribute("data-move", "8")
    page.keyboard.press("ArrowRight")
    expect(current).to_have_attribute("data-move", "9")
    page.wait_for_function(SHOWN)
    page.screenshot(path=album / "incident-running-en.png")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_url("**/inspector")
    expect(page.locator(".incidents .stop em")).to_be_visible()


def test_2_evidence_leaves_the_house_and_the_last_seconds_are_seen_again(floor, enter):
    until(lambda: is_flagged(floor))
    page = enter(Role.INSPECTOR, "inspector/games")
    for form, begins in (("dkn", b""), ("csv", b""), ("json", b"{"), ("pdf", b"%PDF")):
        with page.expect_download() as given:
            page.locator(f"a[href*='/export/{form}']").click()
        assert Path(given.value.path()).read_bytes().startswith(begins)
    page.keyboard.press("i")
    page.wait_for_url("**/inspector/games/*last=30*")
    page.locator("[data-ready]").wait_for()
    page.goto(f"{floor.url}inspector?card=7s")
    expect(page.locator(".incidents .stop [data-incident]")).to_be_visible()


def test_1_what_is_acknowledged_is_quiet_and_stays(floor, dealer):
    dealer.keyboard.press("Enter")
    expect(dealer.locator(".state.stop.seen")).to_be_visible()
    expect(dealer.locator(".what[data-code]")).to_be_visible()
    assert json.loads(httpx_state(floor))["prompts"][0]["acknowledged"]


def test_1_a_table_that_is_right_again_is_clear_by_itself(floor, dealer, boss):
    floor.noted["seen"] = json.loads(httpx_state(floor))["sequence"]
    floor.play_to(BEATEN_S)
    expect(dealer.locator(".lines li[data-deed=beat][data-cards='9s']")).to_be_visible()
    expect(dealer.locator(".state.clear")).to_be_visible()
    until(lambda: floor.lit() == BYTES[Signal.CLEAR])
    expect(boss.locator(f"[data-table={TABLE}] .tile .shelved")).to_have_count(0)


def test_1_the_last_move_is_corrected_and_corrected_back(floor, dealer):
    correct(dealer, "6s")
    expect(stopped(dealer)).to_be_visible()
    assert dealer.evaluate(HEARD, 3) == STOP_TONES
    until(lambda: floor.lit() == BYTES[Signal.STOP])
    correct(dealer, "9s")
    expect(dealer.locator(".state.clear")).to_be_visible()
    expect(dealer.locator(".lines em.withdrawn").first).to_be_visible()


def test_2_the_inspector_is_called_and_lets_play_go_on(floor, dealer, boss, enter):
    dealer.keyboard.press("F4")
    tile = boss.locator(f"[data-table={TABLE}] .tile")
    expect(tile).to_have_attribute("data-grade", "call")
    page = enter(Role.INSPECTOR, "inspector")
    page.locator(".held button").click()
    expect(page.locator(".held")).to_have_count(0)
    expect(tile).to_have_attribute("data-grade", "calm")


def correct(page, card):
    page.keyboard.press("F8")
    sheet = page.locator("#correction")
    rank, suit = card
    sheet.locator(f".choice:has([name=rank][value='{rank}'])").click()
    sheet.locator(f".choice:has([name=suit][value='{suit}'])").click()
    sheet.locator(".say").click()
    expect(sheet).to_be_hidden()


def httpx_state(floor):
    answer = httpx2.get(f"{floor.url}api/v1/state", headers=bearer(floor))
    assert answer.status_code == 200
    return answer.text


def bearer(floor):
    return {"Authorization": f"Bearer {floor.token}"}


def test_6_a_program_goes_on_where_it_was(floor):
    told = []
    headers = bearer(floor) | {"Last-Event-ID": str(floor.noted["seen"])}
    with httpx2.stream("GET", f"{floor.url}api/v1/events", headers=headers, timeout=60) as events:
        for line in events.iter_lines():
            if line.startswith("data: {") and '"moves"' in line:
                told.append(json.loads(line.removeprefix("data: ")))
                if told[-1]["moves"][-1]["number"] >= 11:
                    break
    assert told[0]["moves"][-1]["number"] == 9
    assert [it["sequence"] for it in told] == sorted({it["sequence"] for it in told})
    nobody = httpx2.post(f"{floor.url}api/v1/commands", json={}, headers=bearer(floor))
    assert nobody.status_code == 403
    until(lambda: any(json.loads(body)["type"] == "closed" for _, body in floor.hooked.calls))


def test_3_a_number_leads_to_what_is_behind_it(floor, enter):
    until(lambda: is_flagged(floor))
    page = enter(Role.MANAGER, "manager/statistics")
    title = text("code.BEAT_NOT_HIGHER.title", "ru")
    page.locator("[data-plot=rule] a", has_text=title).click()
    page.wait_for_url("**/manager/flags*")
    expect(page.locator(".incidents li.stop")).not_to_have_count(0)
    page.go_back()
    with page.expect_download() as saved:
        page.locator(".months .print").click()
    assert Path(saved.value.path()).read_bytes().startswith(b"%PDF")


def test_3_the_technician_sees_what_works_and_takes_the_bundle(floor, enter):
    page = enter(Role.TECHNICIAN, "technician/health")
    expect(page.locator("[data-device=light].up")).to_be_visible()
    expect(page.locator("[data-state=faulty]:not([data-part=clock])")).to_have_count(0)
    page.locator("[data-back]").click()
    with page.expect_download() as saved:
        page.locator("[data-room=support] a").click()
    with zipfile.ZipFile(saved.value.path()) as bundle:
        said = "".join(bundle.read(name).decode(errors="replace") for name in bundle.namelist())
    assert "Ольга" not in said
    assert floor.token not in said


def test_1_after_the_sweep_the_draw_order_waits(floor, dealer):
    floor.play_to(SWEPT_S)
    expect(dealer.locator(".discard")).to_have_attribute("data-count", "2")
    expect(dealer.locator("#region-side .draws li, .what .draws li").first).to_be_visible()


def test_1_whoever_begins_the_shift_stands_on_the_wall(floor, dealer, boss):
    dealer.goto(f"{floor.url}shift")
    for part in ("light", "journal"):
        expect(dealer.locator(f"[data-part={part}]")).to_have_attribute("data-state", "working")
    dealer.locator("form[data-send='/shift'] button").click()
    expect(boss.locator(f"[data-table={TABLE}] .dealer")).to_have_text("Ольга")


def test_3_a_tournament_is_announced_entered_and_shown_to_the_hall(floor, enter, visit):
    page = enter(Role.MANAGER, "manager")
    form = page.locator("[data-deed=new]")
    fill(form, title="Кубок зимы", fee="100,00", fund_percent="80")
    form.locator("button").click()
    entering = page.locator("[data-deed=enter]")
    entering.locator("textarea").fill("Ада\nБогдан")
    entering.locator("button").click()
    expect(page.locator("[data-entrant='Ада']")).to_be_visible()
    expect(visit("screen").locator("body")).to_contain_text("Кубок зимы")


WHO = {"dealer": None, "inspector": Role.INSPECTOR, "technician": Role.TECHNICIAN}
WHO |= {"manager": Role.MANAGER}
ADDRESS, LINK = re.compile(r"`(/\w+)`"), re.compile(r"\]\((\.\./[^)]+)\)")


@pytest.mark.parametrize("guide", WHO)
def test_8_what_a_guide_names_opens(floor, guide, enter, dealer, boss):
    told = [(GUIDES / f"{guide}.{lang}.md").read_text("utf-8") for lang in ("ru", "en")]
    ours, theirs = (set(ADDRESS.findall(text)) for text in told)
    assert ours == theirs != set()
    for link in LINK.findall("".join(told)):
        assert (GUIDES / link.partition("#")[0]).is_file(), link
    page = dealer if WHO[guide] is None else enter(WHO[guide], "account")
    for address in sorted(ours):
        if address == "/pit":
            assert boss.goto(f"{floor.wall_url}pit").ok
        else:
            who = enter(Role.PIT_BOSS, "account") if (guide, address) == LOOKED_AT else page
            assert who.goto(floor.url + address[1:]).ok, address


LOOKED_AT = ("manager", "/equipment")
"""The guide is for the pit boss too, who looks at devices; a manager does not."""


def test_8_the_clause_of_a_guide_is_reached(floor, dealer):
    dealer.goto(f"{floor.url}rules#{Code.BEAT_NOT_HIGHER}")
    expect(dealer.locator(f"#{Code.BEAT_NOT_HIGHER}")).to_be_in_viewport()
